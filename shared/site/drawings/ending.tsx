/** The line, once around what the page says last. One of us is on the way out. */
export default (
  <>
    <path className="r-line" pathLength="1" d="M0 199A198 198 0 1 0-.1 199z" />
    <path className="r-path" d="M-328 0h124M204 0h128" />
    <circle className="r-team" cx="262" r="11" />
  </>
)
