import type { ErrorEffect, PlanChange, RiskReason, RiskRuleCode } from '@holdfast/sdk/errors'
import type { LinkState } from '@holdfast/sdk/links'
import type { TransferStatus } from '@holdfast/sdk/transfer'
import type { Drift } from '../wallets/usePin.js'
import type { Format } from './format.js'

/** Why a recipient cannot be read. */
export type RecipientFault =
  | 'hidden_character'
  | 'foreign_character'
  | 'length'
  | 'checksum'
  | 'not_an_address'
  | 'own_address'

/** Why an amount cannot be read. */
export type AmountFault = 'not_a_number' | 'two_meanings' | 'too_small' | 'too_precise' | 'more_than_balance'

/** Why a button waits. */
export type Waiting =
  | 'wallet'
  | 'network'
  | 'contract'
  | 'recipient'
  | 'amount'
  | 'checking'
  | 'offline'
  | 'middle'
  | 'drift'
  | 'code'
  | 'busy'
  | 'fields'
  | 'balance'
  | 'refused'
  | 'own_address'
  | 'address'

/** What became of a claim that has not paid. */
export type ClaimFault =
  | 'wrong_code'
  | 'locked'
  | 'not_pending'
  | 'expired'
  | 'unknown'
  | 'other_recipient'
  | 'invalid_signature'
  | 'token_refused'
  | 'foreign_verifier'

/** The steps of a payment as a person sees them. */
export type StepName = 'checking' | 'register' | 'approve' | 'sign' | 'lock' | 'other'

/**
 * Every sentence of the application in one language. Where the library has a code, the row of that code is required here, so a code
 * without words does not compile.
 */
export type Words = {
  /** A language tag, for numbers and dates. */
  readonly locale: string
  readonly app: {
    readonly skip: string
    readonly pages: string
    readonly pay: string
    readonly claim: string
    readonly boxes: string
    readonly bridge: string
    readonly hub: string
    readonly receive: string
    readonly activity: string
    readonly people: string
    readonly links: string
    readonly settings: string
    readonly more: string
    readonly language: string
    readonly theme: string
    readonly themes: Readonly<Record<'system' | 'light' | 'dark', string>>
    readonly build: (version: string) => string
    readonly testNetwork: string
    readonly notFound: { title: string; why: string; back: string }
    readonly broken: { title: string; why: string; otherWhy: string; reload: string }
    readonly framed: { title: string; why: string; open: string }
    readonly notKept: { title: string; why: string }
    readonly offline: string
    readonly waiting: string
    readonly copy: string
    readonly copied: string
    readonly details: string
    readonly burner: string
  }
  readonly wallet: {
    readonly connect: string
    readonly title: string
    readonly asking: string
    readonly none: { title: string; why: string; phone: string }
    readonly claims: string
    readonly browser: string
    readonly burner: string
    readonly burnerWhy: string
    readonly own: string
    readonly disconnect: string
    readonly close: string
    readonly connected: (account: string) => string
    readonly failed: string
    readonly wrongNetwork: (network: string | undefined) => string
    readonly switchTo: (network: string) => string
    readonly noContract: (network: string) => string
    readonly drift: Readonly<Record<Drift, string>>
  }
  readonly address: {
    readonly words: string
    readonly wordsHint: string
    readonly wordsOwn: string
    readonly differ: (count: number, endsAreSame: boolean) => string
    readonly middle: (first: number, second: number) => string
    readonly middleHint: string
    readonly middleWrong: string
  }
  readonly recipient: Readonly<Record<RecipientFault, string>>
  readonly amount: Readonly<Record<AmountFault, (format: Format) => string>>
  readonly wait: Readonly<Record<Waiting, string>>
  readonly firewall: {
    readonly checking: string
    readonly safe: string
    readonly warning: string
    readonly unanswered: string
    readonly again: string
    readonly decide: string
    readonly reason: { readonly [code in RiskRuleCode]: (reason: RiskReason, format: Format) => string }
  }
  readonly send: {
    readonly title: string
    readonly lead: string
    readonly recipient: string
    readonly recipientHint: string
    readonly amount: string
    readonly balance: (amount: string) => string
    readonly time: string
    readonly timeHint: string
    readonly times: Readonly<Record<'hour' | 'day' | 'week', string>>
    readonly review: string
    readonly preparing: string
    readonly unfinished: (count: number) => string
    readonly goOn: string
    readonly claimLink: string
    readonly clipboardChanged: { title: string; why: string }
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
    readonly sentence: (facts: { amount: string; time: string }) => string
    readonly to: string
    readonly amount: string
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
  readonly swapped: {
    readonly title: string
    readonly lead: string
    readonly shown: string
    readonly mined: string
    readonly amounts: (shown: string, mined: string) => string
    readonly cancel: string
    readonly cancelled: string
    readonly cancelledWhy: string
    readonly after: string
  }
  readonly claim: {
    readonly title: string
    readonly lead: string
    readonly link: string
    readonly linkHint: string
    readonly linkWrong: string
    readonly open: string
    readonly card: (amount: string) => string
    readonly from: string
    readonly fromHint: string
    readonly to: string
    readonly toOwn: string
    readonly toOther: string
    readonly until: string
    readonly fee: string
    readonly costs: string
    readonly free: string
    readonly code: string
    readonly codeHint: string
    readonly press: string
    readonly pressWallet: string
    readonly own: string
    readonly pressed: string
    readonly done: { title: (amount: string) => string; why: string }
    readonly asksAgain: string
    readonly attempts: (left: number) => string
    readonly fault: Readonly<Record<ClaimFault, string>>
    readonly state: { readonly [state in Exclude<LinkState, 'open'>]: { title: string; why: string } }
    readonly missing: { title: string; why: string }
    readonly otherChain: { title: string; why: string }
  }
  readonly transfer: {
    readonly title: (id: string) => string
    readonly status: { readonly [status in TransferStatus]: string }
    readonly overdue: string
    readonly lockedWhy: string
    readonly asOf: (time: string) => string
    readonly code: {
      title: string
      why: string
      never: string
      copyNow: string
      copy: string
      link: string
      linkWith: string
      linkWithWhy: string
      otherAccount: string
      notKept: string
    }
    readonly actions: string
    readonly readOnly: string
    readonly cancel: string
    readonly cancelWhy: string
    readonly rekey: string
    readonly rekeyWhy: string
    readonly giveBack: string
    readonly giveBackWhy: string
    readonly confirm: string
    readonly keep: string
    readonly lost: Readonly<Record<'claimed' | 'cancelled' | 'returned', string>>
    readonly missing: { title: string; why: string }
  }
  /** Of an error, until the words of the errors are there. */
  readonly effect: { readonly [effect in ErrorEffect]: string }
}
