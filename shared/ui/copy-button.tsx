import { useState } from 'react'
import { useOwner } from '../layout/owner-context.ts'

/** Copies a text. Hidden until the page is hydrated. */
export function CopyButton({ text }: { text: string }) {
  const { labels } = useOwner()
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false), // The visitor has not allowed it.
    )
  return (
    <button type="button" className="button copy" onClick={copy}>
      <span aria-live="polite">{copied ? labels.copied : labels.copy}</span>
    </button>
  )
}
