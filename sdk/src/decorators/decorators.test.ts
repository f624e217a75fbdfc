import { protectedTransferAbi } from '@holdfast/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, setTestStage, type TestStage } from '../../test/devnet.js'
import { generateClaimCode } from '../transfer/claimSecret.js'
import { defineConfig } from '../transfer/config.js'
import { getTransfer } from '../transfer/getTransfer.js'
import { holdfastPublicActions } from './holdfastPublicActions.js'
import { holdfastWalletActions } from './holdfastWalletActions.js'

let stage: TestStage
let alice: Actor
beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
})
afterAll(() => stage?.stop())

test('a payment in methods alone equals the functions', async () => {
  const bob = await stage.actor(0n)
  const reader = stage.publicClient.extend(holdfastPublicActions())
  const wallet = alice.walletClient.extend(holdfastWalletActions())
  const { configId } = await wallet.registerConfig(defineConfig())
  await wallet.approveUsdc(1_000_000n)
  expect(await reader.getAllowance(alice.address)).toBe(1_000_000n)
  const { claimHash, code, salt } = generateClaimCode()
  const { transferId } = await wallet.sendProtected(
    { configId, to: bob.address, amount: 1_000_000n, claimHash },
    { skipRiskCheck: true },
  )
  const seen: string[] = []
  const unwatch = reader.watchTransfer(transferId, { onUpdate: ({ status }) => seen.push(status) })
  expect(await reader.getTransfer(transferId)).toEqual(await getTransfer(alice, transferId))
  await wallet.claim(transferId, code, salt)
  expect((await reader.getTransfer(transferId)).status).toBe('CLAIMED')
  const created = await reader.getLogsChunked({
    address: stage.devnet.primary.contracts.transferContract,
    abi: protectedTransferAbi,
    eventName: 'TransferCreated',
  })
  expect(created.map(({ args }) => args.transferId)).toEqual([transferId])
  expect(await reader.readGasReserve()).toBe(50_000n)
  expect((await reader.check(alice.address, bob.address)).target).toBe(bob.address)
  unwatch()
})

test('parameter contractAddress reaches every method', async () => {
  const contractAddress = '0x00000000000000000000000000000000000000c0'
  const reader = stage.publicClient.extend(holdfastPublicActions({ contractAddress }))
  const wallet = alice.walletClient.extend(holdfastWalletActions({ publicClient: stage.publicClient, contractAddress }))
  expect(await reader.getAllowance(alice.address)).toBe(0n)
  await wallet.approveUsdc(5n)
  expect(await reader.getAllowance(alice.address)).toBe(5n)
})
