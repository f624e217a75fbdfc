import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type Account, type Address, createPublicClient, createWalletClient, custom, getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { primaryChain } from '../chain/viemChain.js'
import { InvalidInputError } from '../errors/input.js'
import {
  ClaimRecipientMismatchError,
  TransferLockedError,
  TransferUnavailableError,
  WrongClaimCodeError,
} from '../errors/transfer.js'
import { cancel } from './cancel.js'
import { claim } from './claim.js'
import { type ClaimSecret, generateClaimCode } from './claimSecret.js'
import { defineConfig } from './config.js'
import { getTransfer } from './getTransfer.js'
import { registerConfig } from './registerConfig.js'
import { rekey } from './rekey.js'
import { sendProtectedWithAuthorization } from './sendProtectedWithAuthorization.js'

let stage: TestStage
let alice: Actor
let bob: Actor
let carol: Actor
let configId: Hex
let forBob: { recipient: Address }

beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
  bob = await stage.actor(0n)
  forBob = { recipient: bob.address }
  carol = await stage.actor()
  configId = (await registerConfig(alice, defineConfig())).configId
})
afterAll(() => stage?.stop())

async function lock(secret: ClaimSecret = generateClaimCode(), recipient = bob): Promise<bigint> {
  const { transferId } = await sendProtectedWithAuthorization(
    alice,
    { configId, to: recipient.address, amount: 1_000_000n, claimHash: secret.claimHash },
    { skipRiskCheck: true },
  )
  return transferId
}

test('default: any account submits, the recorded recipient is paid', async () => {
  const secret = generateClaimCode()
  const transferId = await lock(secret)
  const before = await stage.balanceOf(bob.address)
  expect(await claim(carol, transferId, secret.code, secret.salt, forBob)).toMatch(/^0x[0-9a-f]{64}$/)
  expect((await stage.balanceOf(bob.address)) - before).toBe(1_000_000n)
  expect((await getTransfer(carol, transferId)).status).toBe('CLAIMED')
})

test('default: the recipient claims for itself', async () => {
  const secret = generateClaimCode()
  const transferId = await lock(secret, carol)
  await claim(carol, transferId, secret.code, secret.salt)
  expect((await getTransfer(carol, transferId)).status).toBe('CLAIMED')
})

test('error: the claim of the true payee never pays the lookalike that the sender was deceived with', async () => {
  const secret = generateClaimCode()
  const middle = bob.address.slice(6, -4).replace(/./g, (digit) => (digit === '1' ? '2' : '1'))
  const imitation = getAddress(`0x${bob.address.slice(2, 6)}${middle}${bob.address.slice(-4)}`.toLowerCase())
  const transferId = await lock(secret, { ...bob, address: imitation })
  const asked: string[] = []
  const transport = custom({
    request: async (request) => {
      asked.push(JSON.stringify(request))
      return stage.publicClient.request(request as never)
    },
  })
  const { account } = carol.walletClient
  const watched = {
    publicClient: createPublicClient({ chain: primaryChain, transport }),
    walletClient: createWalletClient({ account: account as Account, chain: primaryChain, transport }),
  }
  const error = await claim(watched, transferId, secret.code, secret.salt, forBob).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ClaimRecipientMismatchError)
  expect(error).toMatchObject({ transferId, recorded: imitation, expected: bob.address, isLookalike: true })
  expect(String(error)).toContain('imitates')
  expect(asked.join()).not.toContain(secret.salt.slice(2))
  expect(asked.length).toBeGreaterThan(0)
  expect(await getTransfer(carol, transferId)).toMatchObject({ status: 'PENDING', attempts: 0 })
})

test('error: another recipient than the connected account, which is not a lookalike', async () => {
  const secret = generateClaimCode()
  const transferId = await lock(secret)
  const error = await claim(carol, transferId, secret.code, secret.salt).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ClaimRecipientMismatchError)
  expect(error).toMatchObject({ recorded: bob.address, expected: carol.address, isLookalike: false })
})

test('parameter code: as a person types it', async () => {
  const secret = generateClaimCode()
  const transferId = await lock(secret)
  await claim(carol, transferId, ` ${secret.secret.toLowerCase()} `, secret.salt, forBob)
  expect((await getTransfer(carol, transferId)).status).toBe('CLAIMED')
})

test('error: wrong codes are counted, the fifth locks, a rekey opens again', async () => {
  const transferId = await lock()
  for (const attemptsRemaining of [4, 3, 2, 1]) {
    const wrong = generateClaimCode()
    const error = await claim(carol, transferId, wrong.code, wrong.salt, forBob).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(WrongClaimCodeError)
    expect(error).toMatchObject({ transferId, attemptsRemaining, txHash: expect.stringMatching(/^0x/) })
  }
  const fifth = generateClaimCode()
  const locked = await claim(carol, transferId, fifth.code, fifth.salt, forBob).catch((caught: unknown) => caught)
  expect(locked).toBeInstanceOf(TransferLockedError)
  expect(locked).toMatchObject({ transferId, txHash: expect.stringMatching(/^0x/) })
  expect(await getTransfer(carol, transferId)).toMatchObject({ status: 'LOCKED', attempts: 5 })

  const sixth = await claim(carol, transferId, fifth.code, fifth.salt, forBob).catch((caught: unknown) => caught)
  expect(sixth).toBeInstanceOf(TransferLockedError)
  expect((sixth as TransferLockedError).txHash).toBeUndefined()

  const fresh = generateClaimCode()
  await rekey(alice, transferId, fresh.claimHash)
  expect(await getTransfer(carol, transferId)).toMatchObject({ status: 'PENDING', attempts: 0 })
  await claim(carol, transferId, fresh.code, fresh.salt, forBob)
  expect((await getTransfer(carol, transferId)).status).toBe('CLAIMED')
})

test.each([
  ['unknown', async () => 999_999n],
  [
    'not_pending',
    async (secret: ClaimSecret) => {
      const transferId = await lock(secret)
      await cancel(alice, transferId)
      return transferId
    },
  ],
  [
    'expired',
    async (secret: ClaimSecret) => {
      const transferId = await lock(secret)
      await stage.devnet.primary.increaseTime(3_601)
      return transferId
    },
  ],
] as const)('error: %s, before anything is sent', async (reason, make) => {
  const secret = generateClaimCode()
  const transferId = await make(secret)
  const nonce = () => stage.publicClient.getTransactionCount({ address: carol.address })
  const before = await nonce()
  const error = await claim(carol, transferId, secret.code, secret.salt, forBob).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(TransferUnavailableError)
  expect(error).toMatchObject({ reason, transferId })
  expect(await nonce()).toBe(before)
})

test('error: a recipient who cannot receive leaves the transfer as it is', async () => {
  const blocked = await stage.actor(0n)
  const secret = generateClaimCode()
  const transferId = await lock(secret, blocked)
  const forBlocked = { recipient: blocked.address }
  await stage.devnet.primary.setBlocked(blocked.address, true)
  await expect(claim(carol, transferId, secret.code, secret.salt, forBlocked)).rejects.toMatchObject({
    name: 'CallRefusedError',
    errorArgs: ['Blocked address'],
  })
  expect(await getTransfer(carol, transferId)).toMatchObject({ status: 'PENDING', attempts: 0 })
  await stage.devnet.primary.setBlocked(blocked.address, false)
  await claim(carol, transferId, secret.code, secret.salt, forBlocked)
})

test.each([
  ['code', 'too short', `0x${'11'.repeat(32)}` as Hex],
  ['salt', '0123456789ABCDEF', '0x11' as Hex],
])('error: a malformed %s is refused unrepeated', async (parameter, code, salt) => {
  const error = await claim(carol, 1n, code, salt).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(InvalidInputError)
  expect(error).toMatchObject({ parameter })
  expect(String(error)).not.toContain(code)
})

test('error: no contract is deployed there, and the code stays unpublished', async () => {
  const secret = generateClaimCode()
  const nonce = await stage.publicClient.getTransactionCount({ address: carol.address })
  const elsewhere = { ...carol, contractAddress: bob.address }
  await expect(claim(elsewhere, 1n, secret.code, secret.salt)).rejects.toMatchObject({
    name: 'CallRefusedError',
    details: expect.stringContaining('holds no contract'),
  })
  expect(await stage.publicClient.getTransactionCount({ address: carol.address })).toBe(nonce)
})

test('error: an id that cannot be one', async () => {
  const { code, salt } = generateClaimCode()
  for (const id of [0n, -1n, 2n ** 256n, 1 as unknown as bigint])
    await expect(claim(carol, id, code, salt)).rejects.toBeInstanceOf(InvalidInputError)
})
