import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateClaimCode } from './claimSecret.js'
import { defineConfig } from './config.js'
import { findTransfer } from './findTransfer.js'
import { getTransfer } from './getTransfer.js'
import { registerConfig } from './registerConfig.js'
import { sendProtectedWithAuthorization } from './sendProtectedWithAuthorization.js'

let stage: TestStage
let alice: Actor

beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
})
afterAll(() => stage?.stop())

test('default: finds a transfer from what the sender holds: its claim hash, or its transaction where the hash is another one', async () => {
  const { configId } = await registerConfig(alice, defineConfig())
  const { claimHash } = generateClaimCode()
  const bob = await stage.actor(0n)
  const { transferId, txHash } = await sendProtectedWithAuthorization(
    alice,
    { configId, to: bob.address, amount: 1n, claimHash },
    { skipRiskCheck: true },
  )
  expect(await findTransfer(alice, { sender: alice.address, claimHash })).toEqual(await getTransfer(alice, transferId))
  const other = generateClaimCode().claimHash
  const byTransaction = await findTransfer(alice, { sender: alice.address, claimHash: other, txHash })
  expect(byTransaction?.transferId).toBe(transferId)
})

test('behavior: undefined for another hash, and for another sender of the same one', async () => {
  const { claimHash } = generateClaimCode()
  expect(await findTransfer(alice, { sender: alice.address, claimHash })).toBeUndefined()
  expect(await findTransfer(alice, { sender: (await stage.actor(0n)).address, claimHash })).toBeUndefined()
})
