import { setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveUsdc } from '../src/transfer/allowance.js'
import { claim } from '../src/transfer/claim.js'
import { generateClaimCode } from '../src/transfer/claimSecret.js'
import { defineConfig } from '../src/transfer/config.js'
import { getTransfer } from '../src/transfer/getTransfer.js'
import { registerConfig } from '../src/transfer/registerConfig.js'
import { sendProtected } from '../src/transfer/sendProtected.js'

let stage: TestStage
beforeAll(async () => {
  stage = await setTestStage()
})
afterAll(() => stage?.stop())

test('the library works on the remote chain of the stage', async () => {
  const [alice, bob] = [await stage.remoteActor(), await stage.remoteActor(0n)]
  const { configId } = await registerConfig(alice, defineConfig({ recallWindow: 60 }))
  await approveUsdc(alice, 5_000_000n)
  const { code, salt, claimHash } = generateClaimCode()
  const params = { configId, to: bob.address, amount: 5_000_000n, claimHash }
  const { transferId } = await sendProtected(alice, params, { skipRiskCheck: true })
  await claim(bob, transferId, code, salt)
  expect((await getTransfer(bob, transferId)).status).toBe('CLAIMED')
  expect(await stage.remoteBalanceOf(bob.address)).toBe(5_000_000n)
  expect(await stage.remoteBalanceOf(alice.address)).toBe(995_000_000n)
  expect(await stage.balanceOf(bob.address)).toBe(0n)
})
