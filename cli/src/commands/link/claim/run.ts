import { previewPaymentLink, signLinkClaim } from '@holdfast/sdk/links'
import { planOperation } from '@holdfast/sdk/plan'
import { describeChain } from '../../../chain/describeChain.js'
import type { Run } from '../../../command/Command.js'
import { usageFailure } from '../../../failure/CommandFailure.js'
import { findAddress } from '../../../input/readAddress.js'
import { writeAmount } from '../../../input/readAmount.js'
import { describePreview } from '../../../links/describePreview.js'
import { readTypedLink } from '../../../links/readTypedLink.js'
import { describeNetwork } from '../../../plan/describePlan.js'
import { followPlan } from '../../../plan/followPlan.js'
import { openGaslessClaims } from '../../../service/openGaslessClaims.js'
import { standIn } from '../../../wallet/standIn.js'

export const run: Run = async (context, { positionals: [typed], options }) => {
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
  const network = way.gasless === undefined ? describeNetwork(plan) : `paid by the service, from ${way.gasless.relayer}`
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
        : `Transfer ${transferId} is claimed: ${recipient} received ${writeAmount(amount - fee)}.`,
      ...(done.txHash === null ? [] : [`  transaction  ${done.txHash}`]),
    ].join('\n'),
  }
}
