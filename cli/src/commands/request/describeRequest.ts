import type { PaymentRequest, VerifiedPaymentRequest } from '@holdfast/sdk/requests'
import { addressWords } from '@holdfast/sdk/words'
import { describeChain } from '../../chain/describeChain.js'
import { writeAmount } from '../../input/readAmount.js'

/** What a request asks for, label and value. */
export function describeRequest(request: PaymentRequest): (readonly [label: string, value: string])[] {
  const { payee, chainId, amount, reference, notBefore, expires } = request
  return [
    ['payee', payee],
    ['words', addressWords(payee).join(' ')],
    ['amount', amount === 0n ? 'the payer chooses' : writeAmount(amount)],
    // The payee's own text, printable ASCII: a quotation mark in it must not end it.
    ['reference', reference === '' ? 'none' : JSON.stringify(reference)],
    ['from', notBefore.toISOString()],
    ['until', expires.toISOString()],
    ['chain', describeChain(chainId)],
  ]
}

/** What the signature of a request means, in one sentence each. */
export function describeProof(signedBy: VerifiedPaymentRequest['signedBy']): readonly string[] {
  return [
    signedBy === 'key'
      ? 'The key of the payee has signed this. That does not prove who holds the key.'
      : 'The contract of the payee accepts the signature now, and can answer otherwise later. That does not prove who controls it.',
    'Compare the words with the payee over another channel.',
  ]
}
