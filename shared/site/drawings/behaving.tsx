import line from './card-line.tsx'

/** Above the line, the bars are what a system does. Below it, dots mirror them: what it reports. One bar leans on the next. */
export default (
  <>
    {line}
    <path d="M-64 0H64" />
    <path className="r-solid" d="M-42 0v-32M-24 0v-47M-6 0v-47M10 0l20-42M40 0v-32" />
    <path className="r-data" d="M-42 13h1M-42 28h1M-24 13v31M-6 13v31M14 13l16 34M40 13h1M40 28h1" />
    <circle className="r-team" cx="-112" r="9" />
  </>
)
