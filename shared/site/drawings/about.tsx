/** Inside the ring, columns of dots become bars: data becomes decisions. One team member works on it, and one is leaving. */
export default (
  <>
    <path className="r-path" d="M-4 164h292" />
    <path className="r-data" d="M62 146h1M77 131v16M92 116v31M107 101v46" />
    <path className="r-solid" d="M132 150V86M152 150V68M172 150V44" />
    <circle className="r-team" cx="120" cy="164" r="11" />
    <circle className="r-team" cx="258" cy="164" r="11" />
  </>
)
