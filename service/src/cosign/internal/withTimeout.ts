/** Rejects after a time limit. It has its own timer, because a signal that times out stays in memory until it fires. */
export function withTimeout<value>(work: Promise<value>, timeoutMs: number): Promise<value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException('No answer in time.', 'TimeoutError')), timeoutMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
