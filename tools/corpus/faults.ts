import { field, type Loose, plain, toSeconds } from './json.js'
import { CORPUS_SOURCES, type CorpusSource } from './types.js'

/** What happened to a source. Times are Unix seconds. */
export type Fault = { kind: string; beforeTime?: number | undefined; afterTime?: number | undefined }
export type Faults = Partial<Record<CorpusSource, Fault>>

/** Names of the sources in corpora of others. */
const sourceNames: Readonly<Record<string, readonly CorpusSource[]>> = {
  ...Object.fromEntries(CORPUS_SOURCES.map((source) => [plain(source), [source]])),
  payees: ['counterparties'],
  outgoingcounterparties: ['counterparties'],
  records: ['history'],
  events: ['history'],
  baits: ['zeroValueTransfers'],
  zerovalue: ['zeroValueTransfers'],
  addressactivity: ['activity'],
  verified: ['verifiedRecipient'],
  explorer: ['history', 'counterparties', 'activity', 'zeroValueTransfers'],
  indexer: ['history', 'counterparties', 'activity', 'zeroValueTransfers'],
  all: CORPUS_SOURCES,
}

/** A list that is partly available, and reports that it is incomplete. */
const cuts = new Set(['truncated', 'pagecap', 'behindhead', 'lag', 'indexerlag', 'cut', 'incomplete'])

/**
 * The faults of a wallet and of a query: a list of `{ source, kind }`, a list of names, or a map of name to kind.
 *
 * @throws When a source has an unknown name: ignoring it would judge a query with data it should not have.
 */
export function faultsOf(...lines: readonly Loose[]): Faults {
  const faults: Faults = {}
  for (const line of lines) {
    const written = field(line, 'faults', 'fault', 'missing')
    if (written === undefined || written === null) continue
    for (const [name, fault] of listFaults(written)) {
      const sources = sourceNames[plain(name)]
      if (!sources) throw new Error(`The corpus names a source that is not known: ${name}`)
      for (const source of sources) faults[source] = fault
    }
  }
  return faults
}

/** Whether part of the source's list arrives. */
export function isCut({ kind }: Fault): boolean {
  return cuts.has(plain(kind))
}

/**
 * Whether a cut list still holds an event of this time. By default a lag hides the last hour, and every other cut hides
 * events older than thirty days.
 */
export function wasSeen({ kind, beforeTime, afterTime }: Fault, time: number, now: number): boolean {
  if (beforeTime !== undefined || afterTime !== undefined)
    return time >= (beforeTime ?? Number.NEGATIVE_INFINITY) && time <= (afterTime ?? Number.POSITIVE_INFINITY)
  return /lag|behind/.test(plain(kind)) ? time <= now - 3_600 : time >= now - 30 * 86_400
}

function listFaults(written: unknown): [name: string, fault: Fault][] {
  if (typeof written === 'string') return [[written, { kind: 'timeout' }]]
  if (Array.isArray(written)) return written.flatMap(listFaults)
  const line = written as Loose
  const source = field(line, 'source')
  if (source === undefined)
    return Object.entries(line).map(([name, kind]) => [name, { kind: typeof kind === 'string' ? kind : 'timeout' }])
  const before = field(line, 'beforeTime')
  const after = field(line, 'afterTime')
  const fault: Fault = {
    kind: String(field(line, 'kind') ?? 'timeout'),
    beforeTime: before === undefined ? undefined : toSeconds(before, 'fault.beforeTime'),
    afterTime: after === undefined ? undefined : toSeconds(after, 'fault.afterTime'),
  }
  return [[String(source), fault]]
}
