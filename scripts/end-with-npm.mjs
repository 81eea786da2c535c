// This runs before `npm start` and `npm run dev`. npm signals only its shell. bash execs the command; dash stays the parent
// and dies without forwarding the signal. So this process ends when its parent changes.
const shell = process.ppid

const INTERVAL_MS = 200

const timer = setInterval(() => {
  if (process.ppid === shell) return
  clearInterval(timer)
  process.kill(process.pid, 'SIGTERM')
}, INTERVAL_MS)
timer.unref()
