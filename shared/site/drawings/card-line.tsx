/**
 * The line of each card: in from the left, once around and half around again, and out to the right, into the next card. In
 * one stroke, so that it can be drawn.
 */
export default (
  <path
    className="r-line"
    pathLength="1"
    d="M-300 0h236a64 64 0 1 1 128 0a64 64 0 1 1-128 0a64 64 0 0 1 128 0h236"
  />
)
