import { doubtful, type Tally, wilson } from './tally.js'

/** One bar, and whether it was reached. */
export type Bar = {
  measure: string
  /** The bar as text. */
  bar: string
  found: string
  interval: string
  reached: boolean
  /** Missed by more than chance explains: the whole interval is on the wrong side. */
  refuted: boolean
  /** What the number rests on, where that is less than it should be. */
  caution?: string | undefined
}

const judge = 'Holdfast'
/** P1 to P12; those after them have bars of their own. */
const isOlder = (name: string) => /^P([1-9]|1[0-2])(-|$)/.test(name)
/** Forged without any earlier payment these cannot be distinguished from P12, which must never be safe. */
const isWeaponOnly = (name: string, variant: string) => /^N[46]$/.test(name) && variant === 'unpaid'

/** Checks what the corpus can decide. A class without queries is not a bar. */
export function corpusBars(tally: Tally): Bar[] {
  const bars: Bar[] = []
  for (const name of ['P1-E', 'P1-B', 'P1-F']) {
    const { blocked, queries } = tally.sum(judge, (found, kind) => found === name && !kind.endsWith('dust among many'))
    bars.push(
      share(`blocked, ${name}`, blocked, queries, { bar: '≥ 99.9 %', accept: (at) => at >= 0.999, least: 5_000 }),
    )
  }
  const poisoned = tally.sum(judge, isOlder)
  bars.push(
    share('not safe, P1 to P12', poisoned.queries - poisoned.safe, poisoned.queries, {
      bar: '100 %',
      accept: (at) => at === 1,
    }),
  )
  const strangers = tally.sum(judge, (name) => /^N(1|2|10)$/.test(name))
  bars.push(
    share('blocked, N1, N2 and N10', strangers.blocked, strangers.queries, {
      bar: '≤ 1e-5',
      accept: (at) => at <= 1e-5,
      least: 300_000,
    }),
  )
  bars.push(...burden(tally))
  const known = tally.sum(judge, (name) => name === 'N11')
  bars.push(share('N11 answered safe', known.safe, known.queries, { bar: '100 %', accept: (at) => at === 1 }))
  for (const name of ['N4', 'N5', 'N6']) {
    const weapon = tally.sum(judge, (found) => found === name)
    bars.push(count(`blocked, ${name} (the firewall as a weapon)`, weapon.blocked, weapon.queries))
  }
  const named = tally.sum(judge, (name) => isOlder(name) && name !== 'P8' && name !== 'P12')
  bars.push(
    share('genuine payee named', named.named, named.withGenuine, { bar: '≥ 99.9 %', accept: (at) => at >= 0.999 }),
  )
  const unseen = tally.sum(judge, (name) => name === 'P8')
  bars.push(count('P8 answered safe', unseen.safe, unseen.queries))
  return bars.filter(({ found }) => found !== '')
}

/** Warnings per 1,000 honest payments, each class counting the same; members of a family, N7, are warned about by design. */
function burden(tally: Tally): Bar[] {
  const rates = ['N3', 'N4', 'N5', 'N6', 'N8', 'N9', 'N10', 'N11'].flatMap((name) => {
    const { warned, queries } = tally.sum(judge, (found, variant) => found === name && !isWeaponOnly(found, variant))
    return queries > 0 ? [{ name, rate: warned / queries, warned, queries }] : []
  })
  if (rates.length === 0) return []
  const rate = rates.reduce((sum, { rate }) => sum + rate, 0) / rates.length
  const loud = rates.filter(({ rate }) => rate > 0).map(({ name, rate }) => `${name} ${(rate * 1_000).toFixed(1)}`)
  // The mean of the intervals' ends: wider than it need be, and the classes stay equal.
  const end = (at: 0 | 1) =>
    rates.reduce((total, { warned, queries }) => total + wilson(warned, queries)[at], 0) / rates.length
  return [
    {
      measure: 'warnings per 1,000 benign sends, N3 to N11 but N7',
      bar: '≤ 5',
      found: `${(rate * 1_000).toFixed(2)}${loud.length > 0 ? ` (${loud.join(', ')})` : ''}`,
      interval: `${(end(0) * 1_000).toFixed(2)}–${(end(1) * 1_000).toFixed(2)}`,
      reached: rate <= 0.005,
      refuted: end(0) > 0.005,
    },
  ]
}

function share(
  measure: string,
  hits: number,
  of: number,
  { bar, accept, least = 0 }: { bar: string; accept: (share: number) => boolean; least?: number },
): Bar {
  return {
    measure,
    bar,
    found: of === 0 ? '' : `${percent(hits / of)} of ${of.toLocaleString('en')}`,
    interval: wilson(hits, of).map(percent).join('–'),
    reached: of > 0 && accept(hits / of),
    refuted: of > 0 && !accept(hits / of) && !doubtful(hits, of).some(accept),
    caution: of < least ? `wants ${least.toLocaleString('en')} queries` : undefined,
  }
}

function count(measure: string, hits: number, of: number, least = 0): Bar {
  return {
    measure,
    bar: '0',
    found: of === 0 ? '' : `${hits} of ${of.toLocaleString('en')}`,
    interval: `0–${wilson(hits, of)[1].toExponential(1)}`,
    reached: hits === 0,
    refuted: hits > 0,
    caution: of < least ? `wants ${least.toLocaleString('en')} queries` : undefined,
  }
}

/** A share in per cent, with as many digits as matter near 0 and near 100. */
export function percent(value: number): string {
  const digits = value > 0 && value < 0.01 ? 4 : value > 0.99 && value < 1 ? 3 : 1
  return `${Number((value * 100).toFixed(digits))} %`
}
