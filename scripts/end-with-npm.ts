// Loaded before `npm start` and `npm run dev`. npm sends SIGTERM to its shell. bash has replaced itself by the command
// then, but dash runs beside it, and ends alone: whoever has lost it ends, too.
const shell = process.ppid

/** In milliseconds. */
const LOOK = 200

const looking = setInterval(() => {
  if (process.ppid === shell) return
  clearInterval(looking)
  process.kill(process.pid, 'SIGTERM')
}, LOOK)
looking.unref()
