import { freshAddress } from '@holdfast/testkit/boxPolicies'
import { type HubStage, setHubStage } from '@holdfast/testkit/hubStage'
import type { Actor } from '@holdfast/testkit/stage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bridgeFromWallet } from '../src/bridge/bridgeFromWallet.js'
import { depositToHub } from '../src/hub/depositToHub.js'
import { spendFromHub } from '../src/hub/spendFromHub.js'
import { executePlan } from '../src/plan/executePlan.js'
import { planOperation } from '../src/plan/planOperation.js'
import { approveUsdc } from '../src/transfer/allowance.js'

let stage: HubStage
let rich: Actor
beforeAll(async () => {
  stage = await setHubStage()
  rich = await stage.depositor(20_000_000n)
})
afterAll(() => stage?.stop())

const full = new Error('the store is full')
const fails = async () => Promise.reject(full)
const amount = 1_000_000n
const firewall = { skipRiskCheck: true }
const hubRoute = () => ({ ...firewall, ...stage.hub, from: 'Arc_Testnet', to: 'Base_Sepolia', amount }) as const
const bridgeRoute = () => {
  const issuer = { apiUrl: stage.devnet.issuer.attestationUrl, pollMs: 25, timeoutMs: 120_000 }
  return { ...firewall, ...issuer, from: 'Arc_Testnet', to: 'Base_Sepolia', amount } as const
}

/** Operations that hand out what recovers them, with a store that says only later that it is full. */
const operations: Record<string, () => Promise<unknown>> = {
  'a write': () => approveUsdc(rich, amount, { onTransactionHash: fails }),
  'a plan': async () =>
    executePlan(rich, await planOperation(rich, 'approveUsdc', { amount }), { onTransactionHash: fails }),
  'a deposit into the Hub': () =>
    depositToHub(rich, { chain: 'Arc_Testnet', amount, ...stage.hub, onTransactionHash: fails }),
  'a transfer over the Bridge': () => bridgeFromWallet(rich, { ...bridgeRoute(), onProgress: fails }),
  'the hash of a burn': () =>
    bridgeFromWallet(rich, {
      ...bridgeRoute(),
      onProgress: async ({ approveTxHash }) => (approveTxHash === undefined ? undefined : fails()),
    }),
  'a spend from the Hub': () => spendFromHub(rich, { ...hubRoute(), recipient: freshAddress(), onIntent: fails }),
}

test.each(Object.entries(operations))('%s: a store that fails stops it before anything leaves', async (_, work) => {
  const facts = async () => [
    await stage.publicClient.getTransactionCount({ address: rich.address, blockTag: 'pending' }),
    await stage.hubBalanceOf(rich.address, 'Arc_Testnet'),
  ]
  const before = await facts()
  expect(await work().catch((error: unknown) => error)).toBe(full)
  expect(await facts()).toEqual(before)
})

test('a slow store is waited for before the transaction is broadcast', async () => {
  const count = () => stage.publicClient.getTransactionCount({ address: rich.address, blockTag: 'pending' })
  const before = await count()
  const seen: number[] = []
  await approveUsdc(rich, amount, {
    async onTransactionHash() {
      for (let look = 0; look < 5; look++) seen.push(await count())
    },
  })
  expect(seen).toEqual(Array(5).fill(before))
  expect(await count()).toBe(before + 1)
})
