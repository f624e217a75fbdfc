import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type Address, getAddress, type Hex, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { RiskBlockedError } from '../errors/risk.js'
import { TransactionUnconfirmedError } from '../errors/transaction.js'
import {
  BatchItemFailedError,
  ClaimKeyInvalidError,
  ClaimRecipientMismatchError,
  InsufficientFundsError,
  TransferUnavailableError,
  UnknownConfigError,
} from '../errors/transfer.js'
import { craftLookalike } from '../risk/craftLookalike.js'
import { approveUsdc, getAllowance } from './allowance.js'
import { cancel } from './cancel.js'
import { cancelBatch } from './cancelBatch.js'
import { waitForClaim } from './claim.js'
import { type ClaimKey, claimKeyFromLink, generateLinkSecret } from './claimKey.js'
import { generateClaimCode } from './claimSecret.js'
import { claimWithKeyBatch } from './claimWithKeyBatch.js'
import { defineConfig } from './config.js'
import { findTransfer } from './findTransfer.js'
import { getTransfer } from './getTransfer.js'
import { MAX_BATCH } from './internal/batch.js'
import type { SendFields } from './internal/prepareSend.js'
import { approvePermit } from './permit.js'
import { registerConfig } from './registerConfig.js'
import { sendProtectedBatch } from './sendProtectedBatch.js'
import { signBatchAuthorization, submitBatchAuthorization } from './sendProtectedBatchWithAuthorization.js'
import { signBatchWitness, submitBatchWitness } from './sendProtectedBatchWithWitness.js'
import { signClaim } from './signClaim.js'
import { waitForSend } from './waitForSend.js'

let stage: TestStage
let alice: Actor
let carol: Actor
let keyed: Hex
let coded: Hex
const chainId = 5042002
const unguarded = { skipRiskCheck: true, approve: true } as const

beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
  carol = await stage.actor()
  keyed = (await registerConfig(alice, defineConfig({ claimMode: 'KEY' }))).configId
  coded = (await registerConfig(alice, defineConfig())).configId
})
afterAll(() => stage?.stop())

type Wanted = SendFields & { key: ClaimKey }

async function wanted(count: number): Promise<Wanted[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, place) => {
      const key = claimKeyFromLink(generateLinkSecret())
      const { address: to } = await stage.actor(0n)
      return { configId: keyed, to, amount: BigInt(place + 1) * 100_000n, claimHash: key.claimHash, key }
    }),
  )
}

const failureOf = (work: Promise<unknown>) => work.then(String, (error: unknown) => error)
const nextId = async () => {
  const [{ transferId } = { transferId: 0n }] = await sendProtectedBatch(alice, await wanted(1), unguarded)
  return transferId + 1n
}

describe('send', () => {
  test('default: locks all in one transaction, in order, and pulls exactly the sum', async () => {
    const items = await wanted(3)
    const code = generateClaimCode()
    const { address: to } = await stage.actor(0n)
    const all = [...items, { configId: coded, to, amount: 7n, claimHash: code.claimHash }]
    const before = await stage.balanceOf(alice.address)
    const steps: string[] = []
    const sent = await sendProtectedBatch(alice, all, { ...unguarded, onStep: (step) => steps.push(step) })
    expect(new Set(sent.map(({ txHash }) => txHash)).size).toBe(1)
    for (const [place, { transferId, fee }] of sent.entries()) {
      const { to, amount, claimHash, configId } = all[place] as SendFields
      expect(await getTransfer(carol, transferId)).toMatchObject({ to, amount, claimHash, configId, status: 'PENDING' })
      expect(fee).toBe(0n)
    }
    expect(before - (await stage.balanceOf(alice.address))).toBeGreaterThanOrEqual(600_007n)
    expect(await getAllowance(alice, alice.address)).toBe(0n)
  })

  test.each([
    ['one signature of EIP-3009', signBatchAuthorization, submitBatchAuthorization],
    ['one Permit2 witness', signBatchWitness, submitBatchWitness],
  ] as const)('by %s, submitted by another account; no item can be changed', async (_, sign, submit) => {
    await approvePermit(alice)
    const items = await wanted(2)
    const signed = await sign(alice, items, { skipRiskCheck: true })
    const [first, second] = signed.items
    if (!first || !second) throw new Error('Two were signed.')
    const other = getAddress(`0x${'ab'.repeat(20)}`)
    for (const changed of [
      [first, { ...second, to: other }],
      [second, first],
      [first],
      [
        { ...first, amount: first.amount + 1n },
        { ...second, amount: second.amount - 1n },
      ],
    ])
      expect(
        await failureOf(submit(carol, { ...signed, items: changed } as never, { skipRiskCheck: true })),
      ).toMatchObject({ name: 'CallRefusedError' })
    const sent = await submit(carol, signed as never, { skipRiskCheck: true })
    expect(sent).toHaveLength(2)
    expect(await getTransfer(carol, sent[1]?.transferId ?? 0n)).toMatchObject({ sender: alice.address, to: second.to })
    expect(await failureOf(submit(carol, signed as never, { skipRiskCheck: true }))).toMatchObject({
      name: 'CallRefusedError',
    })
  })

  test('one bad item stops all, and the error names it', async () => {
    const [one, two] = (await wanted(2)) as [Wanted, Wanted]
    const before = await nextId()
    const secret = generateClaimCode()
    const faults: [Partial<SendFields>, unknown][] = [
      [{ to: alice.address }, { name: 'InvalidAddressError' }],
      [{ to: stage.devnet.primary.usdc }, { name: 'InvalidAddressError' }],
      [{ amount: 0n }, { name: 'InvalidAmountError' }],
      [{ claimHash: secret.claimHash }, expect.any(InvalidInputError)],
      [{ claimHash: secret.claimHash, to: zeroAddress }, { name: 'InvalidAddressError' }],
      [{ configId: `0x${'77'.repeat(32)}` }, expect.any(UnknownConfigError)],
    ]
    for (const [change, cause] of faults) {
      const error = await failureOf(sendProtectedBatch(alice, [one, { ...two, ...change }], unguarded))
      expect(error).toBeInstanceOf(BatchItemFailedError)
      expect(error).toMatchObject({ index: 1, cause })
    }
    const all = await failureOf(sendProtectedBatch(alice, [{ ...one, amount: 10n ** 15n }, two], unguarded))
    expect(all).toBeInstanceOf(InsufficientFundsError)
    for (const items of [[], Array.from({ length: MAX_BATCH + 1 }, () => one)])
      expect(await failureOf(sendProtectedBatch(alice, items, unguarded))).toMatchObject({ parameter: 'items' })
    expect(await nextId()).toBe(before + 1n)
  })

  test('a batch whose answer is lost is found by its hash and by each claim hash, and never sent twice', async () => {
    const items = await wanted(2)
    stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 100_000 } })
    await approveUsdc(alice, 300_000n, { timeoutMs: 400 }).catch(() => null)
    const lost = await failureOf(sendProtectedBatch(alice, items, { skipRiskCheck: true, timeoutMs: 400 }))
    stage.devnet.faults.clear()
    expect(lost).toBeInstanceOf(TransactionUnconfirmedError)
    const { txHash } = lost as TransactionUnconfirmedError
    const ids = await Promise.all(
      items.map(async ({ claimHash }) => (await waitForSend(alice, txHash as Hex, claimHash)).transferId),
    )
    expect(ids[1]).toBe((ids[0] ?? 0n) + 1n)
    const { claimHash } = items[1] as SendFields
    expect((await findTransfer(alice, { sender: alice.address, claimHash }))?.transferId).toBe(ids[1])
    const claims = await Promise.all(
      items.map(({ key, to }, place) => signClaim(key, { chainId, transferId: ids[place] ?? 0n, recipient: to })),
    )
    stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 100_000 } })
    const late = await failureOf(claimWithKeyBatch(carol, claims, { timeoutMs: 400 }))
    stage.devnet.faults.clear()
    expect(late).toBeInstanceOf(TransactionUnconfirmedError)
    for (const id of ids) await waitForClaim(carol, id, (late as TransactionUnconfirmedError).txHash as Hex)
    expect(await failureOf(claimWithKeyBatch(carol, claims))).toMatchObject({
      index: 0,
      cause: { reason: 'not_pending' },
    })
  })

  test('error: without approval', async () => {
    const error = await failureOf(sendProtectedBatch(alice, await wanted(2), { skipRiskCheck: true }))
    expect(error).toMatchObject({ name: 'InsufficientFundsError', needed: 300_000n })
  })

  test('the firewall judges each payee, and each beside the others', async () => {
    const [one, two] = (await wanted(2)) as [Wanted, Wanted]
    const seen: Address[] = []
    const options = { approve: true, onReport: ({ target }: { target: Address }) => seen.push(target) }
    const imitation = { ...two, to: craftLookalike(one.to) }
    const error = await failureOf(sendProtectedBatch(alice, [one, imitation], options))
    expect(error).toBeInstanceOf(BatchItemFailedError)
    expect((error as Error).cause).toBeInstanceOf(RiskBlockedError)
    seen.length = 0
    const again = await wanted(1)
    await sendProtectedBatch(alice, [one, two, { ...(again[0] as Wanted), to: one.to }], options)
    expect(seen.sort()).toEqual([one.to, two.to].sort())
  })
})

describe('claim', () => {
  const lockAll = async (count: number) => {
    const items = await wanted(count)
    const sent = await sendProtectedBatch(alice, items, unguarded)
    return Promise.all(
      items.map(async ({ key, to }, place) => ({
        key,
        signed: await signClaim(key, { chainId, transferId: sent[place]?.transferId ?? 0n, recipient: to }),
      })),
    )
  }

  test('default: any account submits all claims, and each recipient is paid', async () => {
    const claims = (await lockAll(3)).map(({ signed }) => signed)
    expect(await claimWithKeyBatch(carol, claims)).toMatch(/^0x[0-9a-f]{64}$/)
    for (const [place, { recipient }] of claims.entries())
      expect(await stage.balanceOf(recipient)).toBe(BigInt(place + 1) * 100_000n)
  })

  test('one bad claim stops all, and the error names it', async () => {
    const [one, two] = await lockAll(2)
    if (!one || !two) throw new Error('Two were locked.')
    const { transferId } = two.signed
    const elsewhere = await signClaim(two.key, { chainId, transferId, recipient: carol.address })
    for (const [claim, cause] of [
      [{ ...two.signed, signature: one.signed.signature }, ClaimKeyInvalidError],
      [elsewhere, ClaimRecipientMismatchError],
      [one.signed, TransferUnavailableError],
    ] as const) {
      const error = await failureOf(claimWithKeyBatch(carol, [one.signed, claim]))
      expect(error).toBeInstanceOf(BatchItemFailedError)
      expect(error).toMatchObject({ index: 1, cause: expect.any(cause) })
    }
    const malformed = await failureOf(claimWithKeyBatch(carol, [one.signed, { ...two.signed, signature: '0x12' }]))
    expect(malformed).toMatchObject({ index: 1, cause: expect.any(InvalidInputError) })
    expect((await getTransfer(carol, one.signed.transferId)).status).toBe('PENDING')
  })
})

describe('cancel', () => {
  test('default: all money goes back; an id that cannot be cancelled stops all, and is named', async () => {
    const sent = await sendProtectedBatch(alice, await wanted(3), unguarded)
    const [a, b, c] = sent.map(({ transferId }) => transferId) as [bigint, bigint, bigint]
    expect(await failureOf(cancelBatch(carol, [a, b]))).toMatchObject({ index: 0, cause: { reason: 'not_sender' } })
    await cancel(alice, b)
    expect(await failureOf(cancelBatch(alice, [a, b, c]))).toMatchObject({
      index: 1,
      cause: { reason: 'not_pending', transferId: b },
    })
    await approveUsdc(alice, 1n)
    await cancelBatch(alice, [a, c])
    for (const id of [a, b, c]) expect((await getTransfer(carol, id)).status).toBe('CANCELLED')
    expect(await failureOf(cancelBatch(alice, []))).toMatchObject({ parameter: 'transferIds' })
  })
})
