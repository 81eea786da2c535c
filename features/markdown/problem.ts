/** What is wrong in a file, and in which line. */
export interface Problem {
  line: number
  text: string
}
