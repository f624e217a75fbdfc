/** Measures the delay of the event loop: the worst of the last two seconds. */
export function watchLoop(): { lagMs: () => number; stop: () => void } {
  let due = performance.now() + tickMs
  let worst = 0
  let worstAt = 0
  const timer = setInterval(() => {
    const now = performance.now()
    const lag = Math.max(0, now - due)
    if (lag >= worst || now - worstAt > windowMs) {
      worst = lag
      worstAt = now
    }
    due = now + tickMs
  }, tickMs)
  timer.unref()
  return { lagMs: () => Math.max(worst, performance.now() - due), stop: () => clearInterval(timer) }
}

const tickMs = 250
const windowMs = 2000
