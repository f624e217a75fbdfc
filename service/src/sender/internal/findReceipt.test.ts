import { startAnvil } from '@holdfast/testkit/plainChain'
import { createTestClient, custom, http, publicActions, walletActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findReceipt } from './findReceipt.js'
import { type Attempt, newPending } from './PendingTransaction.js'

let url: string
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ url, stop } = await startAnvil([]))
})
afterAll(() => stop?.())

/** An endpoint that leaves a field of each receipt out. */
function endpoint(lacking?: string) {
  const { request } = http(url)({ chain: foundry })
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }) {
      const answer: unknown = await request({ method, params } as never)
      const isLacking = lacking !== undefined && method === 'eth_getTransactionReceipt' && answer !== null
      return isLacking ? { ...(answer as object), [lacking]: null } : answer
    },
  }
  return createTestClient({ mode: 'anvil', chain: foundry, transport: custom(provider, { retryCount: 0 }) })
    .extend(publicActions)
    .extend(walletActions)
}

test.each(['blockNumber', 'status', 'logs'])(
  'a receipt without %s counts as missing: the next endpoint is asked',
  async (field) => {
    const whole = endpoint()
    const account = privateKeyToAccount(generatePrivateKey())
    await whole.setBalance({ address: account.address, value: 10n ** 18n })
    const hash = await whole.sendTransaction({ account, to: account.address })
    await whole.waitForTransactionReceipt({ hash })
    const attempt: Attempt = { hash, raw: '0x', gas: 21_000n, maxFee: 1n, tip: 1n, carries: true }
    const pending = { ...newPending(0, undefined, [attempt], { now: 0, elapsed: 0 }), usedSince: 0 }
    const lacking = endpoint(field)
    expect(await findReceipt({ client: lacking, endpoints: [lacking] }, pending)).toBeUndefined()
    const found = await findReceipt({ client: lacking, endpoints: [lacking, whole] }, pending)
    expect([found?.attempt, found?.receipt.status]).toEqual([attempt, 'success'])
  },
)
