import { protectedTransferAbi } from '@holdfast/contracts'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { writeContract } from 'viem/actions'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { TRANSFER_CONTRACT_ADDRESS } from '../addresses.js'
import { PRIMARY_CHAIN_ID } from '../constants.js'
import { TRANSFER_DEPLOY_BLOCK } from '../deployBlocks.js'
import { overrideDeployment } from '../registry.js'
import { getLogsChunked } from './getLogsChunked.js'

const created = { address: TRANSFER_CONTRACT_ADDRESS, abi: protectedTransferAbi, eventName: 'ConfigCreated' } as const
const windows = [60, 61, 62, 63]

let stage: TestStage
let alice: Actor
beforeAll(async () => {
  stage = await setTestStage()
  // The stage has its own, to spare other tests this reading.
  overrideDeployment(PRIMARY_CHAIN_ID, { deployBlocks: { transfer: TRANSFER_DEPLOY_BLOCK } })
  alice = await stage.actor()
  for (const recallWindow of windows) {
    const { account } = alice.walletClient
    if (account === undefined) throw new Error('The actor has no account.')
    await writeContract(alice.walletClient, {
      account,
      chain: alice.walletClient.chain,
      address: TRANSFER_CONTRACT_ADDRESS,
      abi: protectedTransferAbi,
      functionName: 'createConfig',
      args: [recallWindow, 0, 0, alice.address],
    })
    await stage.devnet.primary.mine(2)
  }
})
afterEach(() => stage.devnet.faults.clear())
afterAll(() => stage?.stop())

const read = async () =>
  (await getLogsChunked(alice.publicClient, { ...created, args: { integrator: alice.address } })).map(
    ({ args }) => args.recallWindow,
  )

test('default: from the deploy block of the real chain, millions of blocks below', async () => {
  expect(stage.devnet.primary.latestBlock - TRANSFER_DEPLOY_BLOCK).toBeGreaterThan(2_000_000n)
  expect(await read()).toEqual(windows)
})

test('behavior: a host that bears two requests at once', async () => {
  stage.devnet.faults.set({ rpc: { maxConcurrent: 2 } })
  expect(await read()).toEqual(windows)
})

test('behavior: a host that stumbles in every way', async () => {
  const kinds = [
    'rate-limit',
    'rate-limit-plain',
    'server-error',
    'forbidden',
    'malformed',
    'reset',
    'reset-after',
  ] as const
  stage.devnet.faults.set({
    rpc: { rules: kinds.map((kind, index) => ({ kind, match: 'eth_getLogs', skip: 20 * index, times: 3 })) },
  })
  expect(await read()).toEqual(windows)
})

test('behavior: waits for a backend behind the head', async () => {
  stage.devnet.faults.set({ rpc: { behindBlocks: 3 } })
  expect(await read()).toEqual(windows)
})
