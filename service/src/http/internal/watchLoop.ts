/** Measures how late the event loop is: the worst of the last two seconds. */
export function watchLoop(): { lagMs: () => number; stop: () => void } {
  let due = performance.now() + TICK_MS
  let worst = 0
  let worstAt = 0
  const timer = setInterval(() => {
    const now = performance.now()
    const lag = Math.max(0, now - due)
    if (lag >= worst || now - worstAt > WINDOW_MS) {
      worst = lag
      worstAt = now
    }
    due = now + TICK_MS
  }, TICK_MS)
  timer.unref()
  return { lagMs: () => Math.max(worst, performance.now() - due), stop: () => clearInterval(timer) }
}

const TICK_MS = 250
const WINDOW_MS = 2000
