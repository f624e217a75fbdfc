import type { ErrorEffect } from '@holdfast/sdk/errors'
import type { Busy } from '../journal/withFlowLock.js'
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
  | 'quote'
  | 'plan'
  | 'offline'
  | 'middle'
  | 'drift'
  | 'code'
  | 'fields'
  | 'balance'
  | 'refused'
  | 'own_address'
  | 'address'
  | 'open'

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
    readonly release: { title: string; why: string; press: string }
    readonly asOf: (time: string) => string
    readonly offline: string
    readonly waiting: string
    readonly again: string
    readonly copy: string
    readonly copied: string
    readonly noQr: string
    readonly details: string
    readonly burner: string
    /** Above a list of payments whose outcome is open. */
    readonly unfinished: (count: number) => string
    readonly goOn: string
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
    readonly silent: string
    readonly closed: string
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
  readonly field: {
    readonly amount: string
    readonly balance: (amount: string) => string
  }
  readonly amount: Readonly<Record<AmountFault, (format: Format) => string>>
  readonly wait: Readonly<Record<Waiting, string>>
  readonly busy: Readonly<Record<Busy, string>>
  /** Of an error, until the words of the errors are there. */
  readonly effect: { readonly [effect in ErrorEffect]: string }
}
