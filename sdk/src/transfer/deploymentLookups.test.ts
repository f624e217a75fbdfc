import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEPLOYMENTS, deploymentFor } from '../chain/registry.js'
import { primaryChain } from '../chain/viemChain.js'
import { check } from '../risk/check.js'
import { approveUsdc } from './allowance.js'
import { cancel } from './cancel.js'
import { claim } from './claim.js'
import { generateClaimCode } from './claimSecret.js'
import { defineConfig } from './config.js'
import { approvePermit } from './permit.js'
import { registerConfig } from './registerConfig.js'
import { rekey } from './rekey.js'
import { sendProtected } from './sendProtected.js'
import { sendProtectedBatch } from './sendProtectedBatch.js'
import { sendProtectedWithAuthorization } from './sendProtectedWithAuthorization.js'
import { sendProtectedWithPermit } from './sendProtectedWithPermit.js'
import { sendProtectedWithWitness } from './sendProtectedWithWitness.js'

let stage: TestStage
let alice: Actor
let bob: Actor
let carol: Actor
let configId: Hex

beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
  bob = await stage.actor()
  carol = await stage.actor()
  configId = (await registerConfig(alice, defineConfig())).configId
  await approveUsdc(alice, 100_000_000n)
  await approvePermit(alice, 100_000_000n)
})
afterAll(() => stage?.stop())

const params = () => ({ configId, to: bob.address, amount: 1_000_000n, claimHash: generateClaimCode().claimHash })
const unguarded = { skipRiskCheck: true } as const

const sent = async () => {
  const { claimHash, code, salt } = generateClaimCode()
  const { transferId } = await sendProtected(alice, { ...params(), claimHash }, unguarded)
  return { transferId, code, salt }
}

test.each<[string, (transfer: Awaited<ReturnType<typeof sent>>) => Promise<unknown>]>([
  ['sendProtected', () => sendProtected(alice, params(), unguarded)],
  ['sendProtected with an approval', () => sendProtected(carol, params(), { ...unguarded, approve: true })],
  ['sendProtectedBatch', () => sendProtectedBatch(alice, [params(), params()], unguarded)],
  ['sendProtectedWithPermit', () => sendProtectedWithPermit(alice, params(), unguarded)],
  ['sendProtectedWithWitness', () => sendProtectedWithWitness(alice, params(), unguarded)],
  ['sendProtectedWithAuthorization', () => sendProtectedWithAuthorization(alice, params(), unguarded)],
  ['approveUsdc', () => approveUsdc(carol, 50_000_000n)],
  ['registerConfig', () => registerConfig(alice, defineConfig({ recallWindow: 3_600 }))],
  ['claim', ({ transferId, code, salt }) => claim(bob, transferId, code, salt)],
  ['cancel', ({ transferId }) => cancel(alice, transferId)],
  ['rekey', ({ transferId }) => rekey(alice, transferId, generateClaimCode().claimHash)],
])('%s looks its deployment up once', async (_, write) => {
  const transfer = await sent()
  expect(await lookupsOf(() => write(transfer))).toBe(1)
})

test('the firewall of a send adds what a check alone looks up, and takes the contract from the send', async () => {
  const contractAddress = deploymentFor(primaryChain.id)?.transferContract
  const options = { client: alice.publicClient, contractAddress }
  const alone = await lookupsOf(() => check(alice.address, bob.address, options))
  expect(await lookupsOf(() => sendProtected(alice, params()))).toBe(1 + alone)
})

/** How often the registry is asked for the primary chain. */
async function lookupsOf(work: () => Promise<unknown>): Promise<number> {
  const { id } = primaryChain
  const entry = DEPLOYMENTS[id]
  let lookups = 0
  const get = () => {
    lookups += 1
    return entry
  }
  Object.defineProperty(DEPLOYMENTS, id, { configurable: true, enumerable: true, get })
  try {
    await work()
  } finally {
    Object.defineProperty(DEPLOYMENTS, id, { configurable: true, enumerable: true, value: entry })
  }
  return lookups
}
