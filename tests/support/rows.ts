/** The rows of a table that is written as a text: a line for each, with → between the cells and ⏎ for a new line. */
export const rowsIn = (table: string) =>
  table
    .trim()
    .split('\n')
    .map(row => row.split(' → ').map(cell => cell.trim().replaceAll('⏎', '\n').replaceAll('⇥', '\t')))
