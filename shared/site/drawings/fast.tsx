/** A page that moves along the line. */
export default (
  <>
    <path className="line" d="M-600 0h1200" />
    <path d="M-60-30h-36M-60 30h-56M-60-15h-20M-60 15h-30" />
    <path className="surface" d="M-44-44H60v88H-44z" />
    <path className="solid" d="M-44-40H60" />
    <path d="M-28-18h72M-28-2h72M-28 14h72M-28 30h40" />
    <circle className="team" cx="100" r="9" />
  </>
)
