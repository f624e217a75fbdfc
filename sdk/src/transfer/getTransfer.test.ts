import { protectedTransferAbi } from '@holdfast/contracts'
import { createPublicClient, custom, decodeFunctionData, encodeFunctionResult, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { requireDeployment } from '../chain/registry.js'
import { primaryChain } from '../chain/viemChain.js'
import { getTransfer } from './getTransfer.js'

test('error: a node that does not answer, and what was asked of it', async () => {
  const publicClient = createPublicClient({
    chain: primaryChain,
    transport: custom(
      {
        request: async ({ method }) => {
          if (method === 'eth_chainId') return numberToHex(primaryChain.id)
          throw new Error('gone')
        },
      },
      { retryCount: 0 },
    ),
  })
  await expect(getTransfer({ publicClient }, 42n)).rejects.toMatchObject({
    name: 'ChainUnavailableError',
    message: expect.stringContaining('reading transfer 42'),
  })
  await expect(getTransfer({ publicClient }, 0n)).rejects.toMatchObject({ parameter: 'transferId' })
})

test.each([
  [0, 'NONE'],
  [1, 'PENDING'],
  [2, 'CLAIMED'],
  [3, 'CANCELLED'],
  [4, 'RECLAIMED'],
  [5, 'LOCKED'],
  // Of a newer contract.
  [6, 'NONE'],
] as const)('status %i of the contract: %s', async (status, name) => {
  const stored = {
    sender: '0x52908400098527886E0F7030069857D2E4169EE7',
    to: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    amount: 25_000_000n,
    attempts: 2,
    claimHash: `0x${'c1'.repeat(32)}`,
    configId: `0x${'cf'.repeat(32)}`,
  } as const
  const result = { ...stored, deadline: 1_800_000_000n, status }
  const publicClient = createPublicClient({
    chain: primaryChain,
    transport: custom({
      request: async ({ method, params }) => {
        if (method === 'eth_chainId') return numberToHex(primaryChain.id)
        const [{ to, data }] = params
        expect([method, to]).toEqual(['eth_call', requireDeployment(primaryChain.id).transferContract])
        const { functionName, args } = decodeFunctionData({ abi: protectedTransferAbi, data })
        expect([functionName, args]).toEqual(['getTransfer', [42n]])
        return encodeFunctionResult({ abi: protectedTransferAbi, functionName: 'getTransfer', result })
      },
    }),
  })
  expect(await getTransfer({ publicClient }, 42n)).toEqual({
    ...stored,
    transferId: 42n,
    deadline: new Date('2027-01-15T08:00:00Z'),
    status: name,
  })
})
