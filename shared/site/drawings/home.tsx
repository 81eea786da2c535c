/** The part of this drawing that a social image shows. The image adds no ring to a drawing that exports a viewBox. */
export const viewBox = '-300 -200 600 400'

/** The ring holds the customer's systems. The dots are the team, which steps in and out along the dotted path. */
export default (
  <>
    <path className="r-line" d="M0 199A198 198 0 1 0-.1 199z" />
    <path className="r-path" d="M-328 0h660" />
    <path d="M-122-124h68v68h-68zm0 22h68m-68 22h68M-34-124v68h68M54-124h68v68H54zM-122 56h68v68h-68zm34 0v68m-34-34h68M0 56a34 34 0 1 0 .1 0" />
    <path className="r-solid" d="M-14-56v-24M4-56v-50M22-56v-36M54-115h68M0 75a15 15 0 1 0 .1 0" />
    <path className="r-data" d="M58 60h70M58 75h70M58 90h70M58 105h70M58 120h70" />
    <g className="r-team step">
      <circle cx="-404" r="11" />
      <circle cx="-242" r="11" />
      <circle cx="-80" r="11" />
      <circle cx="82" r="11" />
      <circle cx="244" r="11" />
    </g>
  </>
)
