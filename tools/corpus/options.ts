import { type CorpusOptions, FULL_SIZES, sizesOf } from './generate.js'
import { parseSeed, type Seed } from './stream.js'
import { CORPUS_CLASSES, type CorpusClass } from './types.js'

/** Published, for development. An acceptance run brings its own. */
export const DEVELOPMENT_SEED: Seed = 0x5eed_2026_1120_0001n

/** Wallets of a development run. */
const developmentWallets = 2_000

/**
 * Reads `--seed`, `--wallets`, `--scale` and `--classes`.
 *
 * @throws When a value is invalid.
 */
export function readCorpusOptions(values: Readonly<Record<string, unknown>>): CorpusOptions {
  const wallets = Number(values.wallets ?? developmentWallets)
  if (!Number.isSafeInteger(wallets) || wallets < 1) throw new Error(`--wallets ${values.wallets} is not a count.`)
  const scale = Number(values.scale ?? 1)
  if (!(scale > 0)) throw new Error(`--scale ${values.scale} is not a positive number.`)
  const names = values.classes === undefined ? undefined : String(values.classes).split(',')
  const unknown = names?.find((name) => !CORPUS_CLASSES.includes(name as CorpusClass))
  if (unknown !== undefined) throw new Error(`--classes: ${unknown} is none of ${CORPUS_CLASSES.join(', ')}.`)
  const scaled = Object.entries(FULL_SIZES)
    .filter(([name]) => !names || names.includes(name))
    .map(([name, size]) => [name, Math.ceil(size * scale)])
  return {
    seed: values.seed === undefined ? DEVELOPMENT_SEED : parseSeed(String(values.seed)),
    wallets,
    sizes: Object.fromEntries(scaled),
  }
}

/** Two per cent of {@link FULL_SIZES}. */
export const SLICE_SIZES = sizesOf({ standard: 100, other: 20, benign: 40, strangers: 2_000 })
