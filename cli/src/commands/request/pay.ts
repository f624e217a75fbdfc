import { findPaidRequest, paymentOfRequest, verifyPaymentRequest } from '@holdfast/sdk/requests'
import { defineCommand, type Input } from '../../command/Command.js'
import type { Context } from '../../command/Context.js'
import type { Option } from '../../command/Option.js'
import { CommandFailure } from '../../failure/CommandFailure.js'
import { readAmount } from '../../input/readAmount.js'
import { lockPayment, paymentOptions } from '../transfer/lockPayment.js'
import { command as send } from '../transfer/send.js'
import { openPaidRequests, requestPaid } from './openPaidRequests.js'
import { describeProof, describeRequest, readTypedRequest, requestFileOption } from './typedRequest.js'

const againOption = { flags: '--again', describes: 'pay a request that was paid before' } as const satisfies Option

export const command = defineCommand({
  summary: 'lock USDC for the payee of a signed request, as `send` does',
  details:
    'A request saves copying an address and adds no trust: the firewall checks the payee as in `send`, and an imitation of an address that you know stays blocked. Give the code to the payee as after `send`.\nA request that you have paid before, or whose payment may be under way, is paid again only after a separate confirmation: --again gives it, --yes does not.',
  wallet: 'signs',
  positionals: [{ name: 'request', describes: 'URI of the request, or a link to it', isRequired: false }],
  options: [
    requestFileOption,
    { flags: '--amount <usdc>', describes: 'what to pay, where the request leaves the amount to you' },
    againOption,
    ...paymentOptions,
  ],
  examples: [['request pay --file invoice.json', 'shows the request and the plan, asks, shows the code']],
  result: {
    ...send.result,
    requestHash: 'hash that identifies the request',
    reference: 'text of the payee',
  },
  async run(context, input) {
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
  },
})

const shownFacts: readonly string[] = ['words', 'reference', 'until']

type Typed = Pick<Input<readonly [typeof againOption]>, 'options'>

/** A second payment is never agreed to by `--yes`. */
async function askAgain({ terminal }: Context, { options }: Typed, at: string): Promise<void> {
  if (options.again === true) return
  const paid = requestPaid(at)
  if (!terminal.canAsk || options.yes === true) throw paid
  terminal.say(paid.message)
  if (await terminal.askYes('Pay it again?')) return
  throw new CommandFailure('declined', 'declined', 'The request is not paid again.')
}
