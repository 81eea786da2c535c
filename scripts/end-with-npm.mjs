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

// A signal to the whole process group, as systemd sends it, also ends the shell. A SIGTERM after it would be a second signal, which
// cuts the requests in progress.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  process.once(signal, () => {
    clearInterval(timer)
    // Without another listener the signal ends the process, as if this one hadn't been there.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  })
}
