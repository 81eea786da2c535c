/** Lays rows out in columns: the first to the left, the others to the right, with a line under the head. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((name, i) => Math.max(name.length, ...rows.map(row => row[i]?.length ?? 0)))
  const line = (cells: string[]) =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd()
  return [head, widths.map(width => '─'.repeat(width)), ...rows].map(line).join('\n')
}
