import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, type Hash, type Hex, numberToHex, zeroAddress } from 'viem'
import { parseParty } from '../chain/address.js'
import type { ClientPair, ReadClient } from '../chain/clients.js'
import { describeNoContract, isContract } from '../chain/isContract.js'
import { deploymentOf, meantNetwork } from '../chain/network.js'
import type { ChainDeployment } from '../chain/registry.js'
import { execute, type WriteOptions } from '../chain/transaction/execute.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { type LateWaitOptions, waitForReceipt } from '../chain/transaction/waitForReceipt.js'
import { ChainUnavailableError } from '../errors/chain.js'
import { CallRefusedError } from '../errors/transaction.js'
import { encodeClaimCall } from './encodeClaimCall.js'
import { readRecorded } from './getTransfer.js'
import {
  assertRecipient,
  assertTransferId,
  contractOf,
  type TransferReader,
  transferRefusal,
} from './internal/contract.js'
import { interpretClaimReceipt } from './interpretClaimReceipt.js'
import type { ProtectedTransfer } from './types.js'

/**
 * Claims a protected transfer with its code. Anyone may submit it; only the recorded recipient is paid.
 *
 * The recorded recipient must be the connected account, or the address that `recipient` names: a sender who was deceived
 * has locked the money for a lookalike, and the claim of the true payee would pay it.
 *
 * A wrong code does not revert, so the outcome is read from the receipt. The claim publishes the code in its calldata.
 *
 * @param code - As in `ClaimSecret.code`; other groupings are normalised.
 * @param salt - 32 bytes, derived from the same secret.
 * @returns Hash of the mined transaction that paid the recipient.
 * @throws Before anything is sent: {@link InvalidInputError}, {@link ClaimRecipientMismatchError}, {@link
 *   TransferUnavailableError} (`not_pending`, `expired`, `unknown`), {@link TransferLockedError}, {@link
 *   CallRefusedError} where the contract is not deployed, what every write throws. After it: {@link WrongClaimCodeError}
 *   (the attempt is spent), {@link TransferLockedError} (it was the fifth), {@link ClaimOutcomeUnknownError}, {@link
 *   TransactionUnconfirmedError}: then `waitForClaim` finds the outcome.
 * @example
 * const { code, salt } = fromSecret('0123-4567-89AB-CDEF')
 * const hash = await claim(clients, 42n, code, salt)
 */
export async function claim(
  clients: ClientPair,
  transferId: bigint,
  code: string,
  salt: Hex,
  { recipient, ...options }: ClaimOptions = {},
): Promise<Hash> {
  const account = requireAccount(clients.walletClient)
  const payee = parseParty('recipient', recipient ?? account.address)
  const data = encodeClaimCall(transferId, code, salt, payee)
  const deployment = await meantNetwork(clients)
  const contract = contractOf(clients, deployment)
  const attempted = `claiming transfer ${transferId}`
  const recorded = await readWhereContract(clients.publicClient, deployment, contract, transferId)
  // A call to an account without code succeeds and does nothing but publish the claim code.
  if (recorded === undefined) throw new CallRefusedError(attempted, {}, describeNoContract(contract))
  // Before the simulation, which shows the code to the node.
  const { to } = recorded
  if (to !== zeroAddress) assertRecipient(transferId, to, payee)
  const { logs, transactionHash } = await execute(
    clients,
    deployment,
    {
      to: contract,
      data,
      abi: protectedTransferAbi,
      attempted,
      onRevert: transferRefusal(transferId),
    },
    options,
  )
  return interpretClaimReceipt(logs, contract, transferId, transactionHash)
}

/** The transfer as the contract has it; `undefined` where no contract is. */
async function readWhereContract(
  client: ReadClient,
  { id }: ChainDeployment,
  contract: Address,
  transferId: bigint,
): Promise<ProtectedTransfer | undefined> {
  try {
    const { transfer } = await readRecorded(client, id, contract, transferId)
    return transfer
  } catch (error) {
    if (error instanceof ChainUnavailableError && !(await isContract(client, contract))) return undefined
    throw error
  }
}

/** Whom a claim pays, and how it is followed. */
export type ClaimOptions = WriteOptions & {
  /** Whom the transfer must pay. Default: the connected account. */
  recipient?: Address | undefined
}

/**
 * Finds out how a claim ended whose receipt did not come in time. Sends nothing.
 *
 * @param txHash - From `onTransactionHash` or {@link TransactionUnconfirmedError}.
 * @throws As {@link claim} does after sending.
 * @example
 * const hash = await waitForClaim({ publicClient }, 42n, txHash)
 */
export async function waitForClaim(
  clients: TransferReader,
  transferId: bigint,
  txHash: Hash,
  options: LateWaitOptions = {},
): Promise<Hash> {
  assertTransferId(transferId)
  const deployment = await deploymentOf(clients.publicClient)
  const receipt = await waitForReceipt(clients.publicClient, txHash, `claiming transfer ${transferId}`, {
    chainId: deployment.id,
    ...options,
    blockTimeMs: deployment.blockTimeMs,
    // What it says of another transfer is read from its logs.
    isSame: ({ input }) => input.includes(numberToHex(transferId, { size: 32 }).slice(2)),
  })
  return interpretClaimReceipt(receipt.logs, contractOf(clients, deployment), transferId, receipt.transactionHash)
}
