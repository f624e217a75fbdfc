import { type Address, createPublicClient, createWalletClient, custom, type Hash } from 'viem'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { TransactionUnconfirmedError } from '../../errors/transaction.js'
import { requireDeployment } from '../registry.js'
import { primaryChain } from '../viemChain.js'
import { executeBatch } from './executeBatch.js'
import { waitForReceipt } from './waitForReceipt.js'

const account: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const txHash: Hash = `0x${'ab'.repeat(32)}`
const timeoutMs = 5_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A wallet and a node; the first question after a transaction makes the caller give up, and is never answered. */
function givenUp() {
  const controller = new AbortController()
  const transport = custom(
    {
      request: ({ method }: { method: string }) => {
        if (method === 'wallet_sendCalls') return Promise.resolve({ id: '0x01' })
        controller.abort()
        return new Promise(() => {})
      },
    },
    { retryCount: 0 },
  )
  const publicClient = createPublicClient({ chain: primaryChain, transport })
  const walletClient = createWalletClient({ account, chain: primaryChain, transport })
  return { publicClient, walletClient, signal: controller.signal }
}

test.each<[string, (given: ReturnType<typeof givenUp>) => Promise<unknown>]>([
  [
    'a batch',
    ({ signal, ...clients }) => {
      const calls = [{ to: account, data: '0x' }] as const
      return executeBatch(clients, requireDeployment(primaryChain.id), calls, 'testing', { signal, timeoutMs })
    },
  ],
  [
    'a receipt',
    ({ publicClient, signal }) =>
      waitForReceipt(publicClient, txHash, 'testing', { signal, timeoutMs, blockTimeMs: 500 }),
  ],
])('a caller that gives up as the wait for %s begins leaves no failure behind', async (_, wait) => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  await expect(wait(givenUp())).rejects.toBeInstanceOf(TransactionUnconfirmedError)
  await vi.advanceTimersByTimeAsync(10 * timeoutMs)
  vi.useRealTimers()
  // Node tells of it in a later turn.
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).toEqual([])
})
