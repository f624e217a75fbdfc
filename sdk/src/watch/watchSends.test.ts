import { ordinaryAccount } from '@holdfast/devnet'
import { delegateTo } from '@holdfast/testkit/publishedAccounts'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type Address, type Hex, zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { SignatureDeclinedError } from '../errors/transaction.js'
import { TransferUnavailableError } from '../errors/transfer.js'
import { craftLookalike } from '../risk/craftLookalike.js'
import type { IDataProvider } from '../risk/history/IDataProvider.js'
import { payerProvider } from '../risk/payerProvider.js'
import { cancelWithSignature } from '../transfer/cancelWithSignature.js'
import { claimKeyFromCode, claimKeyFromLink, generateLinkSecret } from '../transfer/claimKey.js'
import { generateClaimCode } from '../transfer/claimSecret.js'
import { defineConfig } from '../transfer/config.js'
import { getTransfer } from '../transfer/getTransfer.js'
import { ReleaseRequestIndex } from '../transfer/ReleaseRequestIndex.js'
import { registerConfig } from '../transfer/registerConfig.js'
import { rekey } from '../transfer/rekey.js'
import { requestRelease } from '../transfer/requestRelease.js'
import { sendProtectedWithAuthorization } from '../transfer/sendProtectedWithAuthorization.js'
import { signClaim } from '../transfer/signClaim.js'
import type { ProtectedTransfer } from '../transfer/types.js'
import { watchTransfer } from '../transfer/watchTransfer.js'
import { readyCancelState, signReadyCancel } from './readyCancel.js'
import { type SendUpdate, type WatchSendsOptions, type WatchSendsParams, watchSends } from './watchSends.js'

let stage: TestStage
let carol: Actor
const stops: (() => void)[] = []

beforeAll(async () => {
  stage = await setTestStage()
  carol = await stage.actor()
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  stage.devnet.faults.clear()
})
afterAll(() => stage?.stop())

const amount = 5_000_000n
const failureOf = (work: Promise<unknown>) => work.then(String, (error: unknown) => error)

/** A payer with registered terms, and a recipient. */
async function payer() {
  const alice = await stage.actor()
  const bob = (await stage.actor(0n)).address
  const { configId } = await registerConfig(alice, defineConfig({ claimMode: 'KEY' }))
  const lock = async (
    to: Address,
    terms: Hex = configId,
    claimHash = claimKeyFromCode(generateClaimCode().code).claimHash,
  ) =>
    (await sendProtectedWithAuthorization(alice, { configId: terms, to, amount, claimHash }, { skipRiskCheck: true }))
      .transferId
  return { alice, bob, lock }
}

function watch(
  alice: Actor,
  params: Partial<WatchSendsParams> = {},
  checkOptions: WatchSendsOptions['checkOptions'] = {},
) {
  const updates: SendUpdate[] = []
  const errors: unknown[] = []
  const stop = watchSends(
    alice,
    { sender: alice.address, ...params },
    {
      onUpdate: (update) => updates.push(update),
      onError: (error) => errors.push(error),
      checkOptions,
      pollingIntervalMs: 50,
    },
  )
  stops.push(stop)
  const said = (kind: SendUpdate['kind'], id?: bigint) =>
    updates.filter((one) => one.kind === kind && (id === undefined || one.transfer.transferId === id))
  return { updates, errors, said }
}

/** A plain payment, as any wallet makes it. */
async function pay({ walletClient, publicClient }: Actor, to: Address, value: bigint) {
  const { account, chain } = walletClient
  const hash = await walletClient.writeContract({
    address: stage.devnet.primary.usdc,
    abi: tokenAbi,
    functionName: 'transfer',
    args: [to, value],
    account: account ?? null,
    chain: chain ?? null,
  })
  await publicClient.waitForTransactionReceipt({ hash })
}

/** Nothing, moved in another account's name. */
async function bait(from: Address, to: Address) {
  const { walletClient, publicClient } = carol
  const { account, chain } = walletClient
  const hash = await walletClient.writeContract({
    address: stage.devnet.primary.usdc,
    abi: tokenAbi,
    functionName: 'transferFrom',
    args: [from, to, 0n],
    account: account ?? null,
    chain: chain ?? null,
  })
  await publicClient.waitForTransactionReceipt({ hash })
}

const tokenAbi = [
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [{ type: 'address' }, { type: 'uint256' }],
    outputs: [{ type: 'bool' }],
  },
  {
    type: 'function',
    name: 'transferFrom',
    stateMutability: 'nonpayable',
    inputs: [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }],
    outputs: [{ type: 'bool' }],
  },
] as const

const patience = { timeout: 120_000 }

test('a payment to an imitation goes back once the genuine payee is known, and one without a ready cancel is reported', async () => {
  const { alice, bob, lock } = await payer()
  const imitation = craftLookalike(bob)
  const [armed, bare] = [await lock(imitation), await lock(imitation)]
  const { said } = watch(alice, { cancels: [await signReadyCancel(alice, armed)] })
  await expect.poll(() => said('found'), patience).toHaveLength(2)
  expect(said('found')).toMatchObject([{ isRecallable: false }, { isRecallable: false }])
  await pay(alice, bob, amount)
  await expect.poll(() => said('recalled'), patience).toMatchObject([{ transfer: { transferId: armed } }])
  expect((await getTransfer(alice, armed)).status).toBe('CANCELLED')
  await expect
    .poll(() => said('found', bare).at(-1), patience)
    .toMatchObject({ isRecallable: true, recipient: imitation })
  expect((await getTransfer(alice, bare)).status).toBe('PENDING')
})

test('baits that a third party forges are reported and take nothing back', async () => {
  const { alice, bob, lock } = await payer()
  const transferId = await lock(bob)
  const { said } = watch(alice, { cancels: [await signReadyCancel(alice, transferId)] })
  await expect.poll(() => said('found'), patience).toHaveLength(1)
  await bait(alice.address, bob)
  const codes = () =>
    said('found').flatMap((one) => (one.kind === 'found' ? one.report.reasons.map(({ code }) => code) : []))
  await expect.poll(codes, patience).toContain('ZERO_VALUE_BAIT')
  expect(said('recalled')).toEqual([])
  expect((await getTransfer(alice, transferId)).status).toBe('PENDING')
})

test('a rekey voids a ready cancel, and its deadline is that of the transfer', async () => {
  const { alice, bob, lock } = await payer()
  const transferId = await lock(craftLookalike(bob))
  const ready = await signReadyCancel(alice, transferId)
  const transfer = await getTransfer(alice, transferId)
  expect(ready.deadline * 1_000n).toBe(BigInt(transfer.deadline.getTime()))
  expect(() => readyCancelState({ ...ready, deadline: ready.deadline + 1n }, transfer)).toThrow(InvalidInputError)
  expect(readyCancelState(ready, transfer, new Date(transfer.deadline.getTime() + 1_000))).toBe('expired')
  await rekey(alice, transferId, claimKeyFromCode(generateClaimCode().code).claimHash)
  await pay(alice, bob, amount)
  const { said } = watch(alice, { cancels: [ready] })
  await expect.poll(() => said('cancel_void'), patience).toMatchObject([{ reason: 'rekeyed' }])
  expect((await getTransfer(alice, transferId)).status).toBe('PENDING')
})

test('who asks for a release is judged and reported, to the watch and to an observer of the transfer', async () => {
  const { alice, bob, lock } = await payer()
  const { configId } = await registerConfig(alice, defineConfig({ claimMode: 'KEY_RELEASE' }))
  await pay(alice, bob, amount)
  const key = claimKeyFromLink(generateLinkSecret())
  const transferId = await lock(zeroAddress, configId, key.claimHash)
  const asked: Address[] = []
  stops.push(
    watchTransfer(stage.publicClient, transferId, {
      onUpdate: () => {},
      onReleaseRequest: ({ recipient }) => asked.push(recipient),
    }),
  )
  await stage.devnet.primary.mine(2)
  const recipient = craftLookalike(bob)
  await requestRelease(carol, await signClaim(key, { chainId: 5042002, transferId, recipient }))
  const { said } = watch(alice)
  await expect
    .poll(() => said('release_requested'), patience)
    .toMatchObject([{ recipient, report: { level: 'block' }, transfer: { transferId } }])
  await expect.poll(() => asked, patience).toEqual([recipient])
  const index = new ReleaseRequestIndex({ client: stage.publicClient })
  await index.sync()
  expect(index).toMatchObject({ complete: true })
  expect(index.requestsOf(transferId)).toMatchObject([{ transferId, recipient }])
  expect(index.requestsOf(transferId + 1n)).toEqual([])
})

test('a recall that USDC refuses is reported and tried again', async () => {
  const { alice, bob, lock } = await payer()
  const imitation = craftLookalike(bob)
  const transferId = await lock(imitation)
  const cancels = [await signReadyCancel(alice, transferId)]
  await pay(alice, bob, amount)
  await stage.devnet.primary.setBlocked(alice.address, true)
  const submitter: Actor = { ...carol }
  const updates: SendUpdate[] = []
  stops.push(
    watchSends(
      submitter,
      { sender: alice.address, cancels },
      { onUpdate: (one) => updates.push(one), pollingIntervalMs: 50 },
    ),
  )
  const kinds = () => updates.map(({ kind }) => kind)
  await expect.poll(kinds, patience).toContain('recall_failed')
  await stage.devnet.primary.setBlocked(alice.address, false)
  await expect.poll(kinds, patience).toContain('recalled')
})

test('a payment that is made while it runs is armed, and one that is blocked at the first look is not', async () => {
  const { alice, bob, lock } = await payer()
  const other = (await stage.actor(0n)).address
  await pay(alice, other, amount)
  const asked: bigint[] = []
  const { said } = watch(alice, {
    arm: async ({ transferId }) => {
      asked.push(transferId)
      return signReadyCancel(alice, transferId)
    },
  })
  const against = await lock(craftLookalike(other))
  await expect.poll(() => said('found', against), patience).toMatchObject([{ report: { level: 'block' } }])
  const later = await lock(craftLookalike(bob))
  await expect.poll(() => said('armed'), patience).toMatchObject([{ transfer: { transferId: later } }])
  await pay(alice, bob, amount)
  await expect.poll(() => said('recalled'), patience).toMatchObject([{ transfer: { transferId: later } }])
  expect(asked).toEqual([later])
  expect((await getTransfer(alice, against)).status).toBe('PENDING')
})

test('while a source is silent nothing is armed, and nothing is left unarmed for good', async () => {
  const { alice, bob, lock } = await payer()
  await pay(alice, bob, amount)
  const [against, other] = [await lock(craftLookalike(bob)), await lock((await stage.actor(0n)).address)]
  const chain = payerProvider([{ chainId: 5042002, client: stage.publicClient }])
  let isSilent = true
  const provider: IDataProvider = {
    getOutgoingCounterparties: chain.getOutgoingCounterparties.bind(chain),
    getAddressActivity: chain.getAddressActivity.bind(chain),
    countZeroValueTransfers: chain.countZeroValueTransfers.bind(chain),
    async getHistory(sender, options) {
      if (isSilent) return { sender, records: [], complete: false }
      return (await chain.getHistory?.(sender, options)) ?? { sender, records: [], complete: false }
    },
  }
  const asked: bigint[] = []
  const arm = async (transfer: ProtectedTransfer) => {
    asked.push(transfer.transferId)
    return signReadyCancel(alice, transfer.transferId)
  }
  const { said } = watch(alice, { arm }, { provider })
  await expect.poll(() => said('found').length, patience).toBe(2)
  expect(said('found')).toMatchObject([{ report: { complete: false } }, { report: { complete: false } }])
  expect(asked).toEqual([])
  isSilent = false
  await expect.poll(() => said('armed', other), patience).toHaveLength(1)
  expect(said('found', against).at(-1)).toMatchObject({ report: { level: 'block', complete: true } })
  expect(asked).toEqual([other])
})

test('a person who declines to arm a payment is not asked again, and one transfer is not armed by the cancel of another', async () => {
  const { alice, bob, lock } = await payer()
  const [declined, swapped] = [await lock(bob), await lock(bob)]
  const asked: bigint[] = []
  const { said, errors } = watch(alice, {
    async arm({ transferId }) {
      asked.push(transferId)
      if (transferId === declined) throw new SignatureDeclinedError('signing')
      return signReadyCancel(alice, declined)
    },
  })
  await expect.poll(() => errors, patience).toContainEqual(expect.any(InvalidInputError))
  const later = await lock(bob)
  await expect.poll(() => asked, patience).toContain(later)
  expect(asked).toEqual([declined, swapped, later])
  expect(said('armed')).toEqual([])
})

test('of two watches with the same cancel one takes the payment back, and the other has nothing to complain of', async () => {
  const { alice, bob, lock } = await payer()
  const transferId = await lock(craftLookalike(bob))
  const cancels = [await signReadyCancel(alice, transferId)]
  const watches = [watch(alice, { cancels }), watch({ ...carol }, { cancels, sender: alice.address })]
  await expect.poll(() => watches.map(({ said }) => said('found').length), patience).toEqual([1, 1])
  await pay(alice, bob, amount)
  const over = () => watches.map(({ said }) => [...said('recalled'), ...said('ended')].length > 0)
  await expect.poll(over, patience).toEqual([true, true])
  expect(watches.flatMap(({ said }) => said('recalled'))).toHaveLength(1)
  expect(watches.flatMap(({ said }) => said('recall_failed'))).toEqual([])
})

test('many requests for a release do not crowd out the first one', async () => {
  const { alice, lock } = await payer()
  const { configId } = await registerConfig(alice, defineConfig({ claimMode: 'KEY_RELEASE' }))
  const key = claimKeyFromLink(generateLinkSecret())
  const transferId = await lock(zeroAddress, configId, key.claimHash)
  const recipients = Array.from({ length: 10 }, () => ordinaryAccount().address)
  for (const recipient of recipients)
    await requestRelease(carol, await signClaim(key, { chainId: 5042002, transferId, recipient }))
  const { said } = watch(alice)
  await expect.poll(() => said('release_requested'), patience).toHaveLength(8)
  const told = said('release_requested').map((one) => ('recipient' in one ? one.recipient : undefined))
  expect(told).toEqual([...recipients.slice(0, 4), ...recipients.slice(-4)])
})

test('a delegated account (EIP-7702) signs a ready cancel, and a payment to a contract is taken back', async () => {
  const { alice, lock } = await payer()
  // Its authorization would be judged by that code, so it pays first.
  const transferId = await lock(stage.devnet.primary.contracts.codeClaimVerifier)
  await delegateTo(alice, stage.devnet.primary.contracts.transferContract)
  const ready = await signReadyCancel(alice, transferId)
  expect(await cancelWithSignature(carol, ready)).toMatch(/^0x/)
  expect((await getTransfer(alice, transferId)).status).toBe('CANCELLED')
})

test('a clock that was set back keeps no payment open: the chain’s decides', async () => {
  const { alice, bob, lock } = await payer()
  const imitation = craftLookalike(bob)
  const transferId = await lock(imitation)
  const cancels = [await signReadyCancel(alice, transferId)]
  await pay(alice, bob, amount)
  await stage.devnet.primary.increaseTime(7_200)
  await stage.devnet.primary.mine(1)
  const { said } = watch(alice, { cancels })
  await expect.poll(() => said('ended'), patience).toMatchObject([{ transfer: { transferId } }])
  expect(said('recall_failed')).toEqual([])
})

test('error: cancels that cannot be submitted or signed', async () => {
  const { alice, bob, lock } = await payer()
  const ready = await signReadyCancel(alice, await lock(bob))
  const options = { onUpdate: () => {} }
  const { publicClient } = alice
  expect(() => watchSends({ publicClient }, { sender: alice.address, cancels: [ready] }, options)).toThrow(
    InvalidInputError,
  )
  const arm = async () => ready
  expect(() => watchSends({ publicClient }, { sender: alice.address, arm }, options)).toThrow(InvalidInputError)
  expect(() => watchSends(alice, { sender: alice.address, cancels: [ready, ready] }, options)).toThrow(
    InvalidInputError,
  )
  expect(await failureOf(signReadyCancel(alice, 999_999n))).toMatchObject({ reason: 'unknown' })
  expect(await failureOf(signReadyCancel(carol, ready.transferId))).toBeInstanceOf(TransferUnavailableError)
})
