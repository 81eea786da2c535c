export type Row = Record<string, string | number | undefined>

/** Lays rows out in columns under their names: the first to the left, the others to the right. */
export function columns(rows: Row[]): string {
  const names = Object.keys(rows[0] ?? {})
  const cells = [names, names.map(() => ''), ...rows.map(row => names.map(name => textOf(row[name])))]
  const widths = names.map((_, i) => Math.max(...cells.map(row => row[i]?.length ?? 0)))
  cells[1] = widths.map(width => '─'.repeat(width))
  const pad = (cell: string, i: number) =>
    i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)
  return cells.map(row => row.map(pad).join('  ').trimEnd()).join('\n')
}

function textOf(value: Row[string]): string {
  if (typeof value === 'string') return value
  if (value === undefined || Number.isNaN(value)) return '–'
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)
}
