/** The line is the shackle of a padlock, with data in its body. */
export default (
  <>
    <path className="line" d="M-600 0h568v-28a32 32 0 0 1 64 0v28h568" />
    <path className="surface" d="M-48 0h96v72h-96z" />
    <path className="data" d="M-30 15h70M-30 30h70M-30 45h70M-30 60h70" />
    <circle className="team" cx="-100" r="9" />
  </>
)
