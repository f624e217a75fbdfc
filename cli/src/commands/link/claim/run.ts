import { claimPaymentLink, previewPaymentLink } from '@holdfast/sdk/links'
import { describeChain, describeNetworkFee } from '../../../chain/describeChain.js'
import { follow } from '../../../chain/follow.js'
import type { Run } from '../../../command/Command.js'
import { findAddress } from '../../../input/readAddress.js'
import { writeAmount } from '../../../input/readAmount.js'
import { describePreview } from '../../../links/describePreview.js'
import { readTypedLink } from '../../../links/readTypedLink.js'

export const run: Run = async (context, { positionals: [typed], options }) => {
  const link = await readTypedLink(context, typed)
  const client = await context.openChain(link.chainId)
  const clients = await context.openWallet(client)
  const wallet = clients.walletClient.account.address
  const { chainId, transferId } = link
  const preview = await previewPaymentLink({ publicClient: client }, link)
  const recipient = findAddress('--recipient', options.recipient) ?? preview.recipient ?? wallet
  const code =
    preview.needs === 'code' ? await context.terminal.askSecret(`Code of transfer ${transferId}:`) : undefined
  const asks = preview.needs === 'release'
  await context.confirm({
    does: asks ? `Ask the sender to pay ${recipient}` : `Claim transfer ${transferId} for ${recipient}`,
    facts: [
      ...describePreview(preview).filter(([label]) => label !== 'to'),
      ['to', recipient],
      ['network', `${await describeNetworkFee(client, chainId)}, from ${wallet}`],
      ['chain', describeChain(chainId)],
    ],
  })
  const command = asks ? 'link claim --release' : 'link claim'
  const doing = asks ? `asking for the release of transfer ${transferId}` : `claiming transfer ${transferId}`
  const done = await follow(context, { command, chainId, facts: { transferId: `${transferId}` }, doing }, (followed) =>
    claimPaymentLink(clients, link, { ...followed, recipient, code }),
  )
  const { amount, fee } = preview
  return {
    result: { transferId, ...done, chainId, amount, fee },
    text: [
      asks
        ? `The sender of transfer ${transferId} is asked to pay ${recipient}.`
        : `Transfer ${transferId} is claimed: ${recipient} received ${writeAmount(amount - fee)}.`,
      `  transaction  ${done.txHash}`,
    ].join('\n'),
  }
}
