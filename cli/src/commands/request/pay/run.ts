import { requireDeployment } from '@holdfast/sdk/chain'
import { RequestMalformedError } from '@holdfast/sdk/errors'
import { findPaidRequest, type SignedPaymentRequest, verifyPaymentRequest } from '@holdfast/sdk/requests'
import { isAddressEqual } from 'viem'
import type { Input, Run } from '../../../command/Command.js'
import type { Context } from '../../../command/Context.js'
import { CommandFailure, usageFailure } from '../../../failure/CommandFailure.js'
import { readAmount, writeAmount } from '../../../input/readAmount.js'
import { describeRequest, REQUEST_MEANING } from '../../../requests/describeRequest.js'
import { openPaidRequests, requestPaid } from '../../../requests/openPaidRequests.js'
import { readTypedRequest } from '../../../requests/readTypedRequest.js'
import { lockPayment } from '../../send/lockPayment.js'

export const run: Run = async (context, input) => {
  const signed = readTypedRequest(context, input)
  const amount = amountOf(signed, input)
  const { chainId, payee, reference, token } = signed
  const client = await context.openChain(chainId)
  const { hash, source } = await verifyPaymentRequest(client, signed)
  if (!isAddressEqual(token, requireDeployment(chainId).usdc)) throw new RequestMalformedError('unknown_token', 'token')
  const paid = openPaidRequests(context)
  const before = findPaidRequest(signed, paid.all())
  if (before.length > 0) await askAgain(context, input, before.at(-1)?.at ?? '')
  for (const line of REQUEST_MEANING) context.terminal.say(line)
  const facts = describeRequest(signed).filter(([label]) => shownFacts.includes(label))
  const { result, ...outcome } = await lockPayment(context, input, {
    to: payee,
    amount,
    client,
    facts,
    request: source,
    // Before anything is signed, so that a payment whose outcome is lost counts as well.
    onAgreed: (claimHash) => paid.add({ requestHash: hash, claimHash, chainId, at: new Date().toISOString() }, before),
  })
  return { ...outcome, result: { ...result, requestHash: hash, reference } }
}

const shownFacts: readonly string[] = ['words', 'reference', 'until']

/** What the request says; what the payer says where it leaves that open. */
function amountOf({ amount }: SignedPaymentRequest, { options }: Pick<Input, 'options'>): bigint {
  if (amount === 0n) return readAmount('--amount', options.amount)
  if (options.amount !== undefined && readAmount('--amount', options.amount) !== amount)
    throw usageFailure('invalid_amount', `The request asks for ${writeAmount(amount)}, not for another amount.`)
  return amount
}

/** A second payment is never agreed to by `--yes`. */
async function askAgain({ terminal }: Context, { options }: Pick<Input, 'options'>, at: string): Promise<void> {
  if (options.again === true) return
  const paid = requestPaid(at)
  if (!terminal.canAsk || options.yes === true) throw paid
  terminal.say(paid.message)
  if (await terminal.askYes('Pay it again?')) return
  throw new CommandFailure('declined', 'declined', 'The request is not paid again.')
}
