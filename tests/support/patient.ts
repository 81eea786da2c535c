/** Options of a test that takes a second or two on an idle machine: a busy one takes ten times as long. */
export const patient = { timeout: 60_000 }
