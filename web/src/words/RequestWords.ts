import type { RequestProblem } from '@holdfast/sdk/requests'

/** Why a request is not paid. */
export type RequestFault = RequestProblem | 'expired' | 'not_yet' | 'signature_invalid' | 'other_chain' | 'own'

/** Sentences of a payment request as its payer sees it. */
export type RequestWords = {
  readonly title: (amount: string | undefined) => string
  readonly lead: string
  readonly loading: string
  readonly payee: string
  readonly name: string
  readonly reference: string
  readonly referenceHint: string
  readonly amount: string
  readonly amountHint: string
  readonly until: string
  readonly signed: Readonly<Record<'key' | 'contract', string>>
  readonly paid: { title: (count: number) => string; why: string; open: string; again: string }
  readonly review: string
  readonly fault: { readonly [fault in RequestFault]: { title: string; why: string } }
  readonly back: string
}
