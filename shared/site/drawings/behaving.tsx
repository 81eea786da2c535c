/** In a window the line is a switch that is on. */
export default (
  <>
    <path
      className="line"
      d="M-600 0h556a26 26 0 0 1 26-26h36a26 26 0 0 1 0 52h-36a26 26 0 0 1-26-26M44 0h556"
    />
    <path d="M-84-56H84v112H-84z" />
    <path className="solid" d="M-84-52H84" />
    <circle className="team" cx="18" r="16" />
  </>
)
