import { type Chain, hexToNumber } from 'viem'
import type { Log, Metrics } from '../../telemetry/Telemetry.js'
import { judgeFault } from './judgeAnswer.js'
import { openRpc, type Request } from './openRpc.js'

/** One endpoint of a chain: how it has behaved, and whether to use it. */
export class Endpoint {
  readonly #chain: Chain
  readonly #ask: (request: Request) => Promise<unknown>
  readonly #options: Endpoint.Options
  #failures = 0
  #busyAnswers = 0
  /** Of the last fault that counted, Unix milliseconds. */
  #faultAt = 0
  /** Unix milliseconds. */
  #restsUntil = 0
  #brokenUntil = 0
  #confirmed: Promise<void> | undefined
  #isForeign = false

  constructor(chain: Chain, url: string, options: Endpoint.Options) {
    this.#chain = chain
    this.#options = options
    this.#ask = openRpc(url, options)
  }

  /** Serves another chain than it should, and is not used again. */
  get isForeign(): boolean {
    return this.#isForeign
  }

  get isBroken(): boolean {
    return this.#isForeign || this.#brokenUntil > this.#options.elapsed()
  }

  /** When it may be asked again, in monotonic milliseconds. */
  get restsUntil(): number {
    return this.#restsUntil
  }

  /** Sends a request, and records how the endpoint behaved. The first request is preceded by one for its chain. */
  async request(request: Request): Promise<unknown> {
    if (request.method !== 'eth_chainId') await this.#confirm()
    return this.#measured(request)
  }

  /** Checks that it serves the right chain. */
  #confirm(): Promise<void> {
    this.#confirmed ??= (async () => {
      // `hexToNumber` refuses any other answer.
      const id = hexToNumber((await this.#measured({ method: 'eth_chainId' })) as `0x${string}`)
      if (id === this.#chain.id) return
      this.#isForeign = true
      this.#options.log?.error('an endpoint serves another chain', { chain: this.#chain.id, served: id })
    })()
    const confirming = this.#confirmed
    confirming.catch(() => {
      this.#confirmed = undefined
    })
    return confirming.then(() => {
      if (this.#isForeign) throw new Error('The endpoint serves another chain.')
    })
  }

  async #measured(request: Request): Promise<unknown> {
    const { elapsed, metrics } = this.#options
    const startedAt = elapsed()
    const labels = { chain: String(this.#chain.id), method: request.method }
    const done = (outcome: string) => {
      metrics?.count('rpc_requests_total', { ...labels, outcome })
      metrics?.observe('rpc_request_duration_seconds', (elapsed() - startedAt) / 1000, { ...labels, outcome })
    }
    try {
      const answer = await this.#ask(request)
      this.#failures = 0
      this.#busyAnswers = 0
      this.#brokenUntil = 0
      this.#options.onAnswer()
      done('ok')
      return answer
    } catch (error) {
      const fault = judgeFault(error)
      done(fault)
      this.#learn(fault, startedAt)
      throw error
    }
  }

  /** A fault that many concurrent requests ran into counts once: only requests that began after it count again. */
  #learn(fault: ReturnType<typeof judgeFault>, startedAt: number): void {
    const { elapsed, random, onAnswer } = this.#options
    if (fault === 'verdict' || fault === 'elsewhere') {
      this.#failures = 0
      onAnswer()
      return
    }
    if (startedAt < this.#faultAt) return
    this.#faultAt = elapsed()
    if (fault === 'busy') {
      // Half of it is random, so that instances that were refused together do not come back together.
      const window = Math.min(backoffMs * 2 ** this.#busyAnswers++, maxBackoffMs)
      this.#restsUntil = elapsed() + window / 2 + (random() * window) / 2
    } else if (++this.#failures >= breakAfter) {
      this.#brokenUntil = elapsed() + breakMs
    }
  }
}

export declare namespace Endpoint {
  type Options = {
    timeoutMs: number
    elapsed: () => number
    random: () => number
    onAnswer: () => void
    log?: Log | undefined
    metrics?: Metrics | undefined
  }
}

const breakAfter = 3
const breakMs = 60_000
const backoffMs = 250
const maxBackoffMs = 8_000
