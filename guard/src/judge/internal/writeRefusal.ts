import type { GuardRefusal, RiskReport } from '@holdfast/sdk/errors'
import type { Address } from 'viem'

/** What a refusal is about. */
export type RefusalFacts = {
  code?: GuardRefusal | undefined
  report?: RiskReport | undefined
  /** Why, where there is no report. */
  sentence?: string | undefined
  /** Whose history is missing. */
  waitsFor?: Address | undefined
  retryAfterMs?: number | undefined
  /** How a person may decide otherwise. */
  hint?: string | undefined
}

/**
 * The text of a refusal: one line of plain ASCII that begins with `Holdfast:` and says all that matters in its first 100
 * characters, where some wallets cut it.
 */
export function writeRefusal({ code, report, sentence, waitsFor, retryAfterMs, hint }: RefusalFacts): string {
  const grounds = sentence ?? (waitsFor ? waitText(waitsFor, retryAfterMs) : report ? findingText(report) : 'refused.')
  const grant = code === undefined ? undefined : grantTexts[code]
  return asLine(['Holdfast:', grounds, grant, hint].filter(Boolean).join(' '))
}

const grantTexts: { readonly [code in GuardRefusal]?: string } = {
  grant_used: 'Another transaction has used the permission.',
  grant_mismatch: 'Another payment was allowed, not this one.',
}

function waitText(payer: Address, retryAfterMs: number | undefined): string {
  const when = retryAfterMs === undefined ? 'later' : `in ${Math.max(1, Math.ceil(retryAfterMs / 1_000))} s`
  return `cannot check yet: the history of ${shortened(payer)} is not complete. Try again ${when}.`
}

function findingText({ target, reasons }: RiskReport): string {
  const against = reasons.filter(({ severity }) => severity === 'block')
  const lookalike = against.find(({ lookalikeOf }) => lookalikeOf !== undefined)?.lookalikeOf
  if (lookalike) {
    const [paying, known] = shortenedPair(target, lookalike)
    return `${paying} resembles ${known}, which you know. Not the same.`
  }
  return `${shortened(target)}: ${(against[0] ?? reasons[0])?.message ?? 'refused.'}`
}

function shortened(address: Address, digits: number = 6): string {
  return `${address.slice(0, 2 + digits)}..${address.slice(-4)}`
}

/** Shows enough of two addresses for a difference to be seen, where a line has room for it. */
function shortenedPair(a: Address, b: Address): readonly [string, string] {
  const first = [...a.slice(2).toLowerCase()].findIndex((digit, i) => digit !== b.charAt(i + 2).toLowerCase())
  const digits = Math.min(Math.max(6, first + 2), 14)
  return [shortened(a, digits), shortened(b, digits)]
}

function asLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[^ -~]/g, '?')
}
