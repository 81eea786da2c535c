/** The dots are data, and all of it stays inside the ring. */
export default (
  <path
    className="r-data"
    d="M90 30h61M60 45h121M45 60h151M45 75h151M30 90h181M30 105h181M30 120h181M30 135h181M30 150h181M45 165h151M45 180h151M60 195h121M90 210h61"
  />
)
