import { findPaidRequest, paymentOfRequest, verifyPaymentRequest } from '@holdfast/sdk/requests'
import type { Input, Run } from '../../../command/Command.js'
import type { Context } from '../../../command/Context.js'
import { CommandFailure } from '../../../failure/CommandFailure.js'
import { readAmount } from '../../../input/readAmount.js'
import { describeProof, describeRequest } from '../../../requests/describeRequest.js'
import { openPaidRequests, requestPaid } from '../../../requests/openPaidRequests.js'
import { readTypedRequest } from '../../../requests/readTypedRequest.js'
import { lockPayment } from '../../send/lockPayment.js'

export const run: Run = async (context, input) => {
  const signed = readTypedRequest(context, input)
  const { chainId, reference } = signed
  const { amount } = input.options
  const chosen = amount === undefined && signed.amount > 0n ? undefined : readAmount('--amount', amount)
  const payment = paymentOfRequest(signed, { amount: chosen })
  const client = await context.openChain(chainId)
  const { hash, source, signedBy } = await verifyPaymentRequest(client, signed)
  const paid = openPaidRequests(context)
  const before = findPaidRequest(signed, paid.all())
  if (before.length > 0) await askAgain(context, input, before.at(-1)?.at ?? '')
  for (const line of describeProof(signedBy)) context.terminal.say(line)
  const facts = describeRequest(signed).filter(([label]) => shownFacts.includes(label))
  const { result, ...outcome } = await lockPayment(context, input, {
    ...payment,
    client,
    facts,
    request: source,
    async onAgreed(claimHash) {
      // The person took its time: the request may have expired, or its contract may deny it now.
      await verifyPaymentRequest(client, signed)
      // Before anything is signed, so that a payment whose outcome is lost counts as well.
      paid.add({ requestHash: hash, claimHash, chainId, at: new Date().toISOString() }, before)
    },
  })
  return { ...outcome, result: { ...result, requestHash: hash, reference } }
}

const shownFacts: readonly string[] = ['words', 'reference', 'until']

/** A second payment is never agreed to by `--yes`. */
async function askAgain({ terminal }: Context, { options }: Pick<Input, 'options'>, at: string): Promise<void> {
  if (options.again === true) return
  const paid = requestPaid(at)
  if (!terminal.canAsk || options.yes === true) throw paid
  terminal.say(paid.message)
  if (await terminal.askYes('Pay it again?')) return
  throw new CommandFailure('declined', 'declined', 'The request is not paid again.')
}
