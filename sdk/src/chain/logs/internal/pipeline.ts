import type { RpcLog } from 'viem'
import { backoff } from '../../backoff.js'
import { type EndpointLimits, nextWidth, noteServed, noteTooWide } from './endpointLimits.js'
import { judge, type Verdict } from './judge.js'
import { createPacing, type Ticket } from './pacing.js'
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

/** Consecutive blocks and what becomes of them. */
type Segment<log> = {
  from: number
  to: number
  state: 'waiting' | 'asking' | 'done' | 'failed'
  logs: log[]
  failures: number
  notBefore: number
  error: unknown
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
  const { limits, patience, ask, decode } = options
  const { delayMs, maxDelayMs } = patience
  const pacing = createPacing({
    most: options.concurrency,
    start: limits.parallel ?? Math.min(8, options.concurrency),
    delayMs,
    maxDelayMs,
    now: Date.now,
  })
  /** In chain order and without gaps, up to the block before `next`. */
  const segments: Segment<log>[] = []
  let next = options.from
  let last = options.to
  /** Narrower than the endpoint's width where the blocks are dense. */
  let stride = options.range
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let wake: (() => void) | undefined

  async function nextPage(): Promise<Page<log> | undefined> {
    for (;;) {
      const head = segments[0]
      if (head?.state === 'done') {
        segments.shift()
        pump()
        return head
      }
      if (head?.state === 'failed') throw head.error
      if (stopped || (head === undefined && next > last)) return undefined
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
      const segment = ready() ?? plan()
      if (segment === undefined) break
      void read(segment)
    }
    sleep()
  }

  /** What lies behind a failure is not worth asking for. */
  function waiting(): Segment<log>[] {
    const failed = segments.findIndex(({ state }) => state === 'failed')
    return segments.filter(({ state }, index) => state === 'waiting' && (failed < 0 || index < failed))
  }

  function ready(): Segment<log> | undefined {
    const now = Date.now()
    return waiting().find(({ notBefore }) => notBefore <= now)
  }

  function plan(): Segment<log> | undefined {
    if (next > last || segments.length >= options.concurrency * 4) return undefined
    if (segments.some(({ state }) => state === 'failed')) return undefined
    const segment = newSegment<log>(next, Math.min(last, next + Math.min(stride, options.range, nextWidth(limits)) - 1))
    next = segment.to + 1
    segments.push(segment)
    return segment
  }

  /** Comes back when the pause is over or the first waiting segment is due; an answer comes back by itself. */
  function sleep(): void {
    clearTimeout(timer)
    if (stopped || pacing.isFull()) return
    const pauseMs = pacing.pauseMs()
    const due = waiting().map(({ notBefore }) => notBefore - Date.now())
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
    if (stride < options.range && widthOf(segment) >= stride) stride *= 2
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
    const width = widthOf(segment)
    if (verdict.kind === 'tooWide') {
      if (noteTooWide(limits, width, verdict.most)) replace(segment, cut(segment, limits.width))
      else repeat(segment, error)
    } else if (verdict.kind === 'tooMany' && width > 1) {
      const [from, to] = verdict.upTo ?? []
      const offered = from === segment.from && to !== undefined && to < segment.to
      stride = offered ? to - from + 1 : Math.ceil(width / 2)
      replace(segment, cut(segment, stride))
    } else if (verdict.kind === 'behind') {
      if (!again(segment)) giveUp(segment, error)
    } else if (verdict.kind === 'refused') fail(segment, error)
    else repeat(segment, error)
  }

  /** Asks again, from the second failure on for half as much: the query may simply be too heavy. */
  function repeat(segment: Segment<log>, error: unknown): void {
    if (!again(segment)) fail(segment, error)
    else if (segment.failures >= 2 && widthOf(segment) > 1) replace(segment, halve(segment))
  }

  /** Books a failure and says whether the segment may be asked for again. */
  function again(segment: Segment<log>): boolean {
    segment.failures++
    segment.notBefore = Date.now() + backoff(segment.failures, delayMs, maxDelayMs)
    return segment.failures < patience.attempts
  }

  function fail(segment: Segment<log>, error: unknown): void {
    segment.state = 'failed'
    segment.error = error
  }

  /** Fails, or does without the youngest blocks where that is allowed. */
  function giveUp(segment: Segment<log>, error: unknown): void {
    const end = options.to - headLagBlocks
    if (!options.openEnd || last === end || segment.to <= end) {
      fail(segment, error)
      return
    }
    last = end
    next = end + 1
    for (const tail of segments.filter(({ to }) => to > end)) {
      tail.failures = 0
      if (tail.from > end) segments.splice(segments.indexOf(tail), 1)
      else replace(tail, [{ from: tail.from, to: end }])
    }
  }

  function replace(segment: Segment<log>, parts: readonly { from: number; to: number }[]): void {
    const fresh = parts.map(({ from, to }) => ({
      ...newSegment<log>(from, to),
      failures: segment.failures,
      notBefore: segment.notBefore,
    }))
    segments.splice(segments.indexOf(segment), 1, ...fresh)
  }

  return { nextPage, stop }
}

function newSegment<log>(from: number, to: number): Segment<log> {
  return { from, to, state: 'waiting', logs: [], failures: 0, notBefore: 0, error: undefined }
}

function widthOf({ from, to }: { from: number; to: number }): number {
  return to - from + 1
}
