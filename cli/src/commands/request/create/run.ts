import { formatUsdc } from '@holdfast/sdk/chain'
import {
  hashPaymentRequest,
  paymentRequestFile,
  paymentRequestLink,
  paymentRequestUri,
  signPaymentRequest,
} from '@holdfast/sdk/requests'
import { addressWords } from '@holdfast/sdk/words'
import { size } from 'viem'
import type { Run } from '../../../command/Command.js'
import { usageFailure } from '../../../failure/CommandFailure.js'
import { readAmount } from '../../../input/readAmount.js'
import { readSpan } from '../../../input/readSpan.js'
import { writeNewFile } from '../../../input/writeNewFile.js'

export const run: Run = async (context, { positionals: [typed], options }) => {
  const amount = typed === undefined ? 0n : readAmount('amount', typed)
  const lifeSeconds = readSpan('--expires-in', options.expiresIn)
  const reference = typeof options.reference === 'string' ? options.reference : ''
  const clients = await context.openWallet()
  const request = await signPaymentRequest(clients, { amount, reference, lifeSeconds }, { signal: context.signal })
  const isShort = size(request.signature) === 65
  const { file, origin } = options
  if (!isShort && typeof file !== 'string')
    throw usageFailure('missing_file', 'The wallet signs as a contract, so the request fits into no link.', [
      'Name a new file for it: --file <file>',
    ])
  if (typeof file === 'string') writeNewFile(file, context.pathOf, `${paymentRequestFile(request)}\n`)
  const { payee, expires, chainId } = request
  const words = addressWords(payee)
  const uri = isShort ? paymentRequestUri(request) : null
  const link = isShort && typeof origin === 'string' ? paymentRequestLink(request, origin) : null
  return {
    result: {
      uri,
      link,
      file: typeof file === 'string' ? file : null,
      requestHash: hashPaymentRequest(request),
      payee,
      words,
      amount,
      reference,
      expires,
      chainId,
    },
    text: [
      `A request to pay ${amount === 0n ? 'an amount of the payer’s choice' : `${formatUsdc(amount)} USDC`} to ${payee}, until ${expires.toISOString()}.`,
      `  your words  ${words.join(' ')}`,
      ...[uri, link].flatMap((one) => (one === null ? [] : ['', one])),
    ].join('\n'),
  }
}
