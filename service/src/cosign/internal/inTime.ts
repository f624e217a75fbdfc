/** Waits so long and no longer. With a timer of its own, since signals that time out live on until they do. */
export function inTime<value>(work: Promise<value>, timeoutMs: number): Promise<value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException('No answer in time.', 'TimeoutError')), timeoutMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
