import type { Address } from 'viem'
import { readContract } from 'viem/actions'
import type { ReadClient } from '../../chain/clients.js'
import type { SettledRecipient } from '../history.js'

/**
 * When the protected transfers were sent whose claims have verified these recipients: the deadline, which never moves, less
 * the recall window of the terms.
 *
 * @returns The recipients, with `sentAt` where it could be read.
 */
export async function readSendTimes(
  client: ReadClient,
  contract: Address,
  recipients: readonly SettledRecipient[],
  signal: AbortSignal,
): Promise<readonly SettledRecipient[]> {
  const read = { address: contract, abi } as const
  return Promise.all(
    recipients.map(async (recipient) => {
      const { transferId } = recipient
      if (transferId === undefined) return recipient
      try {
        const { deadline, configId } = await readContract(client, {
          ...read,
          functionName: 'getTransfer',
          args: [transferId],
        })
        const { recallWindow } = await readContract(client, { ...read, functionName: 'configs', args: [configId] })
        return { ...recipient, sentAt: new Date((Number(deadline) - recallWindow) * 1_000) }
      } catch {
        signal.throwIfAborted()
        return recipient
      }
    }),
  )
}

const abi = [
  {
    type: 'function',
    name: 'getTransfer',
    stateMutability: 'view',
    inputs: [{ name: 'transferId', type: 'uint256' }],
    outputs: [
      {
        name: '',
        type: 'tuple',
        components: [
          { name: 'sender', type: 'address' },
          { name: 'to', type: 'address' },
          { name: 'amount', type: 'uint256' },
          { name: 'deadline', type: 'uint64' },
          { name: 'attempts', type: 'uint8' },
          { name: 'status', type: 'uint8' },
          { name: 'claimHash', type: 'bytes32' },
          { name: 'configId', type: 'bytes32' },
        ],
      },
    ],
  },
  {
    type: 'function',
    name: 'configs',
    stateMutability: 'view',
    inputs: [{ name: 'configId', type: 'bytes32' }],
    outputs: [
      {
        name: '',
        type: 'tuple',
        components: [
          { name: 'recallWindow', type: 'uint32' },
          { name: 'claimMode', type: 'uint8' },
          { name: 'feeBps', type: 'uint16' },
          { name: 'feeRecipient', type: 'address' },
          { name: 'verifier', type: 'address' },
        ],
      },
    ],
  },
] as const
