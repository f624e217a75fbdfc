import type { PaymentRequest } from '@holdfast/sdk/requests'
import { addressWords } from '@holdfast/sdk/words'
import { describeChain } from '../chain/describeChain.js'
import { writeAmount } from '../input/readAmount.js'

/** What a request asks for, label and value. */
export function describeRequest(request: PaymentRequest): (readonly [label: string, value: string])[] {
  const { payee, chainId, amount, reference, notBefore, expires } = request
  return [
    ['payee', payee],
    ['words', addressWords(payee).join(' ')],
    ['amount', amount === 0n ? 'the payer chooses' : writeAmount(amount)],
    // The payee's own text; the format allows printable ASCII only.
    ['reference', reference === '' ? 'none' : `"${reference}"`],
    ['from', notBefore.toISOString()],
    ['until', expires.toISOString()],
    ['chain', describeChain(chainId)],
  ]
}

/** What the signature of a request means, in one sentence each. */
export const REQUEST_MEANING = [
  'The key of the payee has signed this. That does not prove who holds the key.',
  'Compare the words with the payee by another way.',
] as const
