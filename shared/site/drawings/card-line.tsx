/** The line of each card: in from the left, once around, and out to the right, into the next card. */
export default (
  <path className="line" pathLength="1" d="M-600 0h536a64 64 0 1 1 128 0a64 64 0 1 1-128 0M64 0h536" />
)
