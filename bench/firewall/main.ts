/**
 * How many poisoned payments the firewall stops, how many honest ones it disturbs, and what a check costs, beside the
 * rules that others have published. Run by `npm run bench:firewall`.
 *
 * `--strict` exits with 1 when a bar is missed by more than chance explains. Its seed comes from the commit's hash, so that
 * no one has tuned on it; `SEED` in the environment repeats one.
 *
 * `--seed N`, `--wallets N`, `--scale F` and `--classes A,B` choose another corpus of ours, `--corpus file.jsonl` reads
 * another one, `--no-cost` leaves the times out, `--write` puts the table into `bench/README.md`.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { corpusMeta, generateCorpus } from '../../tools/corpus/generate.js'
import { readCorpusOptions } from '../../tools/corpus/options.js'
import { readCorpus } from '../../tools/corpus/read.js'
import { commitSeed } from '../../tools/seed.js'
import { attackBars } from './attackBars.js'
import { type Bar, corpusBars } from './bars.js'
import { measureCold, printCold } from './cold.js'
import { costBars, measureCost, printCost } from './cost.js'
import { countBlockedStrangers, falseBlockBars, measureFalseBlocks } from './falseBlocks.js'
import { judgeFaults } from './faults.js'
import { HOLDFAST, judgeCase } from './judge.js'
import { writeReadme } from './readme.js'
import { BASELINES } from './rules.js'
import { printBars, printClasses } from './table.js'
import { Tally } from './tally.js'
import { measureThefts, theftBars } from './thefts.js'

/** Of addresses that resemble no reference. */
const plainDraws = 200_000

const start = performance.now()
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    wallets: { type: 'string' },
    scale: { type: 'string' },
    classes: { type: 'string' },
    corpus: { type: 'string' },
    'no-cost': { type: 'boolean' },
    strict: { type: 'boolean' },
    write: { type: 'boolean' },
  },
})

const { version: viemVersion } = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('viem/package.json')), 'utf8'),
)
const machine = `${cpus()[0]?.model} × ${cpus().length}, Node ${process.version}, viem ${viemVersion}`

const options = readCorpusOptions({ ...values, seed: values.seed ?? (values.strict ? strictSeed() : undefined) })
const { seed, wallets, parameters } = corpusMeta(options)
const source = values.corpus
  ? `corpus ${values.corpus}`
  : `seed ${seed}, ${wallets.toLocaleString('en')} wallets, parameters ${parameters.slice(0, 12)}`
console.log(`firewall: ${source}\n${machine}\n`)

const judges = [HOLDFAST, ...BASELINES]
const tally = new Tally()
for await (const one of values.corpus ? readCorpus(values.corpus) : generateCorpus(options))
  judgeCase(one, judges, tally)

const table = printClasses(
  tally,
  judges.map(({ name }) => name),
)
console.log(table.text)
for (const [kind, queries] of tally.misses) console.log(`  ${kind}: for example\n    ${queries.join('\n    ')}`)

const bars: Bar[] = [
  ...corpusBars(tally),
  ...attackBars(tally),
  ...(values.classes === undefined ? await rarities() : []),
]
let costLines: string[] = []
if (!values['no-cost']) {
  const cost = await measureCost()
  costLines = [...printCost(cost), '', ...printCold(await measureCold(100_000))]
  console.log(`\n${costLines.join('\n')}`)
  bars.push(...costBars(cost))
}
console.log(`\n${printBars(bars)}`)

const seconds = ((performance.now() - start) / 1_000).toFixed(0)
const missed = bars.filter(({ reached }) => !reached)
console.log(`\n${seconds} s; ${missed.length === 0 ? 'every bar reached' : `missed: ${missed.length}`}`)
if (values.write) writeReadme({ source, machine, table: table.markdown, bars, costLines })
process.exitCode = values.strict && missed.some(({ refuted }) => refuted) ? 1 : 0

/** What no class of the corpus covers. */
async function rarities(): Promise<Bar[]> {
  const { seed } = options
  return [
    ...theftBars(measureThefts(seed)),
    ...falseBlockBars(measureFalseBlocks(seed), countBlockedStrangers(seed, plainDraws)),
    ...(await judgeFaults(seed)),
  ]
}

/** The seed that `SEED` names, or that of the commit. */
function strictSeed(): string {
  const hash = () => execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
  return process.env.SEED ?? String(commitSeed(hash()))
}
