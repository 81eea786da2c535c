/** Options for a test that takes a second or two on an idle machine, and ten times as long on a busy one. */
export const patient = { timeout: 60_000 }
