import type { RpcLog } from 'viem'
import { backoff } from '../../backoff.js'
import { type EndpointLimits, nextWidth, noteServed, noteTooWide } from './endpointLimits.js'
import { judge, type Verdict } from './judge.js'
import { createPacing, type Ticket } from './pacing.js'
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

export type Pipeline<log> = {
  /**
   * The next run of finished blocks, or `undefined` at the end and after {@link stop}.
   *
   * @throws What made the run's blocks unreadable; everything before them has been handed out.
   */
  nextPage: () => Promise<Page<log> | undefined>
  /** Ends everything; answers that still come are ignored. */
  stop: () => void
}

/** Reads ahead with several requests in flight and hands out finished runs of blocks in chain order. */
export function createPipeline<log>(options: PipelineOptions<log>): Pipeline<log> {
  const { from, to, concurrency, range, limits, patience, ask, decode } = options
  const { attempts, delayMs, maxDelayMs } = patience
  const start = limits.parallel ?? Math.min(8, concurrency)
  const pacing = createPacing({ most: concurrency, start, delayMs, maxDelayMs, now: () => performance.now() })
  const queue = new SegmentQueue<log>({ from, to, most: concurrency * 4 })
  /** Narrower than the endpoint's width where the blocks are dense. */
  let stride = range
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let wake: (() => void) | undefined

  return { nextPage, stop }

  async function nextPage(): Promise<Page<log> | undefined> {
    for (;;) {
      const { head } = queue
      if (head?.state === 'done') {
        queue.shift()
        pump()
        return head
      }
      if (head?.state === 'failed') throw head.error
      if (stopped || queue.isDrained) return undefined
      pump()
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  function stop(): void {
    stopped = true
    clearTimeout(timer)
    limits.parallel = pacing.bearable()
    wake?.()
  }

  function pump(): void {
    while (!stopped && pacing.hasRoom()) {
      const now = performance.now()
      const due = queue.waiting().find(({ notBefore }) => notBefore <= now)
      const segment = due ?? queue.plan(() => Math.min(stride, range, nextWidth(limits)))
      if (segment === undefined) break
      void read(segment)
    }
    sleep()
  }

  /** Comes back when the pause is over or the first waiting segment is due; an answer comes back by itself. */
  function sleep(): void {
    clearTimeout(timer)
    if (stopped || pacing.isFull()) return
    const pauseMs = pacing.pauseMs()
    const due = queue.waiting().map(({ notBefore }) => notBefore - performance.now())
    if (pauseMs > 0) timer = setTimeout(pump, pauseMs)
    else if (due.length > 0) timer = setTimeout(pump, Math.max(1, Math.min(...due)))
  }

  async function read(segment: Segment<log>): Promise<void> {
    segment.state = 'asking'
    const ticket = pacing.started()
    try {
      const found = await ask(segment.from, segment.to)
      if (stopped) return
      pacing.answered(ticket, true)
      keep(segment, found)
    } catch (error) {
      if (stopped) return
      settle(segment, ticket, judge(error), error)
    }
    pump()
    wake?.()
  }

  function keep(segment: Segment<log>, found: readonly RpcLog[]): void {
    noteServed(limits, widthOf(segment))
    if (stride < range && widthOf(segment) >= stride) stride *= 2
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

  function settle(segment: Segment<log>, ticket: Ticket, verdict: Verdict, error: unknown): void {
    segment.state = 'waiting'
    if (verdict.kind === 'throttled') {
      if (pacing.throttled(ticket, verdict.waitMs) > maxThrottlings) fail(segment, error)
      return
    }
    pacing.answered(ticket, false)
    if (verdict.kind === 'tooWide') narrow(segment, verdict.most, error)
    else if (verdict.kind === 'tooMany' && widthOf(segment) > 1) thin(segment, verdict.upTo)
    else if (verdict.kind === 'behind') wait(segment, error)
    else if (verdict.kind === 'refused') fail(segment, error)
    else repeat(segment, error)
  }

  function narrow(segment: Segment<log>, most: number | undefined, error: unknown): void {
    if (noteTooWide(limits, widthOf(segment), most)) queue.replace(segment, cut(segment, limits.width))
    else repeat(segment, error)
  }

  /** Cuts a segment with too many logs where the endpoint says, or in the middle. */
  function thin(segment: Segment<log>, [first, last]: readonly [from?: number, to?: number] = []): void {
    const isPart = first === segment.from && last !== undefined && last < segment.to
    stride = isPart ? last - first + 1 : Math.ceil(widthOf(segment) / 2)
    queue.replace(segment, cut(segment, stride))
  }

  /** Asks again for blocks that a backend may not have seen; in the end fails, or does without the youngest where it may. */
  function wait(segment: Segment<log>, error: unknown): void {
    if (again(segment)) return
    const end = to - headLagBlocks
    if (options.openEnd && queue.last !== end && segment.to > end) queue.endAt(end)
    else fail(segment, error)
  }

  /** Asks again, from the second failure on for half as much: the query may simply be too heavy. */
  function repeat(segment: Segment<log>, error: unknown): void {
    if (!again(segment)) fail(segment, error)
    else if (segment.failures >= 2 && widthOf(segment) > 1) queue.replace(segment, halve(segment))
  }

  /** Counts a failure and says whether the segment may be asked for again. */
  function again(segment: Segment<log>): boolean {
    segment.failures++
    segment.notBefore = performance.now() + backoff(segment.failures, delayMs, maxDelayMs)
    return segment.failures < attempts
  }
}

function fail(segment: Segment<unknown>, error: unknown): void {
  segment.state = 'failed'
  segment.error = error
}
