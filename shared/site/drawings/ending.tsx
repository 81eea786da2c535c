/** The ring goes around the page's last link. Outside it, a team member is leaving along the dotted path. */
export default (
  <>
    <path className="r-line" pathLength="1" d="M0 199A198 198 0 1 0-.1 199z" />
    <path className="r-path" d="M-328 0h124M204 0h128" />
    <circle className="r-team" cx="262" r="11" />
  </>
)
