// In letters. A longer word has no room in a line of a phone, and a longer heading takes three lines in a low window: they
// would push the first button out of it.
const MAX_WORD = 12
const MAX_LENGTH = 32

/** The heading of a page: of the largest size, or, where its words are too long for that, of the size of a sentence. */
export function Headline({ children }: { children: string }) {
  const words = children.split(/[\s\u00AD-]+/u)
  const isLong = children.length > MAX_LENGTH || words.some(word => word.length > MAX_WORD)
  return <h1 className={isLong ? 'display' : undefined}>{children}</h1>
}
