import { chainIdOf, type ReadClient, requireDeployment } from '@holdfast/sdk/chain'
import { planOperation } from '@holdfast/sdk/plan'
import { signRelease } from '@holdfast/sdk/transfer'
import { addressWords } from '@holdfast/sdk/words'
import type { Address } from 'viem'
import { defineCommand, type Outcome } from '../../command/Command.js'
import type { Context } from '../../command/Context.js'
import { CommandFailure } from '../../failure/CommandFailure.js'
import { writeNewFile } from '../../input/files.js'
import { findAddress } from '../../input/readAddress.js'
import { writeAmount } from '../../input/readAmount.js'
import { readTransferId } from '../../input/readNumber.js'
import { toJson } from '../../io/toJson.js'
import { describePlan } from '../../plan/describePlan.js'
import { followPlan } from '../../plan/followPlan.js'
import { firewallOptions, passReport } from '../../risk/passReport.js'
import { payerOptions } from '../../risk/payerOptions.js'
import { readReleaseRequests } from './readReleaseRequests.js'
import { readSignedRelease } from './readSignedRelease.js'

export const command = defineCommand({
  summary: 'pay the address that asks for a link with release',
  details:
    'The holder of the link has named the address, so the firewall judges it like any payee; a block stops the release. Compare the address, or its four words, with the person you gave the link to. Without --to, at a terminal, it pays the only address that asks; if several ask, or with --yes, you must name one.\nWith --sign nothing is sent: the signed release goes into a new file, and any wallet submits it within 10 minutes with --signed. It can pay that address alone.',
  wallet: 'signs',
  positionals: [{ name: 'id', describes: 'id of the transfer; not with --signed', isRequired: false }],
  options: [
    { flags: '--to <address>', describes: 'address to pay; by default, at a terminal, the one that asks' },
    { flags: '--sign <file>', describes: 'new file to write a signed release to, instead of sending it' },
    { flags: '--signed <file>', describes: 'submit the signed release in that file' },
    ...firewallOptions,
  ],
  examples: [
    ['link release 42', 'shows who asks and what the firewall says, asks, pays'],
    ['link release 42 --sign release.json', 'signs it, for another wallet to submit'],
    ['link release --signed release.json --account 1', 'submits it'],
  ],
  result: {
    transferId: 'decimal text',
    recipient: 'address that is paid',
    words: 'its four words',
    amount: 'base units',
    txHash: 'of the transaction; null with --sign',
    signedTo: 'file of the signed release; null without --sign',
    chainId: 'number',
    firewall: '`safe`, `warning` or `block` (which was acknowledged); null with --signed',
  },
  async run(context, input) {
    const {
      positionals: [typed],
      options,
    } = input
    if (options.signed !== undefined) return submit(context, options.signed)
    const transferId = readTransferId(typed)
    const clients = await context.openWallet()
    const { publicClient: client, walletClient } = clients
    const sender = walletClient.account.address
    const chainId = await chainIdOf(client)
    const isAsked = context.terminal.canAsk && options.yes !== true
    const recipient = findAddress('--to', options.to) ?? (await findAsking(context, client, { transferId, isAsked }))
    const words = addressWords(recipient)
    const checkOptions = payerOptions(context, input, sender, [{ chainId, client }])
    const plan = await context.terminal.during('asking the firewall', () =>
      planOperation(clients, 'release', { transferId, recipient }, { checkOptions, signal: context.signal }),
    )
    const { amount } = plan
    const [report] = plan.firewall
    if (report === undefined) throw new Error('The plan of a release names no report.')
    const { describes, ...decided } = await passReport(context, input, report)
    const isSigned = options.sign !== undefined
    await context.confirm({
      does: `${isSigned ? 'Sign the release of' : 'Release'} transfer ${transferId} to ${recipient}`,
      plan,
      facts: describePlan(plan, {
        parties: [
          ['from', `${requireDeployment(chainId).transferContract}, where it is locked`],
          ['to', recipient],
          ['words', words.join(' ')],
        ],
        ...(isSigned && { network: [] }),
        last: [['firewall', describes]],
      }),
    })
    const result = { transferId, recipient, words, amount, chainId, firewall: report.level }
    if (options.sign !== undefined) {
      const signed = await signRelease(clients, transferId, recipient, {
        report,
        checkOptions,
        ...decided,
        signal: context.signal,
      })
      writeNewFile(options.sign, context.pathOf, toJson({ type: 'holdfast:release', v: 1, chainId, ...signed }))
      return {
        result: { ...result, txHash: null, signedTo: options.sign },
        text: `The release is in ${options.sign}, for 10 minutes. Submit it: holdfast link release --signed ${options.sign}`,
      }
    }
    const followed = {
      command: 'link release',
      facts: { transferId: `${transferId}` },
      doing: `releasing transfer ${transferId}`,
    }
    const { result: txHash } = await followPlan(context, clients, plan, followed, { checkOptions, ...decided })
    return {
      result: { ...result, txHash, signedTo: null },
      text: `Transfer ${transferId} is released: ${writeAmount(amount)} for ${recipient}.\n  transaction  ${txHash}`,
    }
  },
})

async function submit(context: Context, file: string): Promise<Outcome> {
  const { chainId: expected, ...signed } = readSignedRelease(file, context.pathOf)
  const { transferId, recipient } = signed
  const clients = await context.openWallet(await context.openChain(expected))
  const { signature, ...params } = signed
  const plan = await planOperation(clients, 'releaseWithSignature', params, { signal: context.signal })
  const { amount } = plan
  const words = addressWords(recipient)
  await context.confirm({
    does: `Submit the signed release of transfer ${transferId} to ${recipient}`,
    plan,
    facts: describePlan(plan, {
      parties: [
        ['to', recipient],
        ['words', words.join(' ')],
      ],
    }),
  })
  const followed = {
    command: 'link release',
    facts: { transferId: `${transferId}` },
    doing: `releasing transfer ${transferId}`,
  }
  const { result: txHash } = await followPlan(context, clients, plan, followed, { handOver: { signature } })
  return {
    result: { transferId, recipient, words, amount, txHash, signedTo: null, chainId: expected, firewall: null },
    text: `Transfer ${transferId} is released: ${writeAmount(amount)} for ${recipient}.\n  transaction  ${txHash}`,
  }
}

/**
 * The one address that asks, where a person looks at it before it is paid. The holder of a stolen link asks as well, and a script
 * would pay the first one that asks.
 */
async function findAsking(
  context: Context,
  client: ReadClient,
  { transferId, isAsked }: { transferId: bigint; isAsked: boolean },
): Promise<Address> {
  const asking = await context.terminal.during('reading who asks', () =>
    readReleaseRequests(client, [transferId], context.signal),
  )
  const { shown: asked, count } = asking.get(transferId) ?? { shown: [], count: 0 }
  const [first] = asked
  if (first !== undefined && count === 1 && isAsked) return first
  throw new CommandFailure(
    'refused',
    'release_ambiguous',
    first === undefined
      ? `No address asks for the release of transfer ${transferId}.`
      : count === 1
        ? `An address asks for the release of transfer ${transferId}, and it has not been confirmed.`
        : `${count} addresses ask for the release of transfer ${transferId}.`,
    [
      ...asked.map((address) => `${address}  ${addressWords(address).join(' ')}`),
      'Name the address that its owner has confirmed to you: --to <address>',
    ],
  )
}
