import { type Bar, percent } from './bars.js'
import { type Count, doubtful, type Tally, wilson } from './tally.js'

/** Bars for the ways past an earlier engine, and for the ways to turn it against an honest payee. */
export function attackBars(tally: Tally): Bar[] {
  return table.flatMap(({ measure, of, variant, hits, atMost, atLeast }) => {
    const count = tally.sum('Holdfast', (name, kind) => of.includes(name) && (variant?.(kind) ?? true))
    if (count.queries === 0) return []
    const [found, share] = [count[hits], count[hits] / count.queries]
    const isWithin = (at: number) => at <= (atMost ?? 1) && at >= (atLeast ?? 0)
    const isCount = atMost === undefined && atLeast === undefined
    return {
      measure,
      bar: isCount ? '0' : atMost === undefined ? `≥ ${percent(atLeast ?? 1)}` : `≤ ${percent(atMost)}`,
      found: isCount
        ? `${found} of ${count.queries.toLocaleString('en')}`
        : `${percent(share)} of ${count.queries.toLocaleString('en')}`,
      interval: wilson(found, count.queries).map(percent).join('–'),
      reached: isCount ? found === 0 : isWithin(share),
      refuted: isCount ? found > 0 : !isWithin(share) && !doubtful(found, count.queries).some(isWithin),
    }
  })
}

type Row = {
  measure: string
  of: readonly string[]
  variant?: (variant: string) => boolean
  hits: keyof Count
  /** Without `atMost` and `atLeast` there may be no hit. */
  atMost?: number
  atLeast?: number
}

const isFew = (variant: string) => !variant.endsWith('many payees')
const isGrindable = (variant: string) => isFew(variant) && variant !== 'beyond grinding'
const isDecided = (variant: string) => isFew(variant) && variant !== 'percent, paid first'
const isProvable = (variant: string) => /18 shared|two paid/.test(variant)

const table: readonly Row[] = [
  { measure: 'P2, P3, P4 and P10 blocked', of: ['P2', 'P3', 'P4', 'P10'], hits: 'blocked', atLeast: 0.95 },
  { measure: 'P11, without a bait, blocked', of: ['P11'], hits: 'blocked', atLeast: 0.84 },
  { measure: 'P13 contract lookalike answered safe', of: ['P13'], variant: isFew, hits: 'safe' },
  { measure: 'P13 blocked, up to 1,000 payees', of: ['P13'], variant: isGrindable, hits: 'blocked', atLeast: 0.99 },
  { measure: 'P14 6 + 6 of a vanity payee blocked', of: ['P14'], hits: 'blocked', atLeast: 0.999 },
  { measure: 'P15 impostor paid a little, answered safe', of: ['P15'], hits: 'safe' },
  { measure: 'P15 blocked, but for undecided pairs', of: ['P15'], variant: isDecided, hits: 'blocked', atLeast: 0.99 },
  {
    measure: 'N12 its genuine payee blocked',
    of: ['N12'],
    variant: (kind) => kind !== 'overtaken',
    hits: 'blocked',
  },
  { measure: 'P16 NFT, native and self-signed baits blocked', of: ['P16'], hits: 'blocked', atLeast: 0.99 },
  { measure: 'P17 payee has only paid the payer, silent', of: ['P17'], hits: 'safe', atMost: 0.01 },
  {
    measure: 'P18 recipients of mints and splits, blocked',
    of: ['P18'],
    variant: isFew,
    hits: 'blocked',
    atLeast: 0.99,
  },
  { measure: 'P19 three answers forget a bait', of: ['P19'], hits: 'safe' },
  { measure: 'P20 four characters at one end, baited, silent', of: ['P20'], variant: isFew, hits: 'safe' },
  { measure: 'H2 confusable characters, silent', of: ['H2'], variant: isFew, hits: 'safe' },
  { measure: 'P21 payee paid less than a dollar, silent', of: ['P21'], hits: 'safe' },
  {
    measure: 'P22 payee advertised before it was paid, blocked',
    of: ['P22'],
    variant: isFew,
    hits: 'blocked',
    atLeast: 0.97,
  },
  { measure: 'N15 refunds blocked', of: ['N15'], hits: 'blocked' },
  { measure: 'N16 payee once signed nothing, blocked', of: ['N16'], hits: 'blocked', atMost: 0.001 },
  {
    measure: 'N17 deployed factory members blocked',
    of: ['N17'],
    variant: (kind) => kind.startsWith('deployed') && isProvable(kind),
    hits: 'blocked',
    atMost: 0.01,
  },
  {
    measure: 'N17 undeployed, 18 characters or two paid, blocked',
    of: ['N17'],
    variant: (kind) => kind.startsWith('undeployed') && isProvable(kind),
    hits: 'blocked',
    atMost: 0.01,
  },
  // Chance resemblances are in the next row.
  { measure: 'N18 second payment after a claim, warned for its age', of: ['N18'], hits: 'warnedOtherwise' },
  {
    measure: 'poisoning warnings, everyday payments',
    of: ['N1', 'N2', 'N3', 'N8', 'N9', 'N10', 'N11', 'N13', 'N15', 'N18', 'N19'],
    variant: (kind) => !kind.endsWith('answers only'),
    hits: 'poisoning',
    atMost: 0.001,
  },
  { measure: 'N19 four everyday shapes, warned', of: ['N19'], hits: 'poisoning', atMost: 0.001 },
  {
    measure: 'weapons: honest payees blocked or vetoed',
    of: ['N4', 'N5', 'N6', 'N12', 'N13', 'N14', 'N20', 'N21', 'N22'],
    variant: (kind) => kind !== 'overtaken',
    hits: 'vetoed',
    atMost: 0.001,
  },
]
