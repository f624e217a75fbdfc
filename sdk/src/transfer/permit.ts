import { type Address, encodeFunctionData, type Hash, type Hex, maxUint256, toHex } from 'viem'
import { parseAddress, parseParty } from '../chain/address.js'
import { assertAllowance, assertAmount, coversAllowance } from '../chain/amount.js'
import { type AnyTime, secondsOf } from '../chain/anyTime.js'
import type { ClientPair } from '../chain/clients.js'
import { assertSeconds, deadlineAfter } from '../chain/deadline.js'
import { assertNetwork, deploymentOf, meantNetwork } from '../chain/network.js'
import { readTogether } from '../chain/readTogether.js'
import type { ChainDeployment } from '../chain/registry.js'
import { allowanceView, readAllowance } from '../chain/tokenReads.js'
import type { PromptOptions } from '../chain/transaction/askWallet.js'
import { execute, type WriteOptions } from '../chain/transaction/execute.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { signTyped } from '../chain/transaction/signTyped.js'
import { usdcAbi } from '../chain/usdc.js'
import { InvalidInputError } from '../errors/input.js'
import { textOf } from '../errors/textOf.js'
import type { TransferReader } from './internal/contract.js'
import type { PreparedSend } from './internal/prepareSend.js'

/** A signed allowance for one transfer. */
export type PermitSignature = {
  nonce: bigint
  /** Unix seconds. */
  deadline: bigint
  signature: Hex
}

/** How long a permit lives, and under which nonce. */
export type SignPermitOptions = PromptOptions & {
  /** Unordered Permit nonce; a used one is refused on chain. Default: random. */
  nonce?: bigint | undefined
  /** @default 600 */
  deadlineSeconds?: number | undefined
  /** Default: the chain's clock. */
  now?: AnyTime | undefined
}

/**
 * How much USDC the Permit contract may pull from an account.
 *
 * @returns USDC base units.
 * @example
 * const allowance = await getPermitAllowance({ publicClient }, account.address)
 */
export async function getPermitAllowance(clients: TransferReader, owner: Address): Promise<bigint> {
  const from = parseAddress('owner', owner)
  const deployment = await deploymentOf(clients.publicClient)
  return readAllowance(clients.publicClient, deployment.usdc, from, deployment.permit)
}

/**
 * The one-time prerequisite of `sendProtectedWithPermit`: lets the Permit contract pull USDC that a signature releases.
 *
 * @param amount - USDC base units. Default: no limit (maximum uint256).
 * @returns Hash of the mined transaction, or `null` when the allowance already covers the amount.
 * @example
 * await approvePermit(clients)
 */
export async function approvePermit(
  clients: ClientPair,
  amount: bigint = maxUint256,
  options: WriteOptions = {},
): Promise<Hex | null> {
  assertAllowance(amount)
  const account = requireAccount(clients.walletClient)
  const deployment = await meantNetwork(clients)
  const view = allowanceView(deployment.usdc, account.address, deployment.permit)
  const { values } = await readTogether(clients.publicClient, deployment.id, account.address, [view])
  // An allowance is a uint256.
  const allowance = values[0] as bigint
  if (coversAllowance(allowance, amount)) return null
  const receipt: { transactionHash: Hash } = await execute(
    clients,
    deployment,
    {
      to: deployment.usdc,
      abi: usdcAbi,
      attempted: 'approving the Permit contract',
      data: encodeFunctionData({ abi: usdcAbi, functionName: 'approve', args: [deployment.permit, amount] }),
    },
    options,
  )
  return receipt.transactionHash
}

/**
 * Signs a Permit transfer (`PermitTransferFrom`) of USDC that only `spender` can use, once.
 *
 * @param amount - USDC base units.
 * @param spender - The contract that will present the signature: the transfer contract.
 * @throws {@link SignatureUnusableError} when the account's code would not accept its own signature.
 * @example
 * const permit = await signPermitTransfer(clients, 25_000_000n, contractAddress)
 */
export async function signPermitTransfer(
  clients: ClientPair,
  amount: bigint,
  spender: Address,
  options: SignPermitOptions = {},
): Promise<PermitSignature> {
  assertAmount(amount)
  const to = parseParty('spender', spender)
  assertPermitOptions(options)
  requireAccount(clients.walletClient)
  return signPermitOn(clients, await assertNetwork(clients), { amount, to }, options)
}

/** {@link signPermitTransfer} where the chain is known. */
export async function signPermitOn(
  clients: ClientPair,
  deployment: ChainDeployment,
  { amount, to, time, code }: { amount: bigint; to: Address } & Partial<Pick<PreparedSend, 'time' | 'code'>>,
  { nonce = randomPermitNonce(), deadlineSeconds = 600, now, ...prompt }: SignPermitOptions = {},
): Promise<PermitSignature> {
  assertPermitOptions({ nonce, deadlineSeconds })
  const deadline = await deadlineAfter(clients.publicClient, deadlineSeconds, now, time)
  const signature = await signTyped(
    clients,
    'permitting the transfer',
    {
      domain: { name: 'Permit2', chainId: deployment.id, verifyingContract: deployment.permit },
      types: {
        PermitTransferFrom: [
          { name: 'permitted', type: 'TokenPermissions' },
          { name: 'spender', type: 'address' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
        TokenPermissions: [
          { name: 'token', type: 'address' },
          { name: 'amount', type: 'uint256' },
        ],
      },
      primaryType: 'PermitTransferFrom',
      message: { permitted: { token: deployment.usdc, amount }, spender: to, nonce, deadline },
    },
    { ...prompt, code },
  )
  return { nonce, deadline, signature }
}

function assertPermitOptions({ nonce, deadlineSeconds, now }: SignPermitOptions): void {
  if (deadlineSeconds !== undefined) assertSeconds('deadlineSeconds', deadlineSeconds)
  if (nonce !== undefined) assertPermitNonce(nonce)
  if (now !== undefined) secondsOf('now', now)
}

/** @throws {@link InvalidInputError} */
export function assertPermitNonce(nonce: bigint): void {
  if (typeof nonce !== 'bigint' || nonce < 0n || nonce > maxUint256)
    throw new InvalidInputError('nonce', `The nonce ${textOf(nonce)} is not a uint256.`)
}

/** An unordered nonce that was never used. */
export function randomPermitNonce(): bigint {
  return BigInt(toHex(crypto.getRandomValues(new Uint8Array(32))))
}
