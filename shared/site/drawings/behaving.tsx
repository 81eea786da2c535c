import line from './card-line.tsx'

/** What it does, and below it the same in dots: what it says. One part gives way, and leans on the next. */
export default (
  <>
    {line}
    <path d="M-64 0H64" />
    <path className="solid" d="M-40 0v-30M-20 0v-46M0 0v-38M16 0l17-38M40 0v-34" />
    <path className="data" d="M-40 9v30M-20 9v46M0 9v38M16 9l17 38M40 9v34" />
    <circle className="team" cx="-112" r="9" />
  </>
)
