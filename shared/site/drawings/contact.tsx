/** A letter inside, and you at the door. */
export default (
  <>
    <path className="path" d="M178 120h128" />
    <path d="M62 84h108v72H62zl54 42 54-42" />
    <circle className="team" cx="238" cy="120" r="11" />
  </>
)
