import { createPublicClient, custom, numberToHex } from 'viem'
import { expect, test } from 'vitest'
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
