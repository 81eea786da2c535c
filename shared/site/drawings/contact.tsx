/** The bars are a letter of three sentences. Its full stop is a team member. */
export default (
  <>
    <path className="r-solid" d="M58 88h124M58 120h104M58 152h60" />
    <circle className="r-team" cx="140" cy="152" r="11" />
  </>
)
