import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type Address, type Hex, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { InvalidAddressError, InvalidInputError } from '../errors/input.js'
import { RiskBlockedError } from '../errors/risk.js'
import { ReleaseRequiredError } from '../errors/transfer.js'
import { check } from '../risk/check.js'
import { craftLookalike } from '../risk/craftLookalike.js'
import { claimKeyFromLink, generateLinkSecret } from './claimKey.js'
import { generateClaimCode } from './claimSecret.js'
import { claimWithKey } from './claimWithKey.js'
import { defineConfig } from './config.js'
import { getTransfer } from './getTransfer.js'
import { approvePermit } from './permit.js'
import { registerConfig } from './registerConfig.js'
import { rekeyWithSignature, signRekey } from './rekeyWithSignature.js'
import { release } from './release.js'
import { releaseWithSignature, signRelease } from './releaseWithSignature.js'
import { requestRelease } from './requestRelease.js'
import { sendProtected } from './sendProtected.js'
import { sendProtectedWithAuthorization } from './sendProtectedWithAuthorization.js'
import { sendProtectedWithWitness, signSendWitness, submitSendWitness } from './sendProtectedWithWitness.js'
import { signClaim } from './signClaim.js'
import type { ProtectedTransfer } from './types.js'
import { watchTransfer } from './watchTransfer.js'

let stage: TestStage
let alice: Actor
let carol: Actor
let keyed: Hex
let released: Hex
let coded: Hex
const chainId = 5042002
const amount = 500_000n

beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
  carol = await stage.actor()
  keyed = (await registerConfig(alice, defineConfig({ claimMode: 'KEY' }))).configId
  released = (await registerConfig(alice, defineConfig({ claimMode: 'KEY_RELEASE' }))).configId
  coded = (await registerConfig(alice, defineConfig())).configId
})
afterAll(() => stage?.stop())

const failureOf = (work: Promise<unknown>) => work.then(String, (error: unknown) => error)

async function open(configId: Hex) {
  const key = claimKeyFromLink(generateLinkSecret())
  const params = { configId, to: zeroAddress, amount, claimHash: key.claimHash }
  const { transferId } = await sendProtectedWithAuthorization(alice, params)
  const sign = (recipient: Address) => signClaim(key, { chainId, transferId, recipient })
  return { transferId, key, sign }
}

test('an open transfer pays whom its key names, and learns that recipient', async () => {
  const { transferId, sign } = await open(keyed)
  const holder = await stage.actor(0n)
  const updates: ProtectedTransfer[] = []
  const unwatch = watchTransfer(stage.publicClient, transferId, { onUpdate: (one) => updates.push(one) })
  expect((await getTransfer(carol, transferId)).to).toBe(zeroAddress)
  // From the next block on it watches.
  await stage.devnet.primary.mine(2)
  await claimWithKey(carol, await sign(holder.address))
  expect(await stage.balanceOf(holder.address)).toBe(amount)
  await expect.poll(() => updates.at(-1)).toMatchObject({ status: 'CLAIMED', to: holder.address })
  expect((await getTransfer(carol, transferId)).to).toBe(holder.address)
  unwatch()
})

test('a transfer is opened under terms with claim keys alone', async () => {
  const { claimHash } = generateClaimCode()
  const key = claimKeyFromLink(generateLinkSecret())
  for (const [fields, error] of [
    [{ configId: coded, claimHash }, InvalidAddressError],
    [{ configId: keyed, claimHash }, InvalidAddressError],
    [{ configId: coded, claimHash: key.claimHash }, InvalidInputError],
  ] as const)
    expect(
      await failureOf(
        sendProtected(alice, { ...fields, to: zeroAddress, amount }, { skipRiskCheck: true, approve: true }),
      ),
    ).toBeInstanceOf(error)
})

test('the holder of a link cannot be paid without the release, and the sender alone gives it', async () => {
  const { transferId, sign } = await open(released)
  const holder = await stage.actor(0n)
  const signed = await sign(holder.address)
  expect(await failureOf(claimWithKey(carol, signed))).toBeInstanceOf(ReleaseRequiredError)
  expect(await requestRelease(carol, signed)).toMatch(/^0x/)
  expect(await getTransfer(carol, transferId)).toMatchObject({ status: 'PENDING', to: zeroAddress })
  expect(await failureOf(release(carol, transferId, holder.address))).toMatchObject({ reason: 'not_sender' })
  expect(await failureOf(release(alice, 999_999n, holder.address))).toMatchObject({ reason: 'unknown' })
  await release(alice, transferId, holder.address)
  expect(await stage.balanceOf(holder.address)).toBe(amount)
  expect(await failureOf(release(alice, transferId, holder.address))).toMatchObject({ reason: 'not_pending' })
})

test('a release is refused for a lookalike, whatever the holder of the link has asked for', async () => {
  const bob = await stage.actor(0n)
  const paid = {
    configId: keyed,
    to: bob.address,
    amount: 2_000_000n,
    claimHash: claimKeyFromLink(generateLinkSecret()),
  }
  const { transferId: known } = await sendProtectedWithAuthorization(
    alice,
    { ...paid, claimHash: paid.claimHash.claimHash },
    { skipRiskCheck: true },
  )
  await claimWithKey(carol, await signClaim(paid.claimHash, { chainId, transferId: known, recipient: bob.address }))
  const { transferId, sign } = await open(released)
  const imitation = craftLookalike(bob.address)
  await requestRelease(carol, await sign(imitation))
  expect(await failureOf(release(alice, transferId, imitation))).toBeInstanceOf(RiskBlockedError)
  expect(await failureOf(signRelease(alice, transferId, imitation))).toBeInstanceOf(RiskBlockedError)
  // Who asks may change between the report and the release: a report counts for its own target alone.
  const report = await check(alice.address, bob.address, { client: alice.publicClient })
  for (const pay of [release, signRelease])
    expect(await failureOf(pay(alice, transferId, imitation, { report }))).toBeInstanceOf(RiskBlockedError)
  expect((await getTransfer(carol, transferId)).status).toBe('PENDING')
})

test('a signed release pays that recipient alone, and a rekey voids it', async () => {
  const { transferId } = await open(released)
  const [holder, thief] = [await stage.actor(0n), await stage.actor(0n)]
  const signed = await signRelease(alice, transferId, holder.address)
  const stolen = { ...signed, recipient: thief.address }
  expect(await failureOf(releaseWithSignature(carol, stolen))).toMatchObject({ errorName: 'InvalidSignature' })
  const fresh = claimKeyFromLink(generateLinkSecret())
  await rekeyWithSignature(carol, await signRekey(alice, transferId, fresh.claimHash))
  expect(await failureOf(releaseWithSignature(carol, signed))).toMatchObject({ errorName: 'InvalidSignature' })
  expect(await failureOf(signRekey(alice, transferId, fresh.claimHash))).toMatchObject({ parameter: 'newClaimHash' })
  await releaseWithSignature(carol, await signRelease(alice, transferId, holder.address))
  expect(await stage.balanceOf(holder.address)).toBe(amount)
})

test('error: a release of what needs none', async () => {
  const holder = await stage.actor(0n)
  const plain = await open(keyed)
  expect(await failureOf(release(alice, plain.transferId, holder.address))).toMatchObject({
    reason: 'wrong_claim_mode',
  })
  expect(await failureOf(requestRelease(carol, await plain.sign(holder.address)))).toMatchObject({
    reason: 'wrong_claim_mode',
  })
  const key = claimKeyFromLink(generateLinkSecret())
  const params = { configId: released, to: holder.address, amount, claimHash: key.claimHash }
  const { transferId } = await sendProtectedWithAuthorization(alice, params)
  const signed = await signClaim(key, { chainId, transferId, recipient: holder.address })
  expect(await failureOf(release(alice, transferId, holder.address))).toMatchObject({ reason: 'not_open' })
  expect(await failureOf(requestRelease(carol, signed))).toMatchObject({ reason: 'not_open' })
  await claimWithKey(carol, signed)
  expect(await stage.balanceOf(holder.address)).toBe(amount)
})

test('an open transfer never pays its sender or the contracts', async () => {
  const { sign } = await open(keyed)
  const { usdc, contracts } = stage.devnet.primary
  for (const recipient of [alice.address, usdc, contracts.transferContract])
    expect(await failureOf(claimWithKey(carol, await sign(recipient)))).toBeInstanceOf(InvalidAddressError)
})

test('a Permit2 witness names the transfer: any account submits it, and none can change it', async () => {
  await approvePermit(alice)
  const holder = await stage.actor(0n)
  const make = () => {
    const { claimHash } = claimKeyFromLink(generateLinkSecret())
    return { configId: keyed, to: holder.address, amount, claimHash }
  }
  const witness = await signSendWitness(alice, make())
  for (const change of [{ to: carol.address }, { amount: amount + 1n }, { claimHash: make().claimHash }])
    expect(await failureOf(submitSendWitness(carol, { ...witness, ...change }))).toMatchObject({
      name: 'CallRefusedError',
    })
  const { transferId } = await submitSendWitness(carol, witness)
  expect(await getTransfer(carol, transferId)).toMatchObject({ sender: alice.address, to: holder.address, amount })
  expect(await failureOf(submitSendWitness(carol, witness))).toMatchObject({ name: 'CallRefusedError' })
  const own = await sendProtectedWithWitness(alice, make())
  expect(own.transferId).toBe(transferId + 1n)
  expect(await failureOf(sendProtectedWithWitness(carol, make()))).toMatchObject({ name: 'InsufficientFundsError' })
})
