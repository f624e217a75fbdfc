import type { RiskLevel } from '@holdfast/sdk/risk'
import { field, type Loose } from '../../tools/corpus/json.js'
import type { QueryLabels } from '../../tools/corpus/read.js'

/** What a judge says about one payment. */
export type Verdict = {
  level: RiskLevel
  /** The address that the payer probably means. */
  named?: string | undefined
  /** A reason says that the address is an impostor or a bait. */
  isPoisoning?: boolean | undefined
  /** A co-signer would refuse. */
  isVeto?: boolean | undefined
}

/** Answers of one judge to the queries of one class and variant. */
export type Count = {
  queries: number
  blocked: number
  warned: number
  /** Of those: warned for other reasons than an impostor or a bait, which chance can make an address look like. */
  warnedOtherwise: number
  safe: number
  /** Warned or blocked because of an impostor or a bait. */
  poisoning: number
  /** Blocked, or refused by a co-signer. */
  vetoed: number
  /** Of those with a genuine payee: how many reports named exactly that payee. */
  named: number
  withGenuine: number
}

/** Counts answers, and keeps a few that were wrong. */
export class Tally {
  readonly #counts = new Map<string, Map<string, Count>>()
  /** The first few of each kind of failure of the first judge. */
  readonly misses = new Map<string, string[]>()

  add(judge: string, labels: QueryLabels, verdict: Verdict, query: Loose): void {
    const { level, named, isPoisoning = level !== 'safe', isVeto = level === 'block' } = verdict
    const count = this.#open(judge, `${labels.class}|${labels.variant}`)
    count.queries++
    if (level === 'block') count.blocked++
    else if (level === 'warning') {
      count.warned++
      if (!isPoisoning) count.warnedOtherwise++
    } else count.safe++
    if (isPoisoning) count.poisoning++
    if (isVeto) count.vetoed++
    const isNamed = named?.toLowerCase() === labels.genuine
    if (labels.genuine !== undefined) {
      count.withGenuine++
      if (isNamed) count.named++
    }
    if (judge === 'Holdfast') this.#keep(labels, level, isNamed, query)
  }

  /** The sum over classes, of all variants or of those accepted. */
  sum(judge: string, accept: (name: string, variant: string) => boolean): Count {
    const sum = empty()
    for (const [key, count] of this.#counts.get(judge) ?? []) {
      const [name = '', variant = ''] = key.split('|')
      if (!accept(name, variant)) continue
      for (const field of Object.keys(sum) as (keyof Count)[]) sum[field] += count[field]
    }
    return sum
  }

  /** Classes in the order of the corpus, others after them. */
  classes(judge: string): string[] {
    const names = [...(this.#counts.get(judge)?.keys() ?? [])].map((key) => key.split('|')[0] ?? '')
    const rank = (name: string) => {
      const [, letter = '', number = '0'] = /^([A-Z])(\d*)/.exec(name) ?? []
      return `${'PHN'.indexOf(letter)}${number.padStart(3, '0')}${name}`
    }
    return [...new Set(names)].sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
  }

  variants(judge: string, name: string): string[] {
    return [...(this.#counts.get(judge)?.keys() ?? [])].flatMap((key) => {
      const [found, variant = ''] = key.split('|')
      return found === name ? [variant] : []
    })
  }

  #open(judge: string, key: string): Count {
    const counts = this.#counts.get(judge) ?? new Map<string, Count>()
    this.#counts.set(judge, counts)
    const count = counts.get(key) ?? empty()
    counts.set(key, count)
    return count
  }

  #keep(
    { class: name, variant, isPoisoned, genuine }: QueryLabels,
    level: string,
    isNamed: boolean,
    query: Loose,
  ): void {
    const wrong = isPoisoned
      ? level === 'safe' ||
        (name.startsWith('P1-') && level !== 'block') ||
        (genuine && !isNamed && !/^(P8|H)/.test(name))
      : level === 'block' || (level === 'warning' && !/^N[12]$/.test(name)) || (name === 'N11' && level !== 'safe')
    if (!wrong) return
    if (/^N[46]$/.test(name) && variant === 'unpaid' && level === 'warning') return
    const kind = `${name} ${variant} ${level}${isPoisoned && genuine && !isNamed ? ', other or none named' : ''}`
    const list = this.misses.get(kind) ?? []
    if (list.length < 3)
      list.push(
        `${String(field(query, 'id') ?? '')} ${String(field(query, 'sender'))} → ${String(field(query, 'target'))}`,
      )
    this.misses.set(kind, list)
  }
}

/** Wilson's interval of a share: of 95 %, where no other quantile of the normal distribution is given. */
export function wilson(hits: number, of: number, z = 1.959963984540054): [low: number, high: number] {
  if (of === 0) return [0, 1]
  const share = hits / of
  const middle = share + (z * z) / (2 * of)
  const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))
  const scale = 1 + (z * z) / of
  return [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)]
}

/**
 * Wilson's 99.9 % interval: a bar counts as refuted only where this interval is outside it. A run checks about sixty bars,
 * and several true rates lie just inside theirs, so 95 % would fail every few runs by chance.
 */
export function doubtful(hits: number, of: number): [low: number, high: number] {
  return wilson(hits, of, 3.290526731491895)
}

function empty(): Count {
  return {
    queries: 0,
    blocked: 0,
    warned: 0,
    warnedOtherwise: 0,
    safe: 0,
    poisoning: 0,
    vetoed: 0,
    named: 0,
    withGenuine: 0,
  }
}
