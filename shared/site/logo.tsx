/** The mark. Inline, because React turns an <img> into a preload. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" className="r-drawing" aria-hidden="true">
      <path className="r-line" d="M0 28h16a11 11 0 1 0-.1 0H32" />
      <circle className="r-team" cx="16" cy="17" r="4" />
    </svg>
  )
}
