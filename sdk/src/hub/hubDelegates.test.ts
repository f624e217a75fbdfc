import { type HubStage, setHubStage } from '@holdfast/testkit/hubStage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addHubDelegate } from './addHubDelegate.js'
import { isHubDelegate } from './isHubDelegate.js'
import { removeHubDelegate } from './removeHubDelegate.js'
import { spendFromHub } from './spendFromHub.js'

let stage: HubStage
beforeAll(async () => {
  stage = await setHubStage()
})
afterAll(() => stage?.stop())

const chain = 'Arc_Testnet'
const amount = 1_000_000n

test('a delegate spends the balance of the depositor, to the depositor by default, until it is removed', async () => {
  const [alice, bob] = [await stage.depositor(5_000_000n), await stage.actor()]
  const [depositor, delegate] = [alice.address, bob.address]
  const isAllowed = () => isHubDelegate(stage.publicClient, { chain, depositor, delegate })
  const spend = () =>
    spendFromHub(bob, { ...stage.hub, from: chain, to: 'Base_Sepolia', amount, depositor, skipRiskCheck: true })
  expect(await isAllowed()).toBe(false)
  await expect(spend()).rejects.toMatchObject({ name: 'HubRefusedError', code: 'not_authorized' })

  await addHubDelegate(alice, { chain, delegate, skipRiskCheck: true })
  expect(await isAllowed()).toBe(true)
  const { mintTxHash } = await spend()
  expect(mintTxHash).toMatch(/^0x/)
  expect(await stage.remoteBalanceOf(depositor)).toBe(amount)
  expect(await stage.hubBalanceOf(depositor)).toBeLessThan(4_000_000n)

  await removeHubDelegate(alice, { chain, delegate })
  expect(await isAllowed()).toBe(false)
  await expect(spend()).rejects.toMatchObject({ code: 'not_authorized' })
})

test('error: the depositor is not a delegate of its own', async () => {
  const alice = await stage.actor()
  await expect(addHubDelegate(alice, { chain, delegate: alice.address })).rejects.toMatchObject({
    name: 'CallRefusedError',
    errorName: 'CannotDelegateToSelf',
  })
  expect(await isHubDelegate(stage.publicClient, { chain, depositor: alice.address, delegate: alice.address })).toBe(
    true,
  )
})
