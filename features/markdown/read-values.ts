// These functions read the values of fields, in which every scalar is a string. They return undefined if a value is wrong.

export function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() ? value.trim() : undefined
}

export function readNumber(value: unknown): number | undefined {
  return /^\d+(\.\d+)?$/.test(String(value)) ? Number(value) : undefined
}

export function readFlag(value: unknown): boolean | undefined {
  if (value === 'true') return true
  return value === 'false' ? false : undefined
}

export function readList(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const words = value.map(readText)
  return words.every(word => word !== undefined) ? words : undefined
}
