import type { TypedDataParameter } from 'viem'
import type { ClientPair } from '../../chain/clients.js'
import { assertSeconds, deadlineAfter } from '../../chain/deadline.js'
import type { PromptOptions } from '../../chain/transaction/askWallet.js'
import { signTyped } from '../../chain/transaction/signTyped.js'
import { assertPermitNonce, type PermitSignature, randomPermitNonce, type SignPermitOptions } from '../permit.js'
import type { PreparedSends, SendFields } from './prepareSend.js'

/** What a witness says beside the amount: its types, its own type first, and its fields. */
export type Witness = {
  types: Readonly<Record<string, readonly TypedDataParameter[]>>
  primaryType: string
  message: Readonly<Record<string, unknown>>
}

/** Asks for a Permit2 signature that names what its money is for, so that wallets show it and no submitter can change it. */
export async function signWitness(
  clients: ClientPair,
  {
    deployment,
    contract,
    total,
    time,
    code,
  }: Pick<PreparedSends, 'deployment' | 'contract' | 'total' | 'time' | 'code'>,
  { types, primaryType, message: witness }: Witness,
  { nonce = randomPermitNonce(), deadlineSeconds = 600, now }: Omit<SignPermitOptions, keyof PromptOptions> = {},
  prompt: PromptOptions = {},
): Promise<PermitSignature> {
  assertSeconds('deadlineSeconds', deadlineSeconds)
  assertPermitNonce(nonce)
  const deadline = await deadlineAfter(clients.publicClient, deadlineSeconds, now, time)
  const signature = await signTyped(
    clients,
    'permitting the transfer',
    {
      domain: { name: 'Permit2', chainId: deployment.id, verifyingContract: deployment.permit },
      types: {
        PermitWitnessTransferFrom: [
          { name: 'permitted', type: 'TokenPermissions' },
          { name: 'spender', type: 'address' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
          { name: 'witness', type: primaryType },
        ],
        TokenPermissions: [
          { name: 'token', type: 'address' },
          { name: 'amount', type: 'uint256' },
        ],
        ...types,
      },
      primaryType: 'PermitWitnessTransferFrom',
      message: {
        permitted: { token: deployment.usdc, amount: total },
        spender: contract,
        nonce,
        deadline,
        witness,
      },
    },
    { ...prompt, code },
  )
  return { nonce, deadline, signature }
}

/** What a witness names of one transfer. */
export function sendWitness({ configId, to, claimHash }: SendFields): Witness {
  return {
    types: {
      ProtectedSend: [
        { name: 'configId', type: 'bytes32' },
        { name: 'to', type: 'address' },
        { name: 'claimHash', type: 'bytes32' },
      ],
    },
    primaryType: 'ProtectedSend',
    message: { configId, to, claimHash },
  }
}

/** What a witness names of a batch. */
export function batchWitness(items: readonly SendFields[]): Witness {
  return {
    types: {
      ProtectedBatch: [{ name: 'items', type: 'Item[]' }],
      Item: [
        { name: 'configId', type: 'bytes32' },
        { name: 'to', type: 'address' },
        { name: 'amount', type: 'uint256' },
        { name: 'claimHash', type: 'bytes32' },
      ],
    },
    primaryType: 'ProtectedBatch',
    message: { items: items.map(({ configId, to, amount, claimHash }) => ({ configId, to, amount, claimHash })) },
  }
}
