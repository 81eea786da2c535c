/** Three of four parts. The fourth is where you are. */
export default (
  <>
    <path d="M58 58h54v54H58zM128 58h54v54h-54zM58 128h54v54H58z" />
    <path className="data" d="M130 130h60M130 145h0M175 145h0M130 160h0M175 160h0M130 175h60" />
    <circle className="team" cx="152" cy="152" r="9" />
  </>
)
