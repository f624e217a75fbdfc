import type { RiskReason, RiskRuleCode } from '@holdfast/sdk/errors'
import type { Format } from './format.js'

/** Sentences of a payment: its form, the check, and the page of a block. */
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
}
