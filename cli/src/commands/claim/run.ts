import { chainIdOf } from '@holdfast/sdk/chain'
import { TransferLockedError, TransferUnavailableError } from '@holdfast/sdk/errors'
import { claim, fromSecret, getConfig, isTerminal, MAX_CLAIM_ATTEMPTS } from '@holdfast/sdk/transfer'
import { describeChain, describeNetworkFee } from '../../chain/describeChain.js'
import { follow } from '../../chain/follow.js'
import type { Run } from '../../command/Command.js'
import { CommandFailure } from '../../failure/CommandFailure.js'
import { writeAmount } from '../../input/readAmount.js'
import { readTransferId } from '../../input/readTransferId.js'
import { feeOf } from '../../transfer/feeOf.js'
import { requireTransfer } from '../../transfer/requireTransfer.js'

export const run: Run = async (context, { positionals: [typed] }) => {
  const transferId = readTransferId(typed)
  const clients = await context.openWallet()
  const { publicClient: client, walletClient } = clients
  const [chainId, transfer, networkFee] = await Promise.all([
    chainIdOf(client),
    requireTransfer(client, transferId),
    chainIdOf(client).then((id) => describeNetworkFee(client, id)),
  ])
  const { status, to, amount, sender, attempts, claimHash, configId } = transfer
  if (status === 'LOCKED') throw new TransferLockedError(transferId)
  if (isTerminal(status)) throw new TransferUnavailableError(transferId, 'not_pending')

  const terms = await getConfig({ publicClient: client }, configId)
  const fee = terms === undefined ? 0n : feeOf(amount, terms)
  const secret = fromSecret(await context.terminal.askSecret(`Code of transfer ${transferId}:`))
  // Other verifiers may read the hash in their own way; the chain then decides.
  if (terms?.claimMode === 0 && secret.claimHash !== claimHash)
    throw new CommandFailure('refused', 'wrong_claim_code', `The code does not open transfer ${transferId}.`, [
      `Nothing was sent and no attempt spent; ${MAX_CLAIM_ATTEMPTS - attempts} remain.`,
      'Ask the sender for the code again.',
    ])
  await context.confirm({
    does: `Claim transfer ${transferId} for ${to}`,
    facts: [
      ['from', sender],
      ['to', to],
      ['amount', writeAmount(amount)],
      ['fee', fee === 0n ? 'none' : `${writeAmount(fee)}, out of it`],
      ['network', `${networkFee}, from ${walletClient.account.address}`],
      ['chain', describeChain(chainId)],
    ],
  })
  const txHash = await follow(
    context,
    { command: 'claim', chainId, facts: { transferId: `${transferId}` }, doing: `claiming transfer ${transferId}` },
    (followed) => claim(clients, transferId, secret.code, secret.salt, followed),
  )
  return {
    result: { transferId, txHash, chainId, to, amount, fee },
    text: `Transfer ${transferId} is claimed: ${to} received ${writeAmount(amount - fee)}.\n  transaction  ${txHash}`,
  }
}
