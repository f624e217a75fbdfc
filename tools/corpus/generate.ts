import { createHash } from 'node:crypto'
import { BENIGN_SCENES } from './benign.js'
import { BYPASS_SCENES } from './bypasses.js'
import { POISONED_SCENES } from './poisoned.js'
import type { Scene } from './scene.js'
import { type Seed, Stream } from './stream.js'
import { BAIT_MIX, HARD_MATCHES, MATCH_TABLE, PARAMETERS } from './tables.js'
import { CORPUS_CLASSES, type CorpusCase, type CorpusClass, type CorpusLine, type CorpusMeta } from './types.js'
import { WalletBuilder } from './wallet.js'
import { WEAPON_SCENES } from './weapons.js'

/** Changes whenever the same seed gives another corpus. */
const corpusVersion = 2

/** Queries by class. */
export type CorpusSizes = Readonly<Partial<Record<CorpusClass, number>>>

export type CorpusOptions = {
  seed: Seed
  wallets: number
  /** A class left out has no queries, and changes nothing in the others. */
  sizes: CorpusSizes
  /** Makes the wallets of many payees smaller, for tests.
   * @default no limit */
  mostPayees?: number | undefined
}

/**
 * Enough to judge every bar: 5,000 of each distribution, 300,000 honest strangers, and 20,000 of N19, where chance alone warns
 * about 0.069 % of the payments in a corpus without other classes, and about 0.107 % in the whole one, by the exact sum over its
 * wallets: the queries of the other classes add some 35 payees to each wallet. The bar is 0.1 %. 95 % of it are senders of dust who
 * share four characters at one end with one of at most 1,000 payees, which must warn (P20).
 */
export const FULL_SIZES: CorpusSizes = {
  ...sizesOf({ standard: 5_000, other: 1_000, benign: 2_000, strangers: 100_000 }),
  N19: 20_000,
}

/** The sizes of all classes at once. */
export function sizesOf(size: { standard: number; other: number; benign: number; strangers: number }): CorpusSizes {
  return Object.fromEntries(
    CORPUS_CLASSES.map((name) => {
      if (['N1', 'N2', 'N10'].includes(name)) return [name, size.strangers]
      if (name.startsWith('P1-')) return [name, size.standard]
      return [name, name.startsWith('N') ? size.benign : size.other]
    }),
  )
}

/** The line that says what a corpus was made from. */
export function corpusMeta({ seed, wallets, sizes }: CorpusOptions): CorpusMeta {
  const parameters = JSON.stringify({ PARAMETERS, MATCH_TABLE, HARD_MATCHES, BAIT_MIX, sizes })
  return {
    type: 'meta',
    version: corpusVersion,
    seed: `0x${seed.toString(16)}`,
    parameters: createHash('sha256').update(parameters).digest('hex'),
    wallets,
    grouped: true,
  }
}

/** A corpus, one wallet at a time. */
export function* generateCorpus(options: CorpusOptions): Generator<CorpusCase> {
  const { seed, wallets, mostPayees } = options
  const strata = layStrata(wallets, mostPayees)
  const plan = layPlan(options, strata)
  for (let index = 0; index < wallets; index++) {
    const builder = new WalletBuilder(seed, index, strata.get(index))
    const asked = plan.get(index) ?? []
    const ask = ([name, query]: readonly [CorpusClass, number]) =>
      scenes[name]({ builder, stream: new Stream(seed, `query/${name}/${query}`), class: name, index: query })
    // Strangers add nothing to the history, so they are made on demand.
    const made = asked.filter(([name]) => !isStranger(name)).map(ask)
    const later = asked.filter(([name]) => isStranger(name))
    yield {
      wallet: builder.toWallet(),
      events: builder.events,
      queries: [...made, ...later.map(ask)],
    }
  }
}

/** The same as JSON lines, in the order in which they can be read without keeping them. */
export function* corpusLines(options: CorpusOptions): Generator<CorpusLine> {
  yield corpusMeta(options)
  for (const { wallet, events, queries } of generateCorpus(options)) {
    yield wallet
    yield* events
    yield* queries
  }
}

const scenes: Readonly<Record<CorpusClass, Scene>> = {
  ...POISONED_SCENES,
  ...BYPASS_SCENES,
  ...BENIGN_SCENES,
  ...WEAPON_SCENES,
}

function isStranger(name: CorpusClass): boolean {
  return name === 'N1' || name === 'N2' || name === 'N10'
}

/** Payees of the wallets with a fixed number of them, at least one wallet of each. They come first. */
export function layStrata(wallets: number, most = Number.POSITIVE_INFINITY): Map<number, number> {
  const strata = new Map<number, number>()
  for (const { payees, share } of PARAMETERS.strata)
    for (let more = Math.max(1, Math.round(wallets * share)); more > 0; more--)
      strata.set(strata.size, Math.min(payees, most))
  return strata
}

/**
 * Which wallet is asked which queries. Every tenth goes to a wallet of a stratum, each stratum in turn; the payees of
 * N10 are always of the largest.
 */
function layPlan(
  { wallets, sizes }: CorpusOptions,
  strata: ReadonlyMap<number, number>,
): Map<number, (readonly [CorpusClass, number])[]> {
  const plan = new Map<number, (readonly [CorpusClass, number])[]>()
  const sizesOfStrata = [...new Set(strata.values())]
  const groups = sizesOfStrata.map((payees) => [...strata].flatMap(([at, size]) => (size === payees ? at : [])))
  const ordinary = Math.max(0, wallets - strata.size)
  for (const name of CORPUS_CLASSES)
    for (let query = 0; query < (sizes[name] ?? 0); query++) {
      const wallet = walletOf(name, query)
      const list = plan.get(wallet)
      if (list) list.push([name, query])
      else plan.set(wallet, [[name, query]])
    }
  return plan

  function walletOf(name: CorpusClass, query: number): number {
    const every = PARAMETERS.stratumEvery
    const turn = Math.floor(query / every)
    const isStratum = name === 'N10' || ordinary === 0 || query % every === every - 1
    if (!isStratum) return strata.size + ((offsetOf(name) + query - turn) % ordinary)
    const group = (name === 'N10' ? groups.at(-1) : groups[turn % groups.length]) ?? [0]
    return group[(name === 'N10' ? query : Math.floor(turn / groups.length)) % group.length] ?? 0
  }
}

/** Where a class starts among the wallets: fixed by its name, so that no class moves another. */
function offsetOf(name: CorpusClass): number {
  return createHash('sha256').update(name).digest().readUInt32BE(0)
}
