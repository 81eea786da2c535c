/** Three squares of four. The fourth, a dotted outline, is the missing page, and the dot in it is the visitor. */
export default (
  <>
    <path d="M58 58h54v54H58zM128 58h54v54h-54zM58 128h54v54H58z" />
    <path
      className="r-data"
      d="M132.5 132.5h46M132.5 147.5h1M177.5 147.5h1M132.5 162.5h1M177.5 162.5h1M132.5 177.5h46"
    />
    <circle className="r-team" cx="155" cy="155" r="9" />
  </>
)
