import { useEffect, useState } from 'react'
import { useOwner } from '../owner-context.ts'

/** Copies a text. Hidden until the page is hydrated, and gone where the browser has no clipboard, as without TLS. */
export function CopyButton({ text }: { text: string }) {
  const { labels } = useOwner()
  const [canCopy, setCanCopy] = useState(true) // The server cannot know.
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    // Browsers offer it in secure contexts alone: https://w3c.github.io/clipboard-apis/#navigator-interface
    setCanCopy('clipboard' in navigator)
  }, [])

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      setCopied(false) // The visitor has not allowed it.
    }
  }

  if (!canCopy) return null
  return (
    <button type="button" className="r-button r-copy" onClick={copy}>
      <span aria-live="polite">{copied ? labels.copied : labels.copy}</span>
    </button>
  )
}
