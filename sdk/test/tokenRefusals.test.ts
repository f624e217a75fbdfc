import { ordinaryAccount } from '@holdfast/devnet'
import { reverter } from '@holdfast/testkit/hostileCode'
import { delegateTo } from '@holdfast/testkit/publishedAccounts'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type Address, erc20Abi, type Hex, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ServiceError } from '../src/errors/base.js'
import { claimPaymentLink } from '../src/links/claimPaymentLink.js'
import { createPaymentLink } from '../src/links/createPaymentLink.js'
import * as links from '../src/links/index.js'
import * as requests from '../src/requests/index.js'
import { craftLookalike } from '../src/risk/craftLookalike.js'
import { approveUsdc } from '../src/transfer/allowance.js'
import { cancel } from '../src/transfer/cancel.js'
import { cancelBatch } from '../src/transfer/cancelBatch.js'
import { cancelWithSignature, signCancel } from '../src/transfer/cancelWithSignature.js'
import { claim } from '../src/transfer/claim.js'
import { claimKeyFromCode, claimKeyFromLink, generateLinkSecret } from '../src/transfer/claimKey.js'
import { generateClaimCode } from '../src/transfer/claimSecret.js'
import { claimWithKey } from '../src/transfer/claimWithKey.js'
import { claimWithKeyBatch } from '../src/transfer/claimWithKeyBatch.js'
import { defineConfig } from '../src/transfer/config.js'
import { getTransfer } from '../src/transfer/getTransfer.js'
import * as transfers from '../src/transfer/index.js'
import { approvePermit } from '../src/transfer/permit.js'
import { reclaimExpired } from '../src/transfer/reclaimExpired.js'
import { reclaimExpiredBatch } from '../src/transfer/reclaimExpiredBatch.js'
import { registerConfig } from '../src/transfer/registerConfig.js'
import { release } from '../src/transfer/release.js'
import { releaseWithSignature, signRelease } from '../src/transfer/releaseWithSignature.js'
import { sendProtected } from '../src/transfer/sendProtected.js'
import { sendProtectedBatch } from '../src/transfer/sendProtectedBatch.js'
import {
  sendProtectedBatchWithAuthorization,
  signBatchAuthorization,
  submitBatchAuthorization,
} from '../src/transfer/sendProtectedBatchWithAuthorization.js'
import {
  sendProtectedBatchWithWitness,
  signBatchWitness,
  submitBatchWitness,
} from '../src/transfer/sendProtectedBatchWithWitness.js'
import {
  sendProtectedWithAuthorization,
  signSendAuthorization,
  submitSendAuthorization,
} from '../src/transfer/sendProtectedWithAuthorization.js'
import { sendProtectedWithPermit } from '../src/transfer/sendProtectedWithPermit.js'
import {
  sendProtectedWithWitness,
  signSendWitness,
  submitSendWitness,
} from '../src/transfer/sendProtectedWithWitness.js'
import { signClaim } from '../src/transfer/signClaim.js'
import * as watches from '../src/watch/index.js'
import { signReadyCancel } from '../src/watch/readyCancel.js'
import { watchSends } from '../src/watch/watchSends.js'

let stage: TestStage
/** Pays; her account has no code. */
let alice: Actor
/** Pays; her code answers no ERC-1271, so that she approves first. */
let erin: Actor
/** Pays, and watches what is paid. */
let dave: Actor
/** Submits for others, and is never blocked. */
let carol: Actor
let keyed: Hex
let released: Hex
let coded: Hex
let short: Hex
let watched: Hex
const chainId = 5042002
const amount = 1_000n
const origin = 'https://pay.example'
const unguarded = { skipRiskCheck: true } as const

beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
  erin = await stage.actor()
  dave = await stage.actor()
  carol = await stage.actor()
  const termsOf = async (input: Parameters<typeof defineConfig>[0], payer = alice) =>
    (await registerConfig(payer, defineConfig(input))).configId
  keyed = await termsOf({ claimMode: 'KEY' })
  released = await termsOf({ claimMode: 'KEY_RELEASE' })
  coded = await termsOf({})
  short = await termsOf({ claimMode: 'KEY', recallWindow: 1 })
  watched = await termsOf({ claimMode: 'KEY' }, dave)
  await approveUsdc(alice, 100_000_000n)
  await approvePermit(alice)
  await delegateTo(erin, stage.devnet.primary.contracts.transferContract)
})
afterAll(() => stage?.stop())

/** One write, which may be tried again as it was. */
type Write = () => Promise<unknown>

/** A function that moves money: how a write of it begins, and whose place on the blocklist stops it. */
type Moving = {
  begin: (recipient: Address) => Promise<Write>
  /** What the transfer contract holds after it, less what it held before. */
  adds: bigint
  stoppedBy: 'payer' | 'recipient'
  /** Default: `alice`. */
  payer?: (() => Actor) | undefined
}

const lock = async (fields: { configId?: Hex; to: Address }) => {
  const key = claimKeyFromLink(generateLinkSecret())
  const params = { configId: keyed, amount, claimHash: key.claimHash, ...fields }
  return { key, transferId: (await sendProtected(alice, params, unguarded)).transferId }
}
const lockTwo = (fields: { configId?: Hex; to: Address }) => twice(() => lock(fields))
const twice = async <value>(make: () => Promise<value> | value): Promise<[value, value]> => [await make(), await make()]

const makeSend = (to: Address) => ({
  configId: keyed,
  to,
  amount,
  claimHash: claimKeyFromCode(generateClaimCode().code).claimHash,
})
const expire = () => stage.devnet.primary.increaseTime(3)

/** Sends of one or of two, each to a recorded recipient. */
const sends: Record<string, (to: Address) => Promise<Write>> = {
  sendProtected: async (to) => {
    const params = makeSend(to)
    return () => sendProtected(alice, params, unguarded)
  },
  sendProtectedWithPermit: async (to) => {
    const params = makeSend(to)
    return () => sendProtectedWithPermit(alice, params, unguarded)
  },
  sendProtectedWithAuthorization: async (to) => {
    const params = makeSend(to)
    return () => sendProtectedWithAuthorization(alice, params, unguarded)
  },
  submitSendAuthorization: async (to) => {
    const signed = await signSendAuthorization(alice, makeSend(to), unguarded)
    return () => submitSendAuthorization(carol, signed, unguarded)
  },
  sendProtectedWithWitness: async (to) => {
    const params = makeSend(to)
    return () => sendProtectedWithWitness(alice, params, unguarded)
  },
  submitSendWitness: async (to) => {
    const signed = await signSendWitness(alice, makeSend(to), unguarded)
    return () => submitSendWitness(carol, signed, unguarded)
  },
}

const batches: Record<string, (to: Address) => Promise<Write>> = {
  sendProtectedBatch: async (to) => {
    const items = await twice(() => makeSend(to))
    return () => sendProtectedBatch(alice, items, unguarded)
  },
  sendProtectedBatchWithAuthorization: async (to) => {
    const items = await twice(() => makeSend(to))
    return () => sendProtectedBatchWithAuthorization(alice, items, unguarded)
  },
  submitBatchAuthorization: async (to) => {
    const signed = await signBatchAuthorization(alice, await twice(() => makeSend(to)), unguarded)
    return () => submitBatchAuthorization(carol, signed, unguarded)
  },
  sendProtectedBatchWithWitness: async (to) => {
    const items = await twice(() => makeSend(to))
    return () => sendProtectedBatchWithWitness(alice, items, unguarded)
  },
  submitBatchWitness: async (to) => {
    const signed = await signBatchWitness(alice, await twice(() => makeSend(to)), unguarded)
    return () => submitBatchWitness(carol, signed, unguarded)
  },
}

/** Sends that name no recipient. */
const opens: Record<string, Pick<Moving, 'begin' | 'payer'>> = {
  'createPaymentLink, by signature': {
    begin: async () => {
      const params = { configId: keyed, amount, linkSecret: generateLinkSecret(), origin }
      return () => createPaymentLink(alice, params)
    },
  },
  'createPaymentLink, by approval': {
    payer: () => erin,
    begin: async () => {
      const params = { configId: keyed, amount, linkSecret: generateLinkSecret(), origin }
      return () => createPaymentLink(erin, params)
    },
  },
}

/** What pays the recipient; each is submitted by an account that is not blocked. */
const pays: Record<string, { begin: Moving['begin']; count?: bigint }> = {
  'claimPaymentLink, of a payment link': {
    begin: async (recipient) => {
      const linkSecret = generateLinkSecret()
      const { transferId } = await createPaymentLink(alice, { configId: keyed, amount, linkSecret, origin })
      return () => claimPaymentLink(carol, { kind: 'payment', chainId, transferId, linkSecret }, { recipient })
    },
  },
  'claimPaymentLink, of a claim link': {
    begin: async (recipient) => {
      const { code } = generateClaimCode()
      const { claimHash } = claimKeyFromCode(code)
      const { transferId } = await sendProtected(alice, { ...makeSend(recipient), claimHash }, unguarded)
      return () => claimPaymentLink(carol, { kind: 'claim', chainId, transferId }, { code, recipient })
    },
  },
  claim: {
    begin: async (recipient) => {
      const { code, salt, claimHash } = generateClaimCode()
      const params = { ...makeSend(recipient), configId: coded, claimHash }
      const { transferId } = await sendProtected(alice, params, unguarded)
      return () => claim(carol, transferId, code, salt, { recipient })
    },
  },
  claimWithKey: {
    begin: async (recipient) => {
      const { key, transferId } = await lock({ to: zeroAddress })
      const signed = await signClaim(key, { chainId, transferId, recipient })
      return () => claimWithKey(carol, signed)
    },
  },
  claimWithKeyBatch: {
    count: 2n,
    begin: async (recipient) => {
      const made = await lockTwo({ to: recipient })
      const signed = await Promise.all(
        made.map(({ key, transferId }) => signClaim(key, { chainId, transferId, recipient })),
      )
      return () => claimWithKeyBatch(carol, signed)
    },
  },
  release: {
    begin: async (recipient) => {
      const { transferId } = await lock({ configId: released, to: zeroAddress })
      return () => release(alice, transferId, recipient, unguarded)
    },
  },
  releaseWithSignature: {
    begin: async (recipient) => {
      const { transferId } = await lock({ configId: released, to: zeroAddress })
      const signed = await signRelease(alice, transferId, recipient, unguarded)
      return () => releaseWithSignature(carol, signed)
    },
  },
}

/** What returns the money to the payer. */
const returns: Record<string, Pick<Moving, 'begin' | 'payer'> & { count?: bigint }> = {
  cancel: {
    begin: async (to) => {
      const { transferId } = await lock({ to })
      return () => cancel(alice, transferId)
    },
  },
  cancelBatch: {
    count: 2n,
    begin: async () => {
      const ids = (await lockTwo({ to: zeroAddress })).map(({ transferId }) => transferId)
      return () => cancelBatch(alice, ids)
    },
  },
  cancelWithSignature: {
    begin: async (to) => {
      const { transferId } = await lock({ to })
      const signed = await signCancel(alice, transferId)
      return () => cancelWithSignature(carol, signed)
    },
  },
  'watchSends, with a ready cancel': {
    payer: () => dave,
    begin: async () => {
      const payee = ordinaryAccount().address
      const params = { ...makeSend(craftLookalike(payee)), configId: watched }
      const { transferId } = await sendProtectedWithAuthorization(dave, params, unguarded)
      await pay(payee, 2_000_000n)
      const cancels = [await signReadyCancel(dave, transferId)]
      return () => recall(cancels)
    },
  },
  reclaimExpired: {
    begin: async (to) => {
      const { transferId } = await lock({ configId: short, to })
      await expire()
      return () => reclaimExpired(carol, transferId)
    },
  },
}

const table: Record<string, Moving> = {
  ...rowsOf(sends, (begin) => ({ begin, adds: amount, stoppedBy: 'payer' })),
  ...rowsOf(batches, (begin) => ({ begin, adds: 2n * amount, stoppedBy: 'payer' })),
  ...rowsOf(opens, (one) => ({ ...one, adds: amount, stoppedBy: 'payer' })),
  ...rowsOf(pays, ({ begin, count = 1n }) => ({ begin, adds: -count * amount, stoppedBy: 'recipient' })),
  ...rowsOf(returns, ({ count = 1n, ...one }) => ({ ...one, adds: -count * amount, stoppedBy: 'payer' })),
}

function rowsOf<from>(rows: Record<string, from>, make: (row: from) => Moving): Record<string, Moving> {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, make(row)]))
}

const held = () => stage.balanceOf(stage.devnet.primary.contracts.transferContract)

/** Refused by a typed error that says that nothing has happened, and why. */
async function expectRefusal(write: Write, reason: string): Promise<void> {
  const before = await held()
  const failure = await write().then(
    () => 'went through',
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(ServiceError)
  expect(failure).toMatchObject({ effect: 'none' })
  expect(saidBy(failure)).toContain(reason)
  expect(await held()).toBe(before)
}

function saidBy(error: unknown): string {
  return error instanceof Error ? `${error}\n${saidBy(error.cause)}` : ''
}

test('each function that moves money is in the table', () => {
  const names = Object.keys({ ...transfers, ...links, ...requests, ...watches })
  const moving = names.filter((name) =>
    /^(send|submit|create|claim(?!Key)|release|cancel|reclaim|watchSends)/.test(name),
  )
  const named = new Set(Object.keys(table).map((name) => name.split(',')[0]))
  // It moves nothing: it uses an authorization up.
  const others = ['cancelAuthorization', 'reclaimExpiredBatch']
  expect([...named, ...others].sort()).toEqual(moving.sort())
})

describe('a refusal of the token', () => {
  test.each(Object.entries(table))('%s', async (name, { begin, adds, stoppedBy, payer = () => alice }) => {
    const recipient = ordinaryAccount().address
    const write = await begin(recipient)
    const { primary } = stage.devnet
    await primary.setPaused(true)
    const reasonOf = (said: string) => (/Permit|Witness/.test(name) ? 'TRANSFER_FROM_FAILED' : said)
    await expectRefusal(write, reasonOf('Pausable: paused'))
    await primary.setPaused(false)
    const party = stoppedBy === 'payer' ? payer().address : recipient
    await primary.setBlocked(party, true)
    await expectRefusal(write, reasonOf('Blocked address'))
    await primary.setBlocked(party, false)
    const before = await held()
    await write()
    expect((await held()) - before).toBe(adds)
    if (stoppedBy === 'recipient') expect(await stage.balanceOf(recipient)).toBe(-adds)
  })

  test('a batch of returns goes through, leaves what cannot be paid, and returns it later', async () => {
    const made = await lockTwo({ configId: short, to: carol.address })
    const ids = made.map(({ transferId }) => transferId)
    await expire()
    const { primary } = stage.devnet
    await primary.setPaused(true)
    expect(await reclaimExpiredBatch(carol, ids)).toMatchObject({ reclaimed: [], skipped: ids })
    await primary.setPaused(false)
    await primary.setBlocked(alice.address, true)
    expect(await reclaimExpiredBatch(carol, ids)).toMatchObject({ reclaimed: [], skipped: ids })
    await primary.setBlocked(alice.address, false)
    expect(await reclaimExpiredBatch(carol, ids)).toMatchObject({ reclaimed: ids, skipped: [] })
  })

  test.each(Object.entries({ ...sends, ...batches }))(
    '%s to a blocked recipient is locked and can be taken back',
    async (_, begin) => {
      const recipient = ordinaryAccount().address
      const { primary } = stage.devnet
      await primary.setBlocked(recipient, true)
      const sent = await (await begin(recipient))()
      const ids = [sent].flat().map((one) => (one as { transferId: bigint }).transferId)
      for (const id of ids) expect((await getTransfer(stage, id)).status).toBe('PENDING')
      const before = await held()
      await cancelBatch(alice, ids)
      expect(before - (await held())).toBe(BigInt(ids.length) * amount)
    },
  )
})

describe('a recipient with code', () => {
  let contract: Address
  beforeAll(async () => {
    const { account, chain } = carol.walletClient
    const hash = await carol.walletClient.sendTransaction({
      data: reverter,
      account: account ?? null,
      chain: chain ?? null,
    })
    const { contractAddress } = await carol.publicClient.waitForTransactionReceipt({ hash })
    if (!contractAddress) throw new Error('Nothing was deployed.')
    contract = contractAddress
  })

  test.each(Object.entries(pays))(
    '%s pays a contract that takes no calls, and a delegated account',
    async (_, { begin, count = 1n }) => {
      for (const recipient of [contract, erin.address]) {
        const before = await stage.balanceOf(recipient)
        await (await begin(recipient))()
        expect((await stage.balanceOf(recipient)) - before).toBe(count * amount)
      }
    },
  )
})

/** A plain payment, as any wallet makes it. */
async function pay(to: Address, value: bigint): Promise<void> {
  const { account, chain } = dave.walletClient
  const hash = await dave.walletClient.writeContract({
    address: stage.devnet.primary.usdc,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, value],
    account: account ?? null,
    chain: chain ?? null,
  })
  await dave.publicClient.waitForTransactionReceipt({ hash })
}

/** Watches until the first use of a ready cancel ends. */
function recall(cancels: NonNullable<Parameters<typeof watchSends>[1]['cancels']>): Promise<void> {
  return new Promise((resolve, reject) => {
    const unwatch = watchSends(
      dave,
      { sender: dave.address, cancels },
      {
        pollingIntervalMs: 50,
        onUpdate(update) {
          if (update.kind === 'recalled') resolve()
          else if (update.kind === 'recall_failed') reject(update.error)
          else return
          unwatch()
        },
      },
    )
  })
}
