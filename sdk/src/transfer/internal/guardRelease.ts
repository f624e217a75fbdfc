import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { parseParty } from '../../chain/address.js'
import type { ClientPair } from '../../chain/clients.js'
import { assertNetwork } from '../../chain/network.js'
import type { ChainDeployment } from '../../chain/registry.js'
import { requireAccount } from '../../chain/transaction/requireAccount.js'
import { TransferUnavailableError } from '../../errors/transfer.js'
import { getTransfer } from '../getTransfer.js'
import type { ProtectedTransfer } from '../types.js'
import { assertTransferId, contractOf } from './contract.js'
import { guardPayee, type SendProtectedOptions } from './prepareSend.js'

/** How the firewall judges whom a release pays. */
export type ReleaseGuardOptions = Omit<SendProtectedOptions, 'allowVerifier' | 'onStep' | 'onTransactionHash'>

/** Reads a transfer that may be released by the connected account, and lets the firewall judge whom the release pays. */
export async function guardRelease(
  clients: ClientPair,
  transferId: bigint,
  recipient: Address,
  options: ReleaseGuardOptions,
): Promise<{ deployment: ChainDeployment; contract: Address; to: Address; transfer: ProtectedTransfer }> {
  assertTransferId(transferId)
  const to = parseParty('recipient', recipient)
  const account = requireAccount(clients.walletClient)
  const deployment = await assertNetwork(clients)
  const contract = contractOf(clients, deployment)
  const transfer = await getTransfer(clients, transferId)
  const { status, sender, amount } = transfer
  if (status === 'NONE') throw new TransferUnavailableError(transferId, 'unknown')
  if (status !== 'PENDING') throw new TransferUnavailableError(transferId, 'not_pending')
  if (!isAddressEqual(transfer.to, zeroAddress)) throw new TransferUnavailableError(transferId, 'not_open')
  if (!isAddressEqual(sender, account.address)) throw new TransferUnavailableError(transferId, 'not_sender')
  const payment = { from: sender, contract, client: clients.publicClient, signal: options.signal }
  await guardPayee(payment, { to, amount, index: 0 }, options, options)
  return { deployment, contract, to, transfer }
}
