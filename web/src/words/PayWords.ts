import type { PlanChange, RiskReason, RiskRuleCode } from '@holdfast/sdk/errors'
import type { Format } from './format.js'
import type { StepName } from './Words.js'

/** Sentences of a payment: its form, the check, the review, and what became of it. */
export type PayWords = {
  readonly firewall: {
    readonly checking: string
    readonly safe: string
    readonly warning: string
    readonly unanswered: string
    readonly decide: string
    readonly reason: { readonly [code in RiskRuleCode]: (reason: RiskReason, format: Format) => string }
  }
  readonly send: {
    readonly title: string
    readonly lead: string
    readonly recipient: string
    readonly recipientHint: string
    readonly scan: string
    readonly time: string
    readonly timeHint: string
    readonly times: Readonly<Record<'hour' | 'day' | 'week', string>>
    readonly review: string
    readonly preparing: string
    readonly unfinished: (count: number) => string
    readonly goOn: string
    readonly claimLink: string
    readonly clipboardChanged: { title: string; why: string; labels: { pasted: string; arrived: string } }
  }
  readonly block: {
    readonly title: string
    readonly titleChanged: string
    readonly lead: string
    readonly leadUndecided: string
    readonly leadIncomplete: string
    readonly paying: string
    readonly known: string
    readonly back: string
    readonly told: string
    readonly toldWhy: string
    readonly goOn: string
    readonly reasons: string
  }
  readonly review: {
    readonly title: string
    readonly sentence: (facts: { amount: string; time: string; name: string | undefined }) => string
    readonly to: string
    readonly time: string
    readonly until: (time: string, moment: string) => string
    readonly fee: string
    readonly noFee: string
    readonly network: string
    readonly atMost: (amount: string) => string
    readonly change: (what: string) => string
    readonly changeShort: string
    readonly wallet: (count: number) => string
    readonly call: (call: { functionName: string; amount: string | undefined }) => string
    readonly contract: (name: 'transfer' | 'usdc' | undefined) => string
    readonly send: (amount: string) => string
    readonly declined: string
    readonly changed: string
    readonly changes: { readonly [change in PlanChange]: string }
  }
  readonly progress: {
    readonly title: string
    readonly lead: string
    readonly step: Readonly<Record<StepName, string>>
    readonly phase: Readonly<Record<'checking' | 'simulate' | 'sign' | 'send' | 'confirm', string>>
    readonly leave: string
    readonly transaction: string
    readonly silent: string
    readonly closed: string
    readonly resumeTitle: string
    readonly looking: string
    readonly notFound: string
    readonly lookAgain: string
    readonly giveUpTitle: string
    readonly giveUp: string
    readonly giveUpWhy: string
    readonly gone: string
  }
}
