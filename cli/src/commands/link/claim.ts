import { previewPaymentLink, signLinkClaim } from '@holdfast/sdk/links'
import { planOperation } from '@holdfast/sdk/plan'
import { describeChain } from '../../chain/describeChain.js'
import { defineCommand } from '../../command/Command.js'
import { usageFailure } from '../../failure/CommandFailure.js'
import { findAddress } from '../../input/readAddress.js'
import { writeAmount } from '../../input/readAmount.js'
import { describeNetwork, paidTo } from '../../plan/describePlan.js'
import { followPlan } from '../../plan/followPlan.js'
import { standIn } from '../../wallet/withAccount.js'
import { openGaslessClaims } from '../service/openGaslessClaims.js'
import { describePreview, readTypedLink } from './typedLink.js'

export const command = defineCommand({
  summary: 'claim the payment of a link',
  details:
    'The link is read from a prompt, or from the first line of standard input; only a claim link without its code may be an argument, and the command then prompts for the code. A payment link pays the wallet or the address of --recipient, and nothing undoes that. Under terms with release the sender is asked instead, sees that address and decides.\nWith --gasless the service submits the claim and pays the network: it takes no wallet and no USDC, and a payment link then needs --recipient. The service sees no secret of the link; only the code of a claim link under terms with plain codes, which opens nothing else.',
  wallet: 'signs',
  positionals: [
    { name: 'link', describes: 'claim link without a code; the command prompts for any other link', isRequired: false },
  ],
  options: [
    { flags: '--gasless', describes: 'have the relayer of the service submit it; takes no wallet' },
    {
      flags: '--recipient <address>',
      describes: 'address to be paid; by default the recorded recipient, or that of the wallet',
    },
  ],
  examples: [
    ['link claim', 'asks for the link, shows what it pays, asks'],
    [
      'link claim --gasless --recipient 0x90F79bf6EB2c4f870365E785982E1f101E93b906 --service https://pay.example.com',
      'without a wallet and without a fee',
    ],
    ['link claim --account 1 --yes --json < link', 'for a script: the link is the first line of standard input'],
  ],
  result: {
    transferId: 'decimal text',
    outcome: '`claimed`, or `release_requested`: the sender decides now',
    recipient: 'address that was paid, or that the sender is asked to pay',
    txHash: 'of the transaction; null where a service asks for a release and names none',
    chainId: 'number',
    amount: 'base units that were locked',
    fee: 'base units of them that the terms take',
  },
  async run(context, { positionals: [typed], options }) {
    const named = findAddress('--recipient', options.recipient)
    const link = await readTypedLink(context, typed)
    const client = await context.openChain(link.chainId)
    const way =
      options.gasless === true
        ? { gasless: await openGaslessClaims(context, client) }
        : { clients: await context.openWallet(client) }
    const wallet = way.clients?.walletClient.account.address
    const { chainId, transferId } = link
    const preview = await previewPaymentLink({ publicClient: client }, link)
    const recipient = named ?? preview.recipient ?? wallet
    if (recipient === undefined)
      throw usageFailure('missing_recipient', 'A payment link pays whom its holder names.', [
        'Name the address to be paid: --recipient <address>',
      ])
    const clients = way.clients ?? standIn(client, recipient)
    const { kind } = link
    const params = { kind, chainId, transferId, recipient }
    const plan = await planOperation(clients, 'claimPaymentLink', params, { signal: context.signal })
    const code =
      preview.needs === 'code' ? await context.terminal.askSecret(`Code of transfer ${transferId}:`) : undefined
    const asks = preview.needs === 'release'
    const network =
      way.gasless === undefined ? describeNetwork(plan) : `paid by the service, from ${way.gasless.relayer}`
    await context.confirm({
      does: asks ? `Ask the sender to pay ${recipient}` : `Claim transfer ${transferId} for ${recipient}`,
      plan,
      facts: [
        ...describePreview(preview).filter(([label]) => label !== 'to'),
        ['to', recipient],
        ['network', network],
        ['chain', describeChain(chainId)],
      ],
    })
    const claimBy = async () => {
      if (way.gasless !== undefined) {
        const claim = await signLinkClaim({ publicClient: client }, link, { recipient, code })
        return { recipient, ...(await way.gasless.submit(claim, 'link claim --gasless')) }
      }
      const command = asks ? 'link claim --release' : 'link claim'
      const doing = asks ? `asking for the release of transfer ${transferId}` : `claiming transfer ${transferId}`
      const followed = { command, facts: { transferId: `${transferId}` }, doing }
      return (await followPlan(context, clients, plan, followed, { handOver: { link, code } })).result
    }
    const done = await claimBy()
    const { amount, fee } = preview
    return {
      result: { transferId, ...done, chainId, amount, fee },
      text: [
        done.outcome === 'release_requested'
          ? `The sender of transfer ${transferId} is asked to pay ${recipient}.`
          : `Transfer ${transferId} is claimed: ${recipient} received ${writeAmount(paidTo(plan, recipient))}.`,
        ...(done.txHash === null ? [] : [`  transaction  ${done.txHash}`]),
      ].join('\n'),
    }
  },
})
