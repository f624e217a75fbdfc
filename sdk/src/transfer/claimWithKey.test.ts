import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { ClaimKeyInvalidError, ClaimRecipientMismatchError, TransferUnavailableError } from '../errors/transfer.js'
import { cancel } from './cancel.js'
import { claim } from './claim.js'
import { claimKeyFromCode } from './claimKey.js'
import { generateClaimCode } from './claimSecret.js'
import { claimWithKey } from './claimWithKey.js'
import { defineConfig } from './config.js'
import { getConfig } from './getConfig.js'
import { getTransfer } from './getTransfer.js'
import { registerConfig } from './registerConfig.js'
import { sendProtectedWithAuthorization } from './sendProtectedWithAuthorization.js'
import { signClaim } from './signClaim.js'

let stage: TestStage
let alice: Actor
let bob: Actor
let carol: Actor
let configId: Hex
const chainId = 5042002

beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
  bob = await stage.actor(0n)
  carol = await stage.actor()
  configId = (await registerConfig(alice, defineConfig({ claimMode: 'KEY' }))).configId
})
afterAll(() => stage?.stop())

const sendTo = (to: Actor, claimHash: Hex, terms = configId) =>
  sendProtectedWithAuthorization(
    alice,
    { configId: terms, to: to.address, amount: 1_000_000n, claimHash },
    { skipRiskCheck: true },
  )

async function lock(to = bob) {
  const { secret, code, salt } = generateClaimCode()
  const key = claimKeyFromCode(secret)
  const { transferId } = await sendTo(to, key.claimHash)
  return { transferId, key, code, salt }
}

test('default: the recipient signs without gas, any account submits, and no secret is in the transaction', async () => {
  const { transferId, key } = await lock()
  expect(await getConfig(alice, configId)).toMatchObject({ claimMode: 3, verifier: `0x${'00'.repeat(20)}` })
  const signed = await signClaim(key, { chainId, transferId, recipient: bob.address })
  const before = await stage.balanceOf(bob.address)
  const hash = await claimWithKey(carol, signed)
  expect((await stage.balanceOf(bob.address)) - before).toBe(1_000_000n)
  expect((await getTransfer(carol, transferId)).status).toBe('CLAIMED')
  const { input } = await stage.publicClient.getTransaction({ hash })
  expect(input).not.toContain(key.privateKey.slice(2))
})

test('error: another key is refused before it is sent, and counts nothing', async () => {
  const { transferId, key } = await lock()
  const nonce = () => stage.publicClient.getTransactionCount({ address: carol.address })
  const before = await nonce()
  const wrong = await signClaim(claimKeyFromCode(generateClaimCode().secret), {
    chainId,
    transferId,
    recipient: bob.address,
  })
  const elsewhere = await signClaim(key, { chainId: 84532, transferId, recipient: bob.address })
  for (const signed of [wrong, elsewhere])
    for (let time = 0; time < 3; time += 1)
      await expect(claimWithKey(carol, signed)).rejects.toBeInstanceOf(ClaimKeyInvalidError)
  expect(await nonce()).toBe(before)
  expect(await getTransfer(carol, transferId)).toMatchObject({ status: 'PENDING', attempts: 0 })
})

test('error: a recipient that the transfer does not pay', async () => {
  const { transferId, key } = await lock()
  const signed = await signClaim(key, { chainId, transferId, recipient: carol.address })
  const error = await claimWithKey(carol, signed).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ClaimRecipientMismatchError)
  expect(error).toMatchObject({ recorded: bob.address, expected: carol.address })
})

test('error: settled, and unknown', async () => {
  const { transferId, key } = await lock()
  await cancel(alice, transferId)
  const late = await signClaim(key, { chainId, transferId, recipient: bob.address })
  await expect(claimWithKey(carol, late)).rejects.toMatchObject({ reason: 'not_pending' })
  const none = claimWithKey(carol, { ...late, transferId: 999_999n })
  await expect(none).rejects.toBeInstanceOf(TransferUnavailableError)
})

test('error: functions of one claim mode on a transfer of the other', async () => {
  const { transferId, code, salt } = await lock()
  const refused = claim(carol, transferId, code, salt, { recipient: bob.address })
  await expect(refused).rejects.toMatchObject({ name: 'TransferUnavailableError', reason: 'wrong_claim_mode' })
  expect(await getTransfer(carol, transferId)).toMatchObject({ status: 'PENDING', attempts: 0 })

  const coded = (await registerConfig(alice, defineConfig())).configId
  const secret = generateClaimCode()
  const { transferId: other } = await sendTo(bob, secret.claimHash, coded)
  const signed = await signClaim(claimKeyFromCode(secret.secret), {
    chainId,
    transferId: other,
    recipient: bob.address,
  })
  await expect(claimWithKey(carol, signed)).rejects.toMatchObject({ reason: 'wrong_claim_mode' })
})

test('error: a claim hash of the other mode is refused before anything is signed', async () => {
  const secret = generateClaimCode()
  const coded = (await registerConfig(alice, defineConfig())).configId
  await expect(sendTo(bob, secret.claimHash)).rejects.toMatchObject({ parameter: 'claimHash' })
  const keyed = sendTo(bob, claimKeyFromCode(secret.secret).claimHash, coded)
  await expect(keyed).rejects.toMatchObject({ parameter: 'claimHash' })
})

test('error: malformed input', async () => {
  const { transferId, key } = await lock()
  const recipient = bob.address
  await expect(signClaim({ privateKey: '0x12' }, { chainId, transferId, recipient })).rejects.not.toThrow('0x12')
  const signed = await signClaim(key, { chainId, transferId, recipient })
  for (const signature of ['0x', `${signed.signature}00`, 'no'] as Hex[])
    await expect(claimWithKey(carol, { ...signed, signature })).rejects.toBeInstanceOf(InvalidInputError)
})
