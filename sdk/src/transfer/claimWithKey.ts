import { protectedTransferAbi } from '@holdfast/contracts'
import { encodeFunctionData, type Hash, type Hex } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import { meantNetwork } from '../chain/network.js'
import { execute, type WriteOptions } from '../chain/transaction/execute.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { contractOf } from './internal/contract.js'
import { claimCallArgs, keyRefusal } from './internal/keyClaim.js'
import { interpretClaimReceipt } from './interpretClaimReceipt.js'
import type { SignedClaim } from './signClaim.js'

/**
 * Submits a claim that a claim key has signed. Any account may; only the recipient in the signature is paid. A wrong
 * signature is refused before it is sent, and counts nothing.
 *
 * @param signed - Of `signClaim`.
 * @returns Hash of the mined transaction that paid the recipient.
 * @throws Before anything is sent: {@link InvalidInputError}, {@link ClaimRecipientMismatchError},
 *   {@link ClaimKeyInvalidError}, {@link ReleaseRequiredError}, {@link TransferUnavailableError}, what every write throws.
 *   After it: {@link TransactionUnconfirmedError}: then `waitForClaim` finds the outcome.
 * @example
 * const key = claimKeyFromCode('7K3M-9QXV-AB2C-DEFG')
 * const signed = await signClaim(key, { chainId: 5042002, transferId: 42n, recipient })
 * const hash = await claimWithKey(clients, signed)
 */
export async function claimWithKey(
  clients: ClientPair,
  signed: SignedClaim,
  options: WriteOptions = {},
): Promise<Hash> {
  const data = encodeKeyClaim(signed)
  const { transferId } = signed
  requireAccount(clients.walletClient)
  const deployment = await meantNetwork(clients)
  const contract = contractOf(clients, deployment)
  const attempted = `claiming transfer ${transferId}`
  const call = { to: contract, data, abi: protectedTransferAbi, attempted, onRevert: keyRefusal(transferId) }
  const { logs, transactionHash } = await execute(clients, deployment, call, options)
  return interpretClaimReceipt(logs, contract, transferId, transactionHash)
}

/**
 * Encodes a signed claim for another account to submit: a relayer, a bundler. It contains no secret.
 *
 * @throws {@link InvalidInputError}
 * @example
 * const key = claimKeyFromCode('7K3M-9QXV-AB2C-DEFG')
 * const data = encodeKeyClaim(await signClaim(key, { chainId: 5042002, transferId: 42n, recipient }))
 */
export function encodeKeyClaim(signed: SignedClaim): Hex {
  return encodeFunctionData({ abi: protectedTransferAbi, functionName: 'claimWithKey', args: claimCallArgs(signed) })
}
