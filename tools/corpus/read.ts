import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { field, type Loose, plain, toAddress, toAddresses } from './json.js'

/** A wallet of a corpus with its events and queries, each line as it was written. */
export type LooseCase = { wallet: Loose; events: readonly Loose[]; queries: readonly Loose[] }

/**
 * Reads a corpus of JSON lines, ours or another one in any order.
 *
 * If the `meta` line says that each wallet's lines are adjacent, the corpus is read a wallet at a time; any other is
 * kept in memory whole. Events belong to the wallet they name under `wallet`, otherwise to each wallet whose money they
 * move.
 *
 * @throws When a line is not a JSON object, or belongs to no wallet.
 */
export async function* readCorpus(path: string): AsyncGenerator<LooseCase> {
  const cases = new Map<string, { wallet: Loose; events: Loose[]; queries: Loose[] }>()
  let isGrouped = false
  let number = 0
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    number++
    if (text.trim() === '') continue
    const line = readLine(text, number)
    const type = typeOf(line)
    if (type === 'meta') isGrouped = field(line, 'grouped') === true
    else if (type === 'wallet') {
      if (isGrouped) yield* flush()
      const address = toAddress(field(line, 'address', 'sender', 'wallet'), `wallet in line ${number}`)
      const open = cases.get(address)
      if (open) open.wallet = { ...open.wallet, ...line }
      else cases.set(address, { wallet: line, events: [], queries: [] })
    } else if (type === 'event') {
      for (const owner of ownersOf(line)) {
        if (field(line, 'wallet') !== undefined) open(owner).events.push(line)
        else if (!isGrouped || cases.has(owner)) open(owner).events.push(line)
      }
    } else open(toAddress(field(line, 'wallet') ?? field(line, 'sender', 'from'), `line ${number}`)).queries.push(line)
  }
  yield* flush()

  function open(address: string) {
    const known = cases.get(address) ?? { wallet: { address }, events: [], queries: [] }
    cases.set(address, known)
    return known
  }

  function* flush(): Generator<LooseCase> {
    for (const one of cases.values()) if (one.queries.length > 0) yield one
    cases.clear()
  }
}

/** The name of a query, with its parts as our own corpora write them. */
export function labelsOf(query: Loose): QueryLabels {
  const name = String(field(query, 'class') ?? 'unknown')
  const genuine = field(query, 'genuine', 'genuineAddress', 'lookalikeOf')
  const baits = field(query, 'baits', 'baitTypes', 'bait')
  return {
    class: name.toUpperCase().replace('_', '-'),
    variant: String(field(query, 'variant', 'kind') ?? ''),
    isPoisoned: plain(String(field(query, 'label') ?? (/^[PH]/i.test(name) ? 'poisoned' : 'benign'))) === 'poisoned',
    genuine: genuine ? toAddresses('query.genuine', genuine)[0] : undefined,
    baits: Array.isArray(baits) ? baits.map(String) : [],
    p: Number(field(query, 'p') ?? Number.NaN),
    s: Number(field(query, 's') ?? Number.NaN),
  }
}

/** The truth about a query: for scoring only, never for the judge. */
export type QueryLabels = {
  class: string
  variant: string
  isPoisoned: boolean
  genuine: string | undefined
  baits: readonly string[]
  p: number
  s: number
}

function readLine(text: string, number: number): Loose {
  try {
    const line: unknown = JSON.parse(text)
    if (typeof line === 'object' && line !== null && !Array.isArray(line)) return line as Loose
  } catch {}
  throw new Error(`Line ${number} of the corpus is not a JSON object: ${text.slice(0, 80)}`)
}

/** The kind of a line: its `type`, or the only kind that its fields allow. */
function typeOf(line: Loose): string {
  const type = plain(String(field(line, 'type', 'record', 'line') ?? ''))
  if (['meta', 'wallet', 'event', 'query'].includes(type)) return type
  if (field(line, 'target') !== undefined) return 'query'
  if (field(line, 'to') !== undefined) return 'event'
  return field(line, 'address') !== undefined ? 'wallet' : 'meta'
}

function ownersOf(event: Loose): string[] {
  const owner = field(event, 'wallet')
  if (owner !== undefined) return [toAddress(owner, 'event.wallet')]
  return [...new Set(toAddresses('event.from or event.to', field(event, 'from'), field(event, 'to')))]
}
