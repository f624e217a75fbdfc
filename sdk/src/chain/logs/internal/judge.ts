import { causesOf } from '../../failure.js'

/** What a failed log query means for the next one. */
export type Verdict =
  /** Too many requests: ask again later, with fewer at a time. */
  | { kind: 'throttled'; waitMs?: number | undefined }
  /** Too many blocks in one query; `most` is the width the endpoint says it allows. */
  | { kind: 'tooWide'; most?: number | undefined }
  /** Too many logs in one answer; `upTo` is a range the endpoint offers instead. */
  | { kind: 'tooMany'; upTo?: readonly [from: number, to: number] | undefined }
  /** The backend that answered has not seen the last blocks yet. */
  | { kind: 'behind' }
  /** No verdict on the query: asking again can help, perhaps with less. */
  | { kind: 'unclear' }
  /** Asking again does not help. */
  | { kind: 'refused' }

const throttledCodes = new Set([-32011, -32007, 15, 429])
const throttledText = /rate.?limit|request limit|too many requests|requests? per|quota|throttl|capacity/i
const tooWideCodes = new Set([-32012, -32614, -32701])
const tooWideText =
  /block range|requested range|range (is )?too|range limit|limited to (an? )?[\d,]+|too many blocks|ranges? (over|of more)|(max|exceed)[^.]* range/i
const tooManyText =
  /max(imum)? (number of )?results|more than [\d,]+ (results|logs)|too many (logs|results)|logs matched|response (size|body|is too)|exceeds limit of|query timeout|query took too long/i
const behindText =
  /data not available|header not found|unknown block|block not found|(beyond|past|above|greater than) .*(head|latest)|not yet (available|synced)|after last accepted/i
const refusedCodes = new Set([-32601, -32004, 4100, 4200])
const refusedStatuses = new Set([400, 401, 402, 404, 405])

/**
 * Reads an endpoint's refusal of a log query. Texts come before codes: the endpoints share codes between unlike cases
 * and disagree on them, while their sentences say what is meant.
 */
export function judge(error: unknown): Verdict {
  const causes = causesOf(error)
  // viem's full messages quote the request, whose words are not the endpoint's.
  const text = causes
    .map(({ shortMessage, message, details }) => `${shortMessage ?? message ?? ''} ${details ?? ''}`)
    .join('. ')
  const has = (codes: ReadonlySet<unknown>) => causes.some(({ code }) => codes.has(code))
  const status = causes.map((cause) => cause.status).find((value): value is number => typeof value === 'number')

  if (causes.some(({ name }) => name === 'ResponseBodyTooLargeError')) return { kind: 'tooMany' }
  if (tooManyText.test(text)) return { kind: 'tooMany', upTo: readRange(text) }
  if (status === 429 || has(throttledCodes) || throttledText.test(text))
    return { kind: 'throttled', waitMs: readRetryAfter(causes) }
  if (behindText.test(text) || has(new Set([-32014]))) return { kind: 'behind' }
  if (status === 413 || has(tooWideCodes) || tooWideText.test(text)) return { kind: 'tooWide', most: readWidth(text) }
  if (has(new Set([-32005]))) return { kind: 'throttled' }
  if (has(refusedCodes) || (status !== undefined && refusedStatuses.has(status))) return { kind: 'refused' }
  return { kind: 'unclear' }
}

/** `retry with the range 100-200`, `this block range should work: [0x64, 0xc8]`. */
function readRange(text: string): readonly [number, number] | undefined {
  const match = /range[^\d[]*\[?(0x[0-9a-f]+|\d+)\s*[-,]\s*(0x[0-9a-f]+|\d+)/i.exec(text)
  if (!match) return undefined
  const [from, to] = [Number(match[1]), Number(match[2])]
  return Number.isSafeInteger(from) && Number.isSafeInteger(to) && from <= to ? [from, to] : undefined
}

/** The number that is meant as a width: the last one that follows a word of limiting. */
function readWidth(text: string): number | undefined {
  const found = [
    ...text.matchAll(
      /(?:limited to|range(?: of|:)?|set to|over|maximum(?: of)?|up to|limit(?: of|:)?)\D{0,12}?([\d,]+)\b/gi,
    ),
  ]
  const width = Number(found.at(-1)?.[1]?.replaceAll(',', '') ?? Number.NaN)
  return Number.isSafeInteger(width) && width > 0 ? width : undefined
}

function readRetryAfter(causes: readonly Record<string, unknown>[]): number | undefined {
  for (const { headers } of causes) {
    if (typeof headers !== 'object' || headers === null || !('get' in headers)) continue
    // Has `get`; a value that is not a number is left out below.
    const seconds = Number((headers as Headers).get('retry-after') ?? Number.NaN)
    if (seconds >= 0) return seconds * 1000
  }
  return undefined
}
