/** A mistake in a file, with its line. */
export interface Problem {
  line: number
  text: string
}
