import {
  type PaymentRequest,
  readPaymentRequest,
  type SignedPaymentRequest,
  type VerifiedPaymentRequest,
} from '@holdfast/sdk/requests'
import { addressWords } from '@holdfast/sdk/words'
import { describeChain } from '../../chain/describeChain.js'
import type { Input } from '../../command/Command.js'
import type { Context } from '../../command/Context.js'
import type { Option } from '../../command/Option.js'
import { usageFailure } from '../../failure/CommandFailure.js'
import { readTextFile } from '../../input/files.js'
import { writeAmount } from '../../input/readAmount.js'

/** For commands about a request. */
export const requestFileOption = {
  flags: '--file <file>',
  describes: 'file that holds the request, instead of an argument',
} as const satisfies Option

/**
 * The request that a command is about: a URI, a link to any web application, or a file. It is public: it holds no secret.
 *
 * @throws RequestMalformedError, CommandFailure
 */
export function readTypedRequest(
  { pathOf }: Pick<Context, 'pathOf'>,
  {
    positionals: [typed],
    options: { file },
  }: Pick<Input<readonly [typeof requestFileOption]>, 'positionals' | 'options'>,
): SignedPaymentRequest {
  if (file !== undefined && typed === undefined) return readPaymentRequest(readTextFile(file, pathOf, 10_000))
  if (typed !== undefined && file === undefined) return readPaymentRequest(typed)
  throw usageFailure('usage', 'Name the request, or with --file the file that holds it.')
}

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
