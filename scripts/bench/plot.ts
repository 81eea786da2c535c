/** In pixels. */
const row = { height: 28, label: 130, width: 400, gap: 8 }

/** The CPU time of the floors as parts of the site's, as bars. */
export function plot(bars: { 'GET /': string; ratio: number }[]): string {
  const height = bars.length * row.height + 34
  const lines = bars.map(({ 'GET /': name, ratio }, i) => {
    const y = i * row.height
    const width = Math.min(ratio, 1.1) * row.width
    return `<text x="${row.label - row.gap}" y="${y + 18}" text-anchor="end">${name}</text>
  <rect x="${row.label}" y="${y + 4}" width="${width.toFixed(1)}" height="20" rx="2"/>
  <text x="${(row.label + width + row.gap).toFixed(1)}" y="${y + 18}">${ratio.toFixed(2)}</text>`
  })
  const limit = row.label + row.width
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${limit + 100} ${height}" font-family="system-ui, sans-serif" font-size="13" fill="#555">
  <style>rect { fill: #3b6fd4 } line { stroke: #999; stroke-dasharray: 4 3 }</style>
  <line x1="${limit}" y1="0" x2="${limit}" y2="${height - 24}"/>
  ${lines.join('\n  ')}
  <text x="${limit}" y="${height - 8}" text-anchor="middle">the limit: 1</text>
</svg>
`
}
