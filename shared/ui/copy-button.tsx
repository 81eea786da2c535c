import { useState } from 'react'
import { labels } from '../company.ts'

/** Copies a text. It is to be seen where it works: once the script has come, in a browser that lets pages copy. */
export function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false), // The visitor has refused it.
    )
  return (
    <button type="button" className="button copy" onClick={copy}>
      <span aria-live="polite">{copied ? labels.copied : labels.copy}</span>
    </button>
  )
}
