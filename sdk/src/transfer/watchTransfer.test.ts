import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type Address, createPublicClient, custom, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { primaryChain } from '../chain/viemChain.js'
import { InvalidInputError } from '../errors/input.js'
import { cancel } from './cancel.js'
import { claim } from './claim.js'
import { generateClaimCode } from './claimSecret.js'
import { defineConfig } from './config.js'
import { registerConfig } from './registerConfig.js'
import { rekey } from './rekey.js'
import { sendProtectedWithAuthorization } from './sendProtectedWithAuthorization.js'
import type { ProtectedTransfer } from './types.js'
import { watchTransfer } from './watchTransfer.js'

let stage: TestStage
let alice: Actor
let configId: Hex
let recipient: Address

beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
  recipient = (await stage.actor(0n)).address
  configId = (await registerConfig(alice, defineConfig())).configId
})
afterAll(() => stage?.stop())

const nextId = async () => (await lock()) + 1n

async function lock(secret = generateClaimCode()): Promise<bigint> {
  const to = recipient
  const params = { configId, to, amount: 1_000_000n, claimHash: secret.claimHash }
  return (await sendProtectedWithAuthorization(alice, params, { skipRiskCheck: true })).transferId
}

/** A reading client that tells when the watcher has taken its first look, and between the parts of it does something else. */
function watched(meanwhile: () => Promise<unknown> = async () => {}) {
  let seen = () => {}
  let done: Promise<unknown> | undefined
  const firstLook = new Promise<void>((resolve) => {
    seen = resolve
  })
  const client = createPublicClient({
    chain: primaryChain,
    transport: custom(
      {
        request: async ({ method, params }) => {
          if (method === 'eth_call') {
            done ??= meanwhile()
            await done
          }
          const answer = await stage.publicClient.request({ method, params } as never)
          if (method === 'eth_call') seen()
          return answer
        },
      },
      { retryCount: 0 },
    ),
  })
  return { client, firstLook }
}

const short = ({ status, attempts }: ProtectedTransfer) => `${status} ${attempts}`

test('default: every change in order, from before the transfer exists until it is settled', async () => {
  const seen: ProtectedTransfer[] = []
  const errors: unknown[] = []
  const transferId = await nextId()
  const { client, firstLook } = watched()
  watchTransfer(client, transferId, {
    onUpdate: (transfer) => seen.push(transfer),
    onError: (error) => errors.push(error),
    pollingIntervalMs: 400,
  })
  await firstLook
  const secret = generateClaimCode()
  expect(await lock(generateClaimCode())).toBe(transferId)
  for (let guess = 0; guess < 5; guess += 1) {
    const { code, salt } = generateClaimCode()
    await claim(alice, transferId, code, salt, { recipient }).catch(() => {})
  }
  await rekey(alice, transferId, secret.claimHash)
  await claim(alice, transferId, secret.code, secret.salt, { recipient })
  await expect.poll(() => seen.at(-1)?.status).toBe('CLAIMED')
  expect(seen.map(short)).toEqual([
    'PENDING 0',
    'PENDING 1',
    'PENDING 2',
    'PENDING 3',
    'PENDING 4',
    'PENDING 5',
    'LOCKED 5',
    'PENDING 0',
    'CLAIMED 0',
  ])
  expect(seen.at(-1)).toMatchObject({ sender: alice.address, claimHash: secret.claimHash, amount: 1_000_000n })
  expect(errors).toEqual([])
})

test('behavior: what settles the transfer during the first look is reported too', async () => {
  const transferId = await lock()
  const seen: string[] = []
  const { client } = watched(() => cancel(alice, transferId))
  watchTransfer(client, transferId, { onUpdate: (transfer) => seen.push(short(transfer)), pollingIntervalMs: 50 })
  await expect.poll(() => seen).toEqual(['CANCELLED 0'])
})

test('behavior: a node that does not answer delays, and loses nothing', async () => {
  const transferId = await lock()
  const seen: string[] = []
  const onError = vi.fn()
  const { client, firstLook } = watched()
  const unwatch = watchTransfer(client, transferId, {
    onUpdate: (transfer) => seen.push(short(transfer)),
    onError,
    pollingIntervalMs: 50,
  })
  await firstLook
  stage.devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', match: 'eth_getLogs', times: 3 }] } })
  const wrong = generateClaimCode()
  await claim(alice, transferId, wrong.code, wrong.salt, { recipient }).catch(() => {})
  await expect.poll(() => seen).toEqual(['PENDING 1'])
  expect(onError).toHaveBeenCalled()
  stage.devnet.faults.clear()
  unwatch()
})

test('behavior: a node that refuses so many blocks, or the events in them, is asked for fewer', async () => {
  const transferId = await nextId()
  const asked: bigint[] = []
  let isHeld = false
  const client = createPublicClient({
    chain: primaryChain,
    transport: custom(
      {
        async request({ method, params }) {
          if (method === 'eth_getLogs') {
            if (isHeld) throw Object.assign(new Error('busy'), { code: -32005 })
            const [{ fromBlock, toBlock }] = params as [{ fromBlock: Hex; toBlock: Hex }]
            const blocks = BigInt(toBlock) - BigInt(fromBlock) + 1n
            asked.push(blocks)
            if (blocks > 4n) throw Object.assign(new Error('query returned more than 10000 results'), { code: -32005 })
          }
          return stage.publicClient.request({ method, params } as never)
        },
      },
      { retryCount: 0 },
    ),
  })
  const seen: string[] = []
  const errors: unknown[] = []
  const unwatch = watchTransfer(client, transferId, {
    onUpdate: ({ status }) => seen.push(status),
    onError: (error) => errors.push(error),
    pollingIntervalMs: 20,
  })
  isHeld = true
  // Its first look has been taken once it asks for logs, without success.
  await expect.poll(() => errors.length).toBeGreaterThan(0)
  await stage.devnet.primary.mine(40)
  await cancel(alice, await lock())
  isHeld = false
  await expect.poll(() => seen).toEqual(['PENDING', 'CANCELLED'])
  expect(asked.some((blocks) => blocks > 4n)).toBe(true)
  unwatch()
})

test('behavior: nothing is reported after unwatching', async () => {
  const transferId = await lock()
  const onUpdate = vi.fn()
  const { client, firstLook } = watched()
  const unwatch = watchTransfer(client, transferId, { onUpdate, pollingIntervalMs: 50 })
  await firstLook
  unwatch()
  // Another watcher shows when the change could have been seen.
  const other = watched()
  const onOther = vi.fn()
  const unwatchOther = watchTransfer(other.client, transferId, { onUpdate: onOther, pollingIntervalMs: 50 })
  await other.firstLook
  const wrong = generateClaimCode()
  await claim(alice, transferId, wrong.code, wrong.salt, { recipient }).catch(() => {})
  await expect.poll(() => onOther.mock.calls.length).toBeGreaterThan(0)
  unwatchOther()
  expect(onUpdate).not.toHaveBeenCalled()
})

test('error: an id that cannot be one', () => {
  expect(() => watchTransfer(stage.publicClient, 0n, { onUpdate: () => {} })).toThrow(InvalidInputError)
})
