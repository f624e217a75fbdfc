import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADDRESSES } from '../chain/addresses.js'
import { InvalidInputError } from '../errors/input.js'
import { cancel } from './cancel.js'
import { cancelWithSignature, signCancel } from './cancelWithSignature.js'
import { canPayBySignature } from './canPayBySignature.js'
import { claim } from './claim.js'
import { generateClaimCode } from './claimSecret.js'
import { defineConfig } from './config.js'
import { getTransfer } from './getTransfer.js'
import { reclaimExpired } from './reclaimExpired.js'
import { reclaimExpiredBatch } from './reclaimExpiredBatch.js'
import { registerConfig } from './registerConfig.js'
import { rekey } from './rekey.js'
import { sendProtectedWithAuthorization } from './sendProtectedWithAuthorization.js'

let stage: TestStage
let alice: Actor
let bob: Actor
let stranger: Actor
let configId: Hex

beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
  bob = await stage.actor(0n)
  stranger = await stage.actor()
  configId = (await registerConfig(alice, defineConfig({ recallWindow: 60 }))).configId
})
afterAll(() => stage?.stop())

async function lock(from = alice): Promise<bigint> {
  const { transferId } = await sendProtectedWithAuthorization(
    from,
    { configId, to: bob.address, amount: 1_000_000n, claimHash: generateClaimCode().claimHash },
    { skipRiskCheck: true },
  )
  return transferId
}

const expire = () => stage.devnet.primary.increaseTime(61)
const status = async (transferId: bigint) => (await getTransfer(stage, transferId)).status

describe('cancel', () => {
  test('default: the sender has the money back', async () => {
    const transferId = await lock()
    const before = await stage.balanceOf(alice.address)
    await cancel(alice, transferId)
    expect(await status(transferId)).toBe('CANCELLED')
    expect((await stage.balanceOf(alice.address)) - before).toBeGreaterThan(900_000n)
  })

  test('behavior: a locked transfer can be cancelled', async () => {
    const transferId = await lock()
    for (let guess = 0; guess < 5; guess += 1) {
      const { code, salt } = generateClaimCode()
      await claim(stranger, transferId, code, salt, { recipient: bob.address }).catch(() => {})
    }
    expect(await status(transferId)).toBe('LOCKED')
    await cancel(alice, transferId)
    expect(await status(transferId)).toBe('CANCELLED')
  })

  test('error: not_sender, not_pending, unknown', async () => {
    const transferId = await lock()
    await expect(cancel(stranger, transferId)).rejects.toMatchObject({ reason: 'not_sender' })
    await cancel(alice, transferId)
    await expect(cancel(alice, transferId)).rejects.toMatchObject({ reason: 'not_pending' })
    await expect(cancel(alice, 999_999n)).rejects.toMatchObject({ reason: 'unknown' })
  })
})

describe('cancelWithSignature', () => {
  test('default: a stranger submits, the sender is paid', async () => {
    const transferId = await lock()
    const signed = await signCancel(alice, transferId)
    const before = await stage.balanceOf(alice.address)
    await cancelWithSignature(stranger, signed)
    expect(await status(transferId)).toBe('CANCELLED')
    expect((await stage.balanceOf(alice.address)) - before).toBe(1_000_000n)
  })

  test("error: another account's signature, another transfer's, an expired one", async () => {
    const [first, second] = [await lock(), await lock()]
    const signed = await signCancel(alice, first)
    await expect(cancelWithSignature(stranger, { ...signed, transferId: second })).rejects.toMatchObject({
      errorName: 'InvalidSignature',
    })
    await expect(cancelWithSignature(stranger, await signCancel(stranger, first))).rejects.toMatchObject({
      errorName: 'InvalidSignature',
    })
    const old = await signCancel(alice, first, { now: new Date(Date.now() - 3_600_000) })
    await expect(cancelWithSignature(stranger, old)).rejects.toMatchObject({ errorName: 'SignatureExpired' })
    await expect(signCancel(alice, first, { deadlineSeconds: 0 })).rejects.toBeInstanceOf(InvalidInputError)
    expect(await status(first)).toBe('PENDING')
  })

  test('behavior: an account that delegates to code without ERC-1271 still signs with its key', async () => {
    const delegated = await stage.actor()
    const transferId = await lock(delegated)
    const { account } = delegated.walletClient
    if (!account) throw new Error('An account is needed.')
    const authorization = await delegated.walletClient.signAuthorization({
      account,
      contractAddress: ADDRESSES.MULTICALL3,
      executor: 'self',
    })
    const hash = await delegated.walletClient.sendTransaction({
      account,
      chain: delegated.walletClient.chain ?? null,
      to: stranger.address,
      authorizationList: [authorization],
    })
    await stage.publicClient.waitForTransactionReceipt({ hash })
    expect(await stage.publicClient.getCode({ address: delegated.address })).toMatch(/^0xef0100/)
    expect(await canPayBySignature(delegated)).toBe(false)
    await expect(
      sendProtectedWithAuthorization(
        delegated,
        { configId, to: bob.address, amount: 1n, claimHash: generateClaimCode().claimHash },
        { skipRiskCheck: true },
      ),
    ).rejects.toMatchObject({ name: 'SignatureUnusableError' })
    await cancelWithSignature(stranger, await signCancel(delegated, transferId))
    expect(await status(transferId)).toBe('CANCELLED')
  })

  test('error: a refusal never repeats the signature', async () => {
    const signed = await signCancel(stranger, await lock())
    const error = await cancelWithSignature(stranger, signed).catch((caught: unknown) => caught)
    expect(`${(error as Error).message}${(error as Error).stack}`).not.toContain(signed.signature.slice(2, 60))
  })
})

describe('rekey', () => {
  test('error: not_sender, expired, not_pending, and an invalid hash', async () => {
    const transferId = await lock()
    const { claimHash } = generateClaimCode()
    await expect(rekey(stranger, transferId, claimHash)).rejects.toMatchObject({ reason: 'not_sender' })
    await expect(rekey(alice, transferId, `0x${'0'.repeat(64)}`)).rejects.toBeInstanceOf(InvalidInputError)
    await expire()
    await expect(rekey(alice, transferId, claimHash)).rejects.toMatchObject({ reason: 'expired' })
    await cancel(alice, transferId)
    await expect(rekey(alice, transferId, claimHash)).rejects.toMatchObject({ reason: 'not_pending' })
  })
})

describe('reclaimExpired', () => {
  test('default: any account sends it back after the deadline', async () => {
    const transferId = await lock()
    await expect(reclaimExpired(stranger, transferId)).rejects.toMatchObject({ reason: 'not_expired' })
    await expire()
    const before = await stage.balanceOf(alice.address)
    await reclaimExpired(stranger, transferId)
    expect(await status(transferId)).toBe('RECLAIMED')
    expect((await stage.balanceOf(alice.address)) - before).toBe(1_000_000n)
    await expect(reclaimExpired(stranger, transferId)).rejects.toMatchObject({ reason: 'not_pending' })
  })
})

describe('reclaimExpiredBatch', () => {
  test('default: returns what can be returned, names the rest', async () => {
    const blocked = await stage.actor()
    const [first, second, ofBlocked] = [await lock(), await lock(), await lock(blocked)]
    await expire()
    const fresh = await lock()
    await stage.devnet.primary.setBlocked(blocked.address, true)
    const result = await reclaimExpiredBatch(stranger, [first, fresh, ofBlocked, 999_999n, second, first])
    expect(result.reclaimed).toEqual([first, second, first])
    expect(result.skipped).toEqual([fresh, ofBlocked, 999_999n])
    expect(await status(ofBlocked)).toBe('PENDING')
    await stage.devnet.primary.setBlocked(blocked.address, false)
    expect((await reclaimExpiredBatch(stranger, [ofBlocked])).reclaimed).toEqual([ofBlocked])
  })

  test('error: too few, too many, no id', async () => {
    for (const ids of [[], Array.from({ length: 51 }, (_, index) => BigInt(index + 1)), [0n]])
      await expect(reclaimExpiredBatch(stranger, ids)).rejects.toBeInstanceOf(InvalidInputError)
  })
})
