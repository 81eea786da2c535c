/** The mark: the company's initial. Inline, because React turns an <img> into a preload. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="currentColor" />
    </svg>
  )
}
