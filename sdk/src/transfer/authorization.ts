import { type Address, encodeAbiParameters, encodeFunctionData, type Hash, type Hex, keccak256, zeroHash } from 'viem'
import { parseAddress } from '../chain/address.js'
import { assertBytes32 } from '../chain/bytes32.js'
import type { ClientPair } from '../chain/clients.js'
import { assertSeconds, deadlineAfter } from '../chain/deadline.js'
import { assertNetwork } from '../chain/network.js'
import type { PromptOptions } from '../chain/transaction/askWallet.js'
import { execute, type WriteOptions } from '../chain/transaction/execute.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { signTyped } from '../chain/transaction/signTyped.js'
import { receiveAuthorization, usdcAbi, usdcDomain } from '../chain/usdc.js'
import type { PreparedSend, SendFields } from './internal/prepareSend.js'

/** A payer's signature for one whole transfer, which any caller may submit: no approval, no gas for the payer. */
export type SendAuthorization = SendFields & {
  /** Whose USDC moves. */
  from: Address
  /** Unix seconds. */
  validAfter: bigint
  /** Unix seconds; worthless from this second on. */
  validBefore: bigint
  nonceSalt: Hex
  signature: Hex
}

/** How long an authorization lives, and what distinguishes it from another for the same transfer. */
export type AuthorizationOptions = {
  /** 32 bytes. Keep it for a retry: the chain takes the same transfer with the same salt only once.
   * @default 32 zero bytes; the claim hash already makes the transfer unique. */
  nonceSalt?: Hex | undefined
  /** @default 600 */
  validForSeconds?: number | undefined
  /** Default: the chain's clock. */
  now?: Date | undefined
}

/**
 * The EIP-3009 nonce that binds an authorization to terms, recipient and claim hash.
 *
 * @example
 * const nonce = authorizationNonce({ configId, to, claimHash, nonceSalt })
 */
export function authorizationNonce({
  configId,
  to,
  claimHash,
  nonceSalt = zeroHash,
}: Pick<SendFields, 'configId' | 'to' | 'claimHash'> & { nonceSalt?: Hex | undefined }): Hex {
  for (const [name, value] of Object.entries({ configId, claimHash, nonceSalt })) assertBytes32(name, value)
  return keccak256(
    encodeAbiParameters(
      [{ type: 'bytes32' }, { type: 'address' }, { type: 'bytes32' }, { type: 'bytes32' }],
      [configId, parseAddress('to', to), claimHash, nonceSalt],
    ),
  )
}

/** Signs the authorization; the caller has run the firewall first. */
export async function signAuthorization(
  clients: ClientPair,
  { deployment, contract, from, time, code }: Pick<PreparedSend, 'deployment' | 'contract' | 'from' | 'time' | 'code'>,
  { configId, to, amount, claimHash }: SendFields,
  { nonceSalt = zeroHash, validForSeconds = 600, now }: AuthorizationOptions = {},
  prompt: PromptOptions = {},
): Promise<SendAuthorization> {
  assertSeconds('validForSeconds', validForSeconds)
  const nonce = authorizationNonce({ configId, to, claimHash, nonceSalt })
  const validAfter = 0n
  const validBefore = await deadlineAfter(clients.publicClient, validForSeconds, now, time)
  const signature = await signTyped(
    clients,
    'authorizing the transfer',
    receiveAuthorization(deployment, { from, to: contract, value: amount, validAfter, validBefore, nonce }),
    { ...prompt, code },
  )
  return { from, configId, to, amount, claimHash, validAfter, validBefore, nonceSalt, signature }
}

/**
 * Makes an authorization of the connected account worthless before it is submitted.
 *
 * @returns Hash of the mined transaction.
 * @throws {@link CallRefusedError} when it was used or cancelled before.
 * @example
 * await cancelAuthorization(clients, authorization)
 */
export async function cancelAuthorization(
  clients: ClientPair,
  authorization: Pick<SendAuthorization, 'configId' | 'to' | 'claimHash'> & { nonceSalt?: Hex | undefined },
  options: WriteOptions = {},
): Promise<Hash> {
  const nonce = authorizationNonce(authorization)
  const { address: authorizer } = requireAccount(clients.walletClient)
  const deployment = await assertNetwork(clients)
  const signature = await signTyped(
    clients,
    'cancelling the authorization',
    {
      domain: usdcDomain(deployment),
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'CancelAuthorization',
      message: { authorizer, nonce },
    },
    { timeoutMs: options.timeoutMs, signal: options.signal },
  )
  const receipt = await execute(
    clients,
    deployment,
    {
      to: deployment.usdc,
      abi: usdcAbi,
      attempted: 'cancelling the authorization',
      data: encodeFunctionData({
        abi: usdcAbi,
        functionName: 'cancelAuthorization',
        args: [authorizer, nonce, signature],
      }),
    },
    options,
  )
  return receipt.transactionHash
}
