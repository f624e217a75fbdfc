/** Consecutive blocks and what becomes of them. */
export type Segment<log> = {
  from: number
  to: number
  state: 'waiting' | 'asking' | 'done' | 'failed'
  logs: log[]
  failures: number
  /** Not asked for before this time, in milliseconds. */
  notBefore: number
  error: unknown
}

/** Blocks in a segment. */
export function widthOf({ from, to }: { from: number; to: number }): number {
  return to - from + 1
}

/** The segments of a range that are planned and not handed out yet: in chain order and without gaps. */
export class SegmentQueue<log> {
  readonly #segments: Segment<log>[] = []
  readonly #most: number
  #next: number
  #last: number

  /** @param most - Segments planned at once. */
  constructor({ from, to, most }: { from: number; to: number; most: number }) {
    this.#next = from
    this.#last = to
    this.#most = most
  }

  /** The last block that will be read. */
  get last(): number {
    return this.#last
  }

  /** The segment to be handed out next; `undefined` where none is planned. */
  get head(): Segment<log> | undefined {
    return this.#segments[0]
  }

  /** Whether every block has been handed out. */
  get isDrained(): boolean {
    return this.#segments.length === 0 && this.#next > this.#last
  }

  /** Hands out the head. */
  shift(): void {
    this.#segments.shift()
  }

  /** Segments to ask for; segments behind a failed one are left out. */
  waiting(): Segment<log>[] {
    const failed = this.#segments.findIndex(({ state }) => state === 'failed')
    return this.#segments.filter(({ state }, index) => state === 'waiting' && (failed < 0 || index < failed))
  }

  /** Plans the next blocks, at most `width` of them; `undefined` at the end, behind a failure and while enough is planned. */
  plan(width: () => number): Segment<log> | undefined {
    if (this.#next > this.#last || this.#segments.length >= this.#most) return undefined
    if (this.#segments.some(({ state }) => state === 'failed')) return undefined
    const segment = newSegment<log>(this.#next, Math.min(this.#last, this.#next + width() - 1))
    this.#next = segment.to + 1
    this.#segments.push(segment)
    return segment
  }

  /** Asks for the parts of a segment instead, with the patience that is left. */
  replace(segment: Segment<log>, parts: readonly { from: number; to: number }[]): void {
    const { failures, notBefore } = segment
    const fresh = parts.map(({ from, to }) => ({ ...newSegment<log>(from, to), failures, notBefore }))
    this.#segments.splice(this.#segments.indexOf(segment), 1, ...fresh)
  }

  /** Ends the range at an earlier block; a segment that reaches beyond it is requested again. */
  endAt(last: number): void {
    this.#last = last
    this.#next = last + 1
    for (const tail of this.#segments.filter(({ to }) => to > last)) {
      tail.failures = 0
      this.replace(tail, tail.from > last ? [] : [{ from: tail.from, to: last }])
    }
  }
}

function newSegment<log>(from: number, to: number): Segment<log> {
  return { from, to, state: 'waiting', logs: [], failures: 0, notBefore: 0, error: undefined }
}
