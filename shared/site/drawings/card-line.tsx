/**
 * The line in each card enters from the left, goes around one and a half times, and leaves to the right, into the next card.
 * It's a single path, so that a growing dash can draw it: cards.css.
 */
export default (
  <path
    className="r-line"
    pathLength="1"
    d="M-300 0h236a64 64 0 1 1 128 0a64 64 0 1 1-128 0a64 64 0 0 1 128 0h236"
  />
)
