/** A part of a body, in bytes; `end` is the first byte that is not in it. */
export interface Part {
  start: number
  end: number
}

/**
 * The part that a Range header asks for (RFC 9110, section 14). Undefined where the whole is the right answer: a unit
 * or a form that we do not know, or more than one part. 'none' where there is nothing in it.
 */
export function parseRange(header: string, size: number): Part | 'none' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header.trim()) ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  if (first === '')
    return Number(last) === 0 ? 'none' : { start: Math.max(0, size - Number(last)), end: size }
  const start = Number(first)
  const end = last === '' ? size : Math.min(Number(last) + 1, size)
  if (last !== '' && Number(last) < start) return undefined
  return start < size ? { start, end } : 'none'
}
