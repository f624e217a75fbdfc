import type { RpcLog } from 'viem'
import { backoff } from '../../backoff.js'
import { type EndpointLimits, nextWidth, noteServed, noteTooWide } from './endpointLimits.js'
import { judge, type Verdict } from './judge.js'
import { createPacing, type Pacing, type Ticket } from './pacing.js'
import { type Segment, SegmentQueue, widthOf } from './SegmentQueue.js'
import { cut, halve } from './segments.js'

/** Patience with an endpoint. */
export type Patience = { attempts: number; delayMs: number; maxDelayMs: number }

/** What a pipeline needs to know. */
export type PipelineOptions<log> = {
  from: number
  to: number
  /** True when stopping a few blocks short of `to` is fine, should the endpoint not have them. */
  openEnd: boolean
  range: number
  concurrency: number
  patience: Patience
  limits: EndpointLimits
  ask: (from: number, to: number) => Promise<readonly RpcLog[]>
  decode: (log: RpcLog) => log | undefined
}

/** A run of blocks, read whole. */
type Page<log> = { from: number; to: number; logs: log[] }

/** Blocks of a fresh head that some backends of one host may not have seen. */
const headLagBlocks = 5

/** Throttlings in a row, without one success, after which the endpoint counts as closed. */
const maxThrottlings = 12

/** Reads ahead with several requests in flight and hands out finished runs of blocks in chain order. */
export class LogPipeline<log> {
  readonly #options: PipelineOptions<log>
  readonly #pacing: Pacing
  readonly #queue: SegmentQueue<log>
  /** Narrower than the endpoint's width where the blocks are dense. */
  #stride: number
  #isStopped = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #wake: (() => void) | undefined

  constructor(options: PipelineOptions<log>) {
    const { from, to, concurrency, range, limits, patience } = options
    const { delayMs, maxDelayMs } = patience
    const start = limits.parallel ?? Math.min(8, concurrency)
    this.#options = options
    this.#pacing = createPacing({ most: concurrency, start, delayMs, maxDelayMs, now: () => performance.now() })
    this.#queue = new SegmentQueue<log>({ from, to, most: concurrency * 4 })
    this.#stride = range
  }

  /**
   * The next run of finished blocks, or `undefined` at the end and after {@link stop}.
   *
   * @throws What made the run's blocks unreadable; everything before them has been handed out.
   */
  async nextPage(): Promise<Page<log> | undefined> {
    for (;;) {
      const { head } = this.#queue
      if (head?.state === 'done') {
        this.#queue.shift()
        this.#pump()
        return head
      }
      if (head?.state === 'failed') throw head.error
      this.#pump()
      // A request may have stopped it.
      if (this.#isStopped || this.#queue.isDrained) return undefined
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  /** Ends everything; answers that still come are ignored. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#options.limits.parallel = this.#pacing.bearable()
    this.#wake?.()
  }

  /** Asks for as many segments as the endpoint bears. */
  #pump(): void {
    const { range, limits } = this.#options
    while (!this.#isStopped && this.#pacing.hasRoom()) {
      const now = performance.now()
      const due = this.#queue.waiting().find(({ notBefore }) => notBefore <= now)
      const segment = due ?? this.#queue.plan(() => Math.min(this.#stride, range, nextWidth(limits)))
      if (segment === undefined) break
      void this.#read(segment)
    }
    this.#sleep()
  }

  /** Comes back when the pause is over or the first waiting segment is due; an answer comes back by itself. */
  #sleep(): void {
    clearTimeout(this.#timer)
    if (this.#isStopped || this.#pacing.isFull()) return
    const pump = () => this.#pump()
    const pauseMs = this.#pacing.pauseMs()
    const due = this.#queue.waiting().map(({ notBefore }) => notBefore - performance.now())
    if (pauseMs > 0) this.#timer = setTimeout(pump, pauseMs)
    else if (due.length > 0) this.#timer = setTimeout(pump, Math.max(1, Math.min(...due)))
  }

  async #read(segment: Segment<log>): Promise<void> {
    segment.state = 'asking'
    const ticket = this.#pacing.started()
    try {
      const found = await this.#options.ask(segment.from, segment.to)
      if (this.#isStopped) return
      this.#pacing.answered(ticket, true)
      this.#keep(segment, found)
    } catch (error) {
      if (this.#isStopped) return
      this.#settle(segment, ticket, judge(error), error)
    }
    this.#pump()
    this.#wake?.()
  }

  #keep(segment: Segment<log>, found: readonly RpcLog[]): void {
    const { range, limits, decode } = this.#options
    noteServed(limits, widthOf(segment))
    if (this.#stride < range && widthOf(segment) >= this.#stride) this.#stride *= 2
    try {
      for (const raw of found) {
        const log = decode(raw)
        if (log !== undefined) segment.logs.push(log)
      }
      segment.state = 'done'
    } catch (error) {
      fail(segment, error)
    }
  }

  #settle(segment: Segment<log>, ticket: Ticket, verdict: Verdict, error: unknown): void {
    segment.state = 'waiting'
    if (verdict.kind === 'throttled') {
      if (this.#pacing.throttled(ticket, verdict.waitMs) > maxThrottlings) fail(segment, error)
      return
    }
    this.#pacing.answered(ticket, false)
    if (verdict.kind === 'tooWide') this.#narrow(segment, verdict.most, error)
    else if (verdict.kind === 'tooMany' && widthOf(segment) > 1) this.#thin(segment, verdict.upTo)
    else if (verdict.kind === 'behind') this.#wait(segment, error)
    else if (verdict.kind === 'refused') fail(segment, error)
    else this.#repeat(segment, error)
  }

  #narrow(segment: Segment<log>, most: number | undefined, error: unknown): void {
    const { limits } = this.#options
    if (noteTooWide(limits, widthOf(segment), most)) this.#queue.replace(segment, cut(segment, limits.width))
    else this.#repeat(segment, error)
  }

  /** Cuts a segment with too many logs where the endpoint says, or in the middle. */
  #thin(segment: Segment<log>, [first, last]: readonly [from?: number, to?: number] = []): void {
    const isPart = first === segment.from && last !== undefined && last < segment.to
    this.#stride = isPart ? last - first + 1 : Math.ceil(widthOf(segment) / 2)
    this.#queue.replace(segment, cut(segment, this.#stride))
  }

  /** Asks again for blocks that a backend may not have seen; in the end fails, or does without the youngest where it may. */
  #wait(segment: Segment<log>, error: unknown): void {
    if (this.#again(segment)) return
    const { to, openEnd } = this.#options
    const end = to - headLagBlocks
    if (openEnd && this.#queue.last !== end && segment.to > end) this.#queue.endAt(end)
    else fail(segment, error)
  }

  /** Asks again, from the second failure on for half as much: the query may simply be too heavy. */
  #repeat(segment: Segment<log>, error: unknown): void {
    if (!this.#again(segment)) fail(segment, error)
    else if (segment.failures >= 2 && widthOf(segment) > 1) this.#queue.replace(segment, halve(segment))
  }

  /** Counts a failure and says whether the segment may be asked for again. */
  #again(segment: Segment<log>): boolean {
    const { attempts, delayMs, maxDelayMs } = this.#options.patience
    segment.failures++
    segment.notBefore = performance.now() + backoff(segment.failures, delayMs, maxDelayMs)
    return segment.failures < attempts
  }
}

function fail(segment: Segment<unknown>, error: unknown): void {
  segment.state = 'failed'
  segment.error = error
}
