import { createLimiter, type Limiter } from './limiter.js'

/**
 * Clears what is cached about explorers: how far each one had indexed when it was last asked, kept for five seconds,
 * and which hosts have asked for a pause.
 *
 * @example
 * clearExplorerState()
 * const health = await explorerUsable({ client: publicClient })
 */
export function clearExplorerState(): void {
  limiters.clear()
  answers.clear()
}

const limiters = /* @__PURE__ */ new Map<string, Limiter>()
const answers = /* @__PURE__ */ new Map<string, Remembered>()
const rememberMs = 5_000

/** One limiter for all requests to a host: a rate limit that one call meets also holds for the next. */
export function limiterOf(apiUrl: string, maxConcurrent: number): Limiter {
  const known = limiters.get(apiUrl)
  if (known !== undefined) return known
  const limiter = createLimiter(maxConcurrent)
  limiters.set(apiUrl, limiter)
  return limiter
}

/**
 * The answer to a question about an explorer, requested at most once in five seconds. Failures are cached too, but
 * only for callers that wait no longer than the one that met them.
 *
 * @param patienceMs - How long this caller waits for an answer.
 */
export function remembered<answer>(question: string, patienceMs: number, ask: () => Promise<answer>): Promise<answer> {
  const known = answers.get(question)
  // The key identifies the question, and with it the type of the answer.
  if (known !== undefined && performance.now() < known.until && (known.isAnswered || patienceMs <= known.patienceMs))
    return known.answer as Promise<answer>
  const answer = ask()
  const entry: Remembered = { until: performance.now() + rememberMs, patienceMs, isAnswered: false, answer }
  answers.set(question, entry)
  answer.then(
    () => {
      entry.isAnswered = true
    },
    () => undefined,
  )
  return answer
}

type Remembered = {
  until: number
  patienceMs: number
  /** False while it is asked, and after it failed. */
  isAnswered: boolean
  answer: Promise<unknown>
}
