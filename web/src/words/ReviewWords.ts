import type { PlanChange } from '@holdfast/sdk/errors'
import type { StepName } from './Words.js'

/** Sentences of a payment that is reviewed: its plan, its steps, and what became of it. They come with the review. */
export type ReviewWords = {
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
    readonly changed: (what: string) => string
    readonly changes: { readonly [change in PlanChange]: string }
  }
  readonly progress: {
    readonly title: string
    readonly lead: string
    readonly step: Readonly<Record<StepName, string>>
    readonly phase: Readonly<Record<'checking' | 'simulate' | 'sign' | 'send' | 'confirm', string>>
    readonly leave: string
    readonly transaction: string
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
