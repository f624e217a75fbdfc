import { freshAddress, muteClients } from '@holdfast/testkit/boxPolicies'
import { type HubStage, setHubStage } from '@holdfast/testkit/hubStage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HubChainName } from '../chain/bridgeChains.js'
import { UnknownBridgeChainError, WrongNetworkError } from '../errors/chain.js'
import { InvalidAmountError } from '../errors/input.js'
import { completeHubWithdrawal } from './completeHubWithdrawal.js'
import { initiateHubWithdrawal } from './initiateHubWithdrawal.js'
import { readHubWithdrawal } from './readHubWithdrawal.js'

let stage: HubStage
beforeAll(async () => {
  stage = await setHubStage()
})
afterAll(() => stage?.stop())

const chain = 'Arc_Testnet'
const amount = 3_000_000n

test('default: set apart, waited for, paid out; the issuer’s service is not asked', async () => {
  const depositor = await stage.depositor(10_000_000n)
  stage.setFaults({ rules: [{ kind: 'reset', times: null }] })
  const read = () => readHubWithdrawal(stage.publicClient, { chain, depositor: depositor.address })
  const before = await stage.balanceOf(depositor.address)
  expect(await read()).toEqual({ available: 10_000_000n, withdrawing: 0n, readyAtBlock: 0n, isReady: false })
  await expect(completeHubWithdrawal(depositor, { chain })).rejects.toMatchObject({ errorName: 'NoWithdrawingBalance' })

  await initiateHubWithdrawal(depositor, { chain, amount })
  const { readyAtBlock, ...rest } = await read()
  expect(rest).toEqual({ available: 7_000_000n, withdrawing: amount, isReady: false })
  expect(readyAtBlock).toBeGreaterThan(await stage.publicClient.getBlockNumber())
  await expect(completeHubWithdrawal(depositor, { chain })).rejects.toMatchObject({
    errorName: 'WithdrawalNotYetAvailable',
  })

  await stage.devnet.primary.mine(200)
  expect((await read()).isReady).toBe(true)
  await completeHubWithdrawal(depositor, { chain })
  expect(await read()).toEqual({ available: 7_000_000n, withdrawing: 0n, readyAtBlock: 0n, isReady: false })
  const gas = before + amount - (await stage.balanceOf(depositor.address))
  expect(gas).toBeLessThan(100_000n)
  stage.clearFaults()
  expect(await stage.hubBalanceOf(depositor.address)).toBe(7_000_000n)
})

test('error: more than is on deposit, before anything is sent', async () => {
  const depositor = await stage.actor()
  const nonce = await stage.publicClient.getTransactionCount({ address: depositor.address })
  await expect(initiateHubWithdrawal(depositor, { chain, amount })).rejects.toMatchObject({
    errorName: 'WithdrawalValueExceedsAvailableBalance',
  })
  expect(await stage.publicClient.getTransactionCount({ address: depositor.address })).toBe(nonce)
})

test('error: another chain than the clients’, and bad input before any request', async () => {
  const depositor = await stage.actor()
  const onBase = { chain: 'Base_Sepolia' } as const
  await expect(initiateHubWithdrawal(depositor, { ...onBase, amount })).rejects.toThrow(WrongNetworkError)
  await expect(completeHubWithdrawal(depositor, onBase)).rejects.toThrow(WrongNetworkError)
  await expect(readHubWithdrawal(stage.publicClient, { ...onBase, depositor: freshAddress() })).rejects.toThrow(
    WrongNetworkError,
  )
  const mute = muteClients()
  await expect(initiateHubWithdrawal(mute, { chain, amount: 0n })).rejects.toThrow(InvalidAmountError)
  const atlantis = { chain: 'Atlantis' as HubChainName }
  await expect(completeHubWithdrawal(mute, atlantis)).rejects.toThrow(UnknownBridgeChainError)
})
