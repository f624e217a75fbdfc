import { generateCorpus, sizesOf } from '../../tools/corpus/generate.js'
import type { Seed } from '../../tools/corpus/stream.js'
import { toMarkdown } from '../markdown.js'
import { HOLDFAST, type Judge, judgeCase } from './judge.js'
import { PUBLISHED_RULES, publishedJudge } from './rules.js'
import { Tally } from './tally.js'

const seed: Seed = 0xd0c5n

const rows: readonly { name: string; of: readonly string[]; variant?: (variant: string) => boolean }[] = [
  { name: 'thefts as on Ethereum, 2022 to 2024', of: ['P1-E'] },
  { name: 'thefts as on BNB Chain, 2022 to 2024', of: ['P1-B'] },
  { name: 'thefts as in the feed of 2025', of: ['P1-F'] },
  { name: 'the payee is known from elsewhere', of: ['P2', 'P3', 'P4', 'P10', 'P18'] },
  { name: 'the impostor is a contract', of: ['P7', 'P13'], variant: (kind) => kind !== 'beyond grinding' },
  { name: 'the payee has a vanity address', of: ['P14'] },
  { name: 'the impostor was paid before', of: ['P5', 'P15'] },
  { name: 'the payee has only paid the payer', of: ['P17'] },
  { name: 'first payments to strangers', of: ['N1', 'N2', 'N10'] },
  { name: 'known payees', of: ['N9', 'N11'] },
  { name: 'refunds, rewards, relayed records', of: ['N3', 'N8', 'N15', 'N16', 'N19'] },
  { name: 'members of a vanity factory', of: ['N17'], variant: (kind) => /18 shared|two paid/.test(kind) },
  {
    name: 'records forged about honest payees',
    of: ['N4', 'N5', 'N6', 'N13', 'N14', 'N20', 'N21'],
    variant: (kind) => !kind.endsWith('answers only'),
  },
  { name: 'payees whose impostor was paid a little', of: ['N12'], variant: (kind) => kind !== 'overtaken' },
]

/** What share of each kind of payment Holdfast and the published rules stop, over the same small corpus. */
export function ruleTable(): string {
  const judges: readonly Judge[] = [HOLDFAST, ...PUBLISHED_RULES.map(publishedJudge)]
  const tally = new Tally()
  const sizes = sizesOf({ standard: 200, other: 60, benign: 72, strangers: 300 })
  for (const one of generateCorpus({ seed, wallets: 60, sizes, mostPayees: 1_000 })) judgeCase(one, judges, tally)
  const head = ['payments', 'Holdfast blocks', 'or warns', ...PUBLISHED_RULES.map(({ by, name }) => `${by}: ${name}`)]
  const body = rows.map(({ name, of, variant }) => {
    const sum = (judge: string) => tally.sum(judge, (found, kind) => of.includes(found) && (variant?.(kind) ?? true))
    const ours = sum('Holdfast')
    return [
      name,
      whole(ours.blocked, ours.queries),
      whole(ours.blocked + ours.warned, ours.queries),
      ...PUBLISHED_RULES.map((rule) => whole(sum(rule.name).blocked, ours.queries)),
    ]
  })
  return toMarkdown([head, ...body])
}

function whole(hits: number, of: number): string {
  return `${Math.round((100 * hits) / of)} %`
}
