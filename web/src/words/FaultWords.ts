import type { Advice, TransferUnavailableReason } from '@holdfast/sdk/errors'
import type { Format } from './format.js'

/** Name of each class of error that the library has: a new one without a sentence does not compile. */
type ErrorName = {
  [name in keyof Errors]: Errors[name] extends abstract new (
    ...parameters: never[]
  ) => { readonly name: infer literal }
    ? string extends literal
      ? never
      : literal & string
    : never
}[keyof Errors]

type Errors = typeof import('@holdfast/sdk/errors')

/** Sentences of errors in one language: what, and what to do. A page loads them after the first error. */
export type FaultWords = {
  readonly what: { readonly [name in ErrorName]: string }
  /** Of an error that the library did not throw. */
  readonly unexpected: string
  /** What the transaction did that a wallet has put in the place of another one. */
  readonly replaced: Readonly<Record<'asking' | 'nothing' | 'something', string>>
  /** Why a transfer does not allow something. */
  readonly unavailable: { readonly [reason in TransferUnavailableReason]: string }
  readonly todo: { readonly [kind in Advice['do']]: (advice: Extract<Advice, { do: kind }>, format: Format) => string }
}
