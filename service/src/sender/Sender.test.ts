import { type Hex, parseTransaction } from 'viem'
import { describe, expect, test } from 'vitest'
import { NOON, testAddress } from '../../test/admission.js'
import { NonceChain } from '../../test/nonceChain.js'
import { stores } from '../../test/stores.js'
import type { BroadcastAnswer, ServedChain } from '../chains/ServedChain.js'
import { openSigner } from '../keys/openSigner.js'
import { clearForeignUse } from './foreignUse.js'
import { signAttempt } from './internal/signAttempt.js'
import type { Job } from './Job.js'
import { Sender } from './Sender.js'
import type { SenderStep } from './SenderParts.js'
import type { JobEnd, SenderEvent, SenderPolicy } from './SenderPolicy.js'

const { open } = stores('sqlite')

const gwei = 1_000_000_000n
const chainId = 5042002
const timing = { leaseMs: 3_600_000, offerMs: 3_000, bumpMs: 10_000, giveUpMs: 40_000, lateReceiptMs: 5_000 }
/** Cost of one mined transaction, USDC base units: 21,000 gas at 20 gwei. */
const cost = 420n
const job = (id: string): Job => ({
  id,
  call: { to: testAddress(7), data: '0x1234', value: 3n },
  gas: 60_000n,
  fees: { maxFee: 40n * gwei, tip: gwei },
})

/** A sender on a chain in memory, with a policy that allows everything and writes down what it is called with. */
async function stage() {
  const store = await open()
  const signer = await openSigner({ kind: 'raw', privateKey: `0x${'5a'.repeat(32)}` })
  const chain = new NonceChain(signer.address)
  const clock = { now: NOON }
  const seen = {
    events: [] as SenderEvent[],
    steps: [] as string[],
    ends: [] as { id: string; end: JobEnd }[],
    sent: [] as string[],
    released: [] as { hashes: string[]; mined: bigint | undefined }[],
    reserved: [] as { id: string | null; isFirst: boolean }[],
    recoveries: 0,
    broadcasts: [] as Hex[],
  }
  const rules = {
    refusal: undefined as Error | undefined,
    budget: (10n ** 9n) as bigint | undefined,
    unsettled: [] as number[],
    baseFee: 20n * gwei,
    onStep: undefined as ((step: SenderStep) => void | Promise<void>) | undefined,
  }
  const policy: SenderPolicy = {
    async reserve(_, { operation_id }, isFirst) {
      seen.reserved.push({ id: operation_id, isFirst })
      return rules.refusal
    },
    async recordSent(_, id) {
      seen.sent.push(id)
    },
    async recordEnded(_, { rows, mined }) {
      seen.released.push({ hashes: rows.map(({ hash }) => hash), mined: mined?.spent })
    },
    readBudget: async () => rules.budget,
    async settle(id, end) {
      seen.ends.push({ id, end })
    },
    findUnsettled: async () => rules.unsettled,
    async recover() {
      seen.recoveries++
    },
    observe: (event) => void seen.events.push(event),
  }
  const served = chain.served(chainId)
  const broadcast: ServedChain['broadcast'] = async (raw, options) => {
    seen.broadcasts.push(raw)
    return served.broadcast(raw, options)
  }
  const start = (holder = 'one', options: { chain?: Partial<ServedChain>; isSilent?: boolean } = {}) =>
    new Sender({
      store,
      chain: { ...served, broadcast, ...options.chain },
      signer,
      policy,
      leaseName: 'sender',
      holder,
      maxFeePerGas: 100n * gwei,
      readFees: async () => ({ baseFee: rules.baseFee, tip: gwei, maxFee: 2n * rules.baseFee }),
      now: () => clock.now,
      elapsed: () => clock.now,
      timing,
      onStep: options.isSilent
        ? undefined
        : async (step, id) => {
            seen.steps.push(`${step} ${id}`)
            await rules.onStep?.(step)
          },
    })
  /** The chain's client, some of whose answers are others. */
  const client = (answer: (asked: { method: string }) => unknown) => {
    const request = async (asked: { method: string }) => {
      const other = answer(asked)
      // Whatever it asks for, the chain in memory takes it or throws.
      return other === undefined ? served.client.request(asked as never) : other
    }
    // Only requests are made by it.
    return { request, transport: { request } } as unknown as ServedChain['client']
  }
  const rows = () => store.db.selectFrom('transactions').selectAll().orderBy('nonce').orderBy('created_at').execute()
  const kinds = () => seen.events.map(({ kind }) => kind)
  const foreign = (nonce: number, maxFee = 60n * gwei) =>
    signAttempt(
      { chain: served, signer },
      nonce,
      { to: testAddress(9), data: '0x', value: 0n },
      { maxFee, tip: gwei, gas: 21_000n },
      false,
    )
  return { store, signer, chain, served, clock, seen, rules, start, rows, kinds, foreign, client }
}

type Stage = Awaited<ReturnType<typeof stage>>

/** A sender that holds the lease and has recovered. */
async function ready({ start }: Pick<Stage, 'start'>): Promise<Sender> {
  const sender = start()
  expect(await sender.lease.hold()).toBe(true)
  await sender.advance()
  return sender
}

async function sent(sender: Sender, ...ids: string[]): Promise<void> {
  for (const id of ids) expect(await sender.send(job(id))).toBe(true)
  await sender.idle()
}

/** Waits, then takes one step. */
async function later(sender: Sender, { clock }: Pick<Stage, 'clock'>, ms: number): Promise<void> {
  clock.now += ms
  await sender.advance()
  await sender.idle()
}

describe('a transaction from its job to its receipt', () => {
  test('default: stored before it is broadcast, and settled once it is mined', async () => {
    const all = await stage()
    const sender = await ready(all)
    await sent(sender, 'a')
    expect(sender.pending).toBe(1)
    const [prepared] = await all.rows()
    expect(prepared).toMatchObject({
      chain_id: chainId,
      sender: all.signer.address.toLowerCase(),
      nonce: 0,
      operation_id: 'a',
      gas: 60_000,
      max_fee_wei: `${40n * gwei}`,
      tip_wei: `${gwei}`,
      state: 'broadcast',
      block_number: null,
      created_at: NOON,
    })
    expect(parseTransaction(prepared?.raw as `0x02${string}`)).toMatchObject({
      chainId,
      to: testAddress(7),
      data: '0x1234',
      value: 3n * 10n ** 12n,
      gas: 60_000n,
      maxFeePerGas: 40n * gwei,
      maxPriorityFeePerGas: gwei,
    })
    expect([all.seen.reserved, all.seen.sent]).toEqual([[{ id: 'a', isFirst: true }], ['a']])
    all.chain.mine(1)
    await later(sender, all, 1_000)
    expect(all.seen.ends).toMatchObject([{ id: 'a', end: { kind: 'mined', spent: cost, createdAt: NOON } }])
    expect(all.seen.released).toEqual([{ hashes: [prepared?.hash], mined: cost }])
    expect(all.seen.steps).toEqual(
      ['signed', 'prepared', 'broadcasting', 'broadcast', 'receipt', 'mined', 'settled'].map((step) => `${step} a`),
    )
    expect(await all.rows()).toMatchObject([{ state: 'mined', block_number: 1, raw: null, updated_at: NOON + 1_000 }])
    expect(all.seen.events).toEqual([
      { kind: 'lease_taken', fence: 1 },
      { kind: 'stopped', isStopped: false, hasChanged: false },
      { kind: 'recovered', open: 0, holes: 0 },
      { kind: 'stopped', isStopped: false, hasChanged: false },
      { kind: 'spent', amount: cost },
      { kind: 'closed' },
    ])
    expect(sender.pending).toBe(0)
  })

  test('without a listener for its steps', async () => {
    const all = await stage()
    const sender = all.start('one', { isSilent: true })
    await sender.lease.hold()
    await sender.advance()
    await sent(sender, 'a')
    expect(await all.rows()).toMatchObject([{ state: 'broadcast' }])
    all.chain.mine(1)
    await later(sender, all, 0)
    expect(all.seen.ends).toMatchObject([{ id: 'a', end: { kind: 'mined' } }])
    expect([sender.pending, all.seen.events.at(-1)]).toEqual([0, { kind: 'closed' }])
  })

  test('a chain that does not answer is asked again', async () => {
    const all = await stage()
    const error = new Error('down')
    let isDown = true
    const client = all.client(({ method }) =>
      isDown && method === 'eth_getTransactionReceipt' ? Promise.reject(error) : undefined,
    )
    const sender = all.start('one', { chain: { client } })
    await sender.lease.hold()
    await sender.advance()
    await sent(sender, 'a')
    all.chain.mine(1)
    await later(sender, all, 0)
    expect(all.seen.events.at(-1)).toMatchObject({ kind: 'not_followed', nonce: 0 })
    isDown = false
    await later(sender, all, 0)
    expect(all.seen.ends).toMatchObject([{ id: 'a', end: { kind: 'mined' } }])
  })

  test('nonces increase in the order of the jobs', async () => {
    const all = await stage()
    const sender = await ready(all)
    await Promise.all(['a', 'b', 'c'].map((id) => sender.send(job(id))))
    await sender.idle()
    expect((await all.rows()).map(({ nonce, operation_id }) => [nonce, operation_id])).toEqual([
      [0, 'a'],
      [1, 'b'],
      [2, 'c'],
    ])
    all.chain.mine(3)
    await later(sender, all, 0)
    expect(all.seen.ends.map(({ id }) => id).sort()).toEqual(['a', 'b', 'c'])
  })

  test('before the stored state was read, nothing is signed', async () => {
    const all = await stage()
    const sender = all.start()
    await sender.lease.hold()
    expect(await sender.send(job('a'))).toBe(false)
    expect([await all.rows(), all.seen.steps]).toEqual([[], []])
  })

  test('while it stops, nothing is signed', async () => {
    const all = await stage()
    const sender = await ready(all)
    sender.lease.isStopping = true
    expect(await sender.send(job('a'))).toBe(false)
  })

  test('a job that the policy refuses takes no nonce', async () => {
    const all = await stage()
    const sender = await ready(all)
    all.rules.refusal = new Error('over the limit')
    await expect(sender.send(job('a'))).rejects.toBe(all.rules.refusal)
    expect([await all.rows(), all.seen.broadcasts]).toEqual([[], []])
    all.rules.refusal = undefined
    await sent(sender, 'b')
    expect(await all.rows()).toMatchObject([{ nonce: 0, operation_id: 'b' }])
  })

  test('where it is unknown whether the nonce was stored, the store is read again', async () => {
    const all = await stage()
    const sender = await ready(all)
    await all.store.db.updateTable('senders').set({ next_nonce: 5 }).execute()
    await expect(sender.send(job('a'))).rejects.toMatchObject({ name: 'NonceMovedError' })
    expect(sender.lease.mustRecover).toBe(true)
    expect(await all.rows()).toEqual([])
  })

  test('a key that was stopped in the store meanwhile signs nothing that is kept', async () => {
    const all = await stage()
    const sender = await ready(all)
    await all.store.db.updateTable('senders').set({ stopped_by: 'unknown' }).execute()
    await expect(sender.send(job('a'))).rejects.toMatchObject({ name: 'NonceMovedError' })
    expect(await all.rows()).toEqual([])
  })
})

describe('a transaction that is not mined', () => {
  test('the same bytes are broadcast again after a time, and not before', async () => {
    const all = await stage()
    const sender = await ready(all)
    all.chain.fates.push('lost')
    await sent(sender, 'a')
    expect(await all.rows()).toMatchObject([{ state: 'prepared' }])
    expect(all.seen.sent).toEqual([])
    await later(sender, all, timing.offerMs - 1)
    expect(all.seen.broadcasts).toHaveLength(1)
    await later(sender, all, 1)
    expect(all.seen.broadcasts).toHaveLength(2)
    expect(new Set(all.seen.broadcasts).size).toBe(1)
    expect(await all.rows()).toMatchObject([{ state: 'broadcast' }])
    expect(all.seen.sent).toEqual(['a'])
  })

  test('where only the answer was lost, a node that has it says so', async () => {
    const all = await stage()
    const sender = await ready(all)
    all.chain.fates.push('lost answer')
    await sent(sender, 'a')
    expect(await all.rows()).toMatchObject([{ state: 'prepared' }])
    await later(sender, all, timing.offerMs)
    expect(await all.rows()).toMatchObject([{ state: 'broadcast' }])
    expect(all.seen.sent).toEqual(['a'])
  })

  test('fees are raised after a longer time, in the order of the nonces', async () => {
    const all = await stage()
    const sender = await ready(all)
    await sent(sender, 'a', 'b')
    await later(sender, all, timing.bumpMs - 1)
    expect(await all.rows()).toHaveLength(2)
    await later(sender, all, 1)
    const fees = (await all.rows()).map(({ nonce, operation_id, max_fee_wei }) => [nonce, operation_id, max_fee_wei])
    expect(fees).toEqual([
      [0, 'a', `${40n * gwei}`],
      [0, 'a', `${50n * gwei}`],
      [1, 'b', `${40n * gwei}`],
      [1, 'b', `${50n * gwei}`],
    ])
    const nonces = all.seen.broadcasts.slice(-2).map((raw) => parseTransaction(raw as `0x02${string}`).nonce ?? 0)
    expect(nonces).toEqual([0, 1])
    expect(all.seen.events.filter(({ kind }) => kind === 'resubmitted')).toEqual([
      { kind: 'resubmitted', reason: 'slow' },
      { kind: 'resubmitted', reason: 'slow' },
    ])
    expect(all.seen.reserved.slice(2)).toEqual([
      { id: 'a', isFirst: false },
      { id: 'b', isFirst: false },
    ])
    all.chain.mine(2)
    await later(sender, all, 1_000)
    expect(all.seen.ends.map(({ id, end }) => [id, end.kind])).toEqual([
      ['a', 'mined'],
      ['b', 'mined'],
    ])
    expect((await all.rows()).map(({ state, raw }) => [state, raw])).toEqual([
      ['dead', null],
      ['mined', null],
      ['dead', null],
      ['mined', null],
    ])
    expect(all.seen.released.map(({ hashes, mined }) => [hashes.length, mined])).toEqual([
      [2, cost],
      [2, cost],
    ])
  })

  test('fees are raised at once where an endpoint asks for higher ones', async () => {
    const all = await stage()
    const sender = await ready(all)
    all.chain.fates.push('underpriced')
    await sent(sender, 'a')
    await later(sender, all, 1)
    expect((await all.rows()).map(({ max_fee_wei }) => max_fee_wei)).toEqual([`${40n * gwei}`, `${50n * gwei}`])
    await later(sender, all, 1)
    expect(await all.rows()).toHaveLength(2)
  })

  test('a replacement that the policy refuses is not made', async () => {
    const all = await stage()
    const sender = await ready(all)
    await sent(sender, 'a')
    all.rules.refusal = new Error('over the limit')
    await later(sender, all, timing.bumpMs)
    expect(await all.rows()).toHaveLength(1)
    expect(all.kinds()).not.toContain('resubmitted')
    expect(all.kinds()).not.toContain('not_followed')
  })

  test('a job without budget is given up: its nonce is used for nothing', async () => {
    const all = await stage()
    const sender = await ready(all)
    all.chain.baseFee = 50n * gwei
    await sent(sender, 'a')
    all.rules.budget = undefined
    await later(sender, all, timing.bumpMs + timing.giveUpMs - 1)
    expect(await all.rows()).toHaveLength(1)
    all.rules.baseFee = 30n * gwei
    await later(sender, all, 1)
    const [, empty] = await all.rows()
    expect(empty).toMatchObject({ nonce: 0, operation_id: null, gas: 21_000, max_fee_wei: `${60n * gwei}` })
    expect(parseTransaction(empty?.raw as `0x02${string}`)).toMatchObject({ to: all.signer.address.toLowerCase() })
    expect(all.seen.events.at(-1)).toEqual({ kind: 'resubmitted', reason: 'given up' })
    all.chain.mine(1)
    await later(sender, all, 0)
    expect(all.seen.ends).toMatchObject([{ id: 'a', end: { kind: 'given_up', spent: cost, createdAt: NOON } }])
    expect(all.chain.mined).toHaveLength(1)
  })

  test('the call can still be mined after its nonce was given up, and then it was carried out', async () => {
    const all = await stage()
    const sender = await ready(all)
    await sent(sender, 'a')
    all.rules.budget = undefined
    all.chain.fates.push('lost', 'lost')
    await later(sender, all, timing.bumpMs + timing.giveUpMs)
    expect(await all.rows()).toHaveLength(2)
    all.chain.mine(1)
    await later(sender, all, 0)
    expect(all.seen.ends).toMatchObject([{ id: 'a', end: { kind: 'mined' } }])
  })

  test('a block that is taken back makes it open again', async () => {
    const all = await stage()
    const sender = await ready(all)
    all.chain.fates.push('lost')
    await sent(sender, 'a')
    const [ours] = all.seen.broadcasts
    // The chain counts the nonce as used, and shows no receipt.
    let isAhead = true
    const other = all.start('two', {
      chain: {
        client: all.client(({ method }) => (isAhead && method === 'eth_getTransactionCount' ? '0x1' : undefined)),
      },
    })
    sender.leave()
    await all.store.db.updateTable('leases').set({ expires_at: 0 }).execute()
    await other.lease.hold()
    await other.advance()
    await later(other, all, timing.offerMs)
    expect(all.seen.broadcasts).toHaveLength(1)
    isAhead = false
    await later(other, all, 0)
    expect(all.seen.broadcasts).toEqual([ours, ours])
  })
})

describe('a transaction that is refused', () => {
  test('everywhere: it is dead, its nonce is filled, and its job has ended', async () => {
    const all = await stage()
    const sender = await ready(all)
    all.chain.fates.push('refused')
    await sent(sender, 'a')
    expect((await all.rows()).map(({ state, operation_id }) => [state, operation_id]).sort()).toEqual([
      ['broadcast', null],
      ['dead', 'a'],
    ])
    // 60,000 gas and 21,000 gas at 40 gwei.
    expect(all.seen.ends).toEqual([{ id: 'a', end: { kind: 'refused', wouldCost: 2_400n, spent: 840n } }])
    expect(all.kinds()).toContain('refused_everywhere')
    const dead = (await all.rows()).find(({ state }) => state === 'dead')
    expect(dead?.raw).toBe(null)
    expect(all.seen.released).toEqual([{ hashes: [dead?.hash], mined: undefined }])
    all.chain.mine(1)
    await later(sender, all, 0)
    expect(sender.pending).toBe(0)
    expect(all.seen.ends).toHaveLength(1)
  })

  test('its costs are rounded up', async () => {
    const all = await stage()
    const sender = await ready(all)
    all.chain.fates.push('refused')
    await sender.send({ ...job('a'), fees: { maxFee: 40n * gwei + 1n, tip: gwei } })
    await sender.idle()
    expect(all.seen.ends).toEqual([{ id: 'a', end: { kind: 'refused', wouldCost: 2_401n, spent: 841n } }])
  })

  test.each<[string, (all: Stage) => unknown, string]>([
    [
      'refused by the policy',
      ({ rules }) => {
        rules.refusal = Object.assign(new Error('over the limit'), { name: 'OverLimit' })
      },
      'OverLimit',
    ],
    [
      'after the lease was lost',
      ({ store }) => store.db.updateTable('leases').set({ expires_at: 0 }).execute(),
      'LeaseLostError',
    ],
  ])('the transaction that fills its nonce is %s: the store is read again', async (_, prevent, error) => {
    const all = await stage()
    const sender = await ready(all)
    all.rules.onStep = async (step) => {
      if (step === 'broadcasting') await prevent(all)
    }
    all.chain.fates.push('refused')
    await sent(sender, 'a')
    expect(all.seen.events.at(-1)).toEqual({ kind: 'not_recorded', error })
    expect([sender.lease.mustRecover, all.seen.ends]).toEqual([true, []])
    expect((await all.rows()).map(({ operation_id }) => operation_id)).toEqual(['a'])
  })

  test.each<[BroadcastAnswer, string]>([
    ['nonce_too_low', 'the receipts decide'],
    ['unknown', 'it may have arrived'],
  ])('answered by %s it stays open: %s', async (answer) => {
    const all = await stage()
    const sender = await ready(all)
    all.chain.fates.push(answer === 'unknown' ? 'lost' : 'nonce_too_low')
    await sent(sender, 'a')
    expect((await all.rows()).map(({ state }) => state)).toEqual(['prepared'])
    expect([sender.pending, all.seen.ends]).toEqual([1, []])
    const errors = all.seen.events.filter(({ kind }) => kind === 'nonce_error')
    expect(errors).toEqual(answer === 'unknown' ? [] : [{ kind: 'nonce_error', reason: 'nonce_too_low' }])
  })

  test('after an endpoint may have taken it, it is not dead', async () => {
    const all = await stage()
    const sender = await ready(all)
    all.chain.fates.push('lost', 'refused')
    await sent(sender, 'a')
    await later(sender, all, timing.offerMs)
    expect((await all.rows()).map(({ state }) => state)).toEqual(['prepared'])
    expect(all.seen.ends).toEqual([])
  })

  test('one endpoint of two has it: it is not dead', async () => {
    const all = await stage()
    const answers: BroadcastAnswer[] = ['refused', 'accepted']
    const sender = all.start('one', { chain: { broadcast: async () => answers } })
    await sender.lease.hold()
    await sender.advance()
    await sent(sender, 'a')
    expect(await all.rows()).toMatchObject([{ state: 'broadcast' }])
    expect(all.seen.sent).toEqual(['a'])
  })

  test('an endpoint that lacks lower nonces gets them again', async () => {
    const all = await stage()
    const sender = await ready(all)
    all.chain.fates.push('lost', 'lost', 'nonce_too_high')
    await sent(sender, 'a', 'b', 'c')
    const nonces = all.seen.broadcasts.map((raw) => parseTransaction(raw as `0x02${string}`).nonce ?? 0)
    expect(nonces).toEqual([0, 1, 2, 0, 1])
    expect(all.seen.events).toContainEqual({ kind: 'nonce_error', reason: 'nonce_too_high' })
  })

  test('mined although it was refused: its receipt is found', async () => {
    const all = await stage()
    const sender = await ready(all)
    all.rules.onStep = async (step) => {
      if (step !== 'broadcasting') return
      all.rules.onStep = undefined
      const [row] = await all.rows()
      await all.served.broadcast(row?.raw as Hex, {})
      all.chain.fates.push('refused')
    }
    await sent(sender, 'a')
    expect(all.seen.ends).toMatchObject([{ end: { kind: 'refused' } }])
    all.chain.mine(1)
    await later(sender, all, 0)
    await later(sender, all, timing.lateReceiptMs - 1)
    expect(all.kinds()).not.toContain('mined_although_refused')
    await later(sender, all, 1)
    const dead = (await all.rows()).find(({ operation_id }) => operation_id === 'a')
    expect(all.seen.events).toContainEqual({ kind: 'mined_although_refused', nonce: 0, txHash: dead?.hash })
    await later(sender, all, 0)
    expect(sender.pending).toBe(0)
    expect(await all.rows()).toContainEqual(expect.objectContaining({ hash: dead?.hash, state: 'mined' }))
  })
})

describe('another program with the same key', () => {
  test('has used a nonce of ours: the job is superseded, and the key is stopped until it is cleared', async () => {
    const all = await stage()
    const sender = await ready(all)
    all.chain.fates.push('lost')
    await sent(sender, 'a')
    const other = await all.foreign(0)
    await all.served.broadcast(other.raw, {})
    all.chain.mine(1)
    await later(sender, all, 0)
    await later(sender, all, timing.lateReceiptMs - 1)
    expect(all.kinds()).not.toContain('foreign_use')
    await later(sender, all, 1)
    expect(all.seen.events).toContainEqual({ kind: 'foreign_use', nonce: 0, txHash: other.hash })
    expect(all.seen.ends).toEqual([{ id: 'a', end: { kind: 'superseded' } }])
    expect(await all.rows()).toMatchObject([{ state: 'dead', raw: null }])
    await later(sender, all, 0)
    expect([sender.lease.isForeign, await sender.send(job('b'))]).toEqual([true, false])
    expect(await clearForeignUse(all.store)).toEqual([
      { chainId, address: all.signer.address.toLowerCase(), txHash: other.hash },
    ])
    expect(await clearForeignUse(all.store)).toEqual([])
    await later(sender, all, 0)
    await sent(sender, 'b')
    expect((await all.rows()).at(-1)).toMatchObject({ nonce: 1, operation_id: 'b' })
  })

  test('has used a later nonce: that is found at the next start', async () => {
    const all = await stage()
    const sender = await ready(all)
    await sent(sender, 'a')
    const other = await all.foreign(1)
    await all.served.broadcast(other.raw, {})
    all.chain.mine(2)
    await later(sender, all, 0)
    expect(all.kinds()).not.toContain('foreign_use')
    await sender.release()
    const next = await ready(all)
    expect(all.seen.events).toContainEqual({ kind: 'foreign_use', nonce: 1, txHash: other.hash })
    expect(next.lease.maySign).toBe(false)
    expect(await all.store.db.selectFrom('senders').selectAll().execute()).toEqual([
      { chain_id: chainId, address: all.signer.address.toLowerCase(), next_nonce: 2, stopped_by: other.hash },
    ])
  })

  test('whose transaction no endpoint shows: the key is stopped as well', async () => {
    const all = await stage()
    const sender = await ready(all)
    await sent(sender, 'a')
    all.chain.mine(1)
    await later(sender, all, 0)
    await sender.release()
    const client = all.client(({ method }) => {
      if (method === 'eth_getTransactionCount') return '0x3'
      return method === 'eth_getBlockByNumber' ? null : undefined
    })
    const next = all.start('two', { chain: { client } })
    await next.lease.hold()
    await next.advance()
    expect(all.seen.events).toContainEqual({ kind: 'foreign_use', nonce: 1, txHash: undefined })
    expect(await clearForeignUse(all.store)).toMatchObject([{ txHash: null }])
  })

  test('before the first start: a store that has never sent accepts the key as it is', async () => {
    const all = await stage()
    await all.served.broadcast((await all.foreign(0)).raw, {})
    all.chain.mine(1)
    const sender = await ready(all)
    expect(all.kinds()).not.toContain('foreign_use')
    await sent(sender, 'a')
    expect(await all.rows()).toMatchObject([{ nonce: 1 }])
  })

  test('an instance that waits notices the stop, and that it was cleared', async () => {
    const all = await stage()
    await ready(all)
    const waiting = all.start('two')
    await waiting.lease.standBy()
    expect(waiting.lease.isForeign).toBe(false)
    await all.store.db.updateTable('senders').set({ stopped_by: 'unknown' }).execute()
    await waiting.lease.standBy()
    expect(waiting.lease.isForeign).toBe(true)
    await clearForeignUse(all.store)
    await waiting.lease.standBy()
    expect(waiting.lease.isForeign).toBe(false)
    expect(all.seen.events.slice(-3)).toEqual([
      { kind: 'stopped', isStopped: false, hasChanged: false },
      { kind: 'stopped', isStopped: true, hasChanged: true },
      { kind: 'stopped', isStopped: false, hasChanged: true },
    ])
  })
})

describe('a new process', () => {
  /** The first process ends without a word; its lease runs out. */
  async function restart(all: Stage): Promise<Sender> {
    await all.store.db.updateTable('leases').set({ expires_at: 0 }).execute()
    return ready(all)
  }

  test('broadcasts again what was stored, in the order of its nonces', async () => {
    const all = await stage()
    const first = await ready(all)
    all.chain.fates.push('lost', 'lost')
    await sent(first, 'a', 'b')
    const second = await restart(all)
    await second.idle()
    expect([second.pending, all.seen.recoveries]).toEqual([2, 2])
    expect(all.seen.events).toContainEqual({ kind: 'recovered', open: 2, holes: 0 })
    expect(all.seen.broadcasts.slice(2)).toEqual(all.seen.broadcasts.slice(0, 2))
    all.chain.mine(2)
    await later(second, all, 1_000)
    expect(all.seen.ends.map(({ id, end }) => [id, end.kind, 'createdAt' in end && end.createdAt])).toEqual([
      ['a', 'mined', NOON],
      ['b', 'mined', NOON],
    ])
    await sent(second, 'c')
    expect((await all.rows()).at(-1)).toMatchObject({ nonce: 2, operation_id: 'c' })
  })

  test('knows the age of what was stored, and raises its fees when they are due', async () => {
    const all = await stage()
    const first = await ready(all)
    await sent(first, 'a')
    await later(first, all, timing.bumpMs)
    all.clock.now += timing.bumpMs
    const second = await restart(all)
    await second.idle()
    const fees = (await all.rows()).map(({ max_fee_wei }) => BigInt(max_fee_wei) / gwei)
    expect(fees).toEqual([40n, 50n, 62n])
  })

  test('after a clock that was set back, the age counts as zero', async () => {
    const all = await stage()
    const first = await ready(all)
    await sent(first, 'a')
    all.clock.now -= 600_000
    const second = await restart(all)
    await later(second, all, timing.bumpMs - 1)
    expect(await all.rows()).toHaveLength(1)
    await later(second, all, 1)
    expect(await all.rows()).toHaveLength(2)
  })

  test('broadcasts in the order of the nonces, also where the clock was set back between two', async () => {
    const all = await stage()
    const first = await ready(all)
    all.chain.fates.push('lost', 'lost')
    await sent(first, 'a')
    all.clock.now -= 1_000
    await sent(first, 'b')
    const second = await restart(all)
    await second.idle()
    expect(all.seen.broadcasts.slice(2)).toEqual(all.seen.broadcasts.slice(0, 2))
  })

  test('may not count what it reads as never sent', async () => {
    const all = await stage()
    const first = await ready(all)
    await sent(first, 'a')
    all.chain.lose()
    all.chain.fates.push('refused')
    const second = await restart(all)
    await second.idle()
    expect([second.pending, all.seen.ends]).toEqual([1, []])
  })

  test('settles what was mined meanwhile, and what it had not reported', async () => {
    const all = await stage()
    const first = await ready(all)
    await sent(first, 'a')
    all.chain.mine(1)
    all.rules.onStep = async (step) => {
      if (step === 'mined') throw new Error('the process ends here')
    }
    await later(first, all, 0)
    expect(all.seen.ends).toEqual([])
    expect(all.seen.events.at(-1)).toEqual({ kind: 'not_followed', nonce: 0, error: 'Error' })
    all.rules.onStep = undefined
    all.rules.unsettled = [0]
    const second = await restart(all)
    expect(all.seen.ends).toMatchObject([{ id: 'a', end: { kind: 'mined', spent: cost } }])
    // Its cost was counted by the first process.
    expect(all.seen.released.map(({ mined }) => mined)).toEqual([cost, 0n])
    expect(all.kinds().filter((kind) => kind === 'spent')).toHaveLength(1)
    expect(second.pending).toBe(0)
  })

  test('deletes the bytes of what has ended', async () => {
    const all = await stage()
    const first = await ready(all)
    await sent(first, 'a', 'b')
    await all.store.db.updateTable('transactions').set({ state: 'mined' }).where('nonce', '=', 0).execute()
    await all.store.db.updateTable('senders').set({ next_nonce: 2 }).execute()
    all.chain.mine(1)
    await restart(all)
    const [ended, open] = await all.rows()
    expect(ended?.raw).toBe(null)
    expect(open?.raw).not.toBe(null)
  })

  test('fills a nonce of which no transaction is stored', async () => {
    const all = await stage()
    const first = await ready(all)
    await sent(first, 'a', 'b')
    await all.store.db.deleteFrom('transactions').where('nonce', '=', 0).execute()
    all.chain.lose()
    const second = await restart(all)
    await second.idle()
    expect(all.seen.events).toContainEqual({ kind: 'gap_filled', nonce: 0 })
    expect(all.seen.events).toContainEqual({ kind: 'recovered', open: 2, holes: 1 })
    await later(second, all, timing.offerMs)
    expect(all.seen.broadcasts.slice(-2).map((raw) => parseTransaction(raw as `0x02${string}`).nonce ?? 0)).toEqual([
      0, 1,
    ])
    expect(await all.rows()).toMatchObject([
      { nonce: 0, operation_id: null, gas: 21_000, max_fee_wei: `${40n * gwei}`, state: 'broadcast' },
      { nonce: 1, operation_id: 'b' },
    ])
    all.chain.mine(2)
    await later(second, all, 0)
    expect(all.seen.ends.map(({ id }) => id)).toEqual(['b'])
  })

  test('fills none that is mined, though its endpoint is behind', async () => {
    const all = await stage()
    const first = await ready(all)
    await sent(first, 'a')
    all.chain.mine(1)
    await later(first, all, 0)
    all.chain.lag = 1
    const second = await restart(all)
    expect(all.seen.events.at(-1)).toEqual({ kind: 'recovered', open: 0, holes: 0 })
    await sent(second, 'b')
    expect((await all.rows()).at(-1)).toMatchObject({ nonce: 1, operation_id: 'b' })
  })

  test('offers no more than the ceiling for a nonce that it fills', async () => {
    const all = await stage()
    const first = await ready(all)
    await sent(first, 'a')
    await all.store.db.deleteFrom('transactions').execute()
    all.rules.baseFee = 90n * gwei
    await restart(all)
    expect(await all.rows()).toMatchObject([{ max_fee_wei: `${100n * gwei}` }])
  })

  test('stops where a thousand nonces and one are missing: another chain, or a wrong store', async () => {
    const all = await stage()
    await ready(all)
    await all.store.db.updateTable('senders').set({ next_nonce: 1_001 }).execute()
    await expect(restart(all)).rejects.toThrow(`1001 nonces of ${all.signer.address} are missing.`)
  })
})

describe('the lease', () => {
  test('one that was never taken is held by no other', async () => {
    const all = await stage()
    const { lease } = all.start()
    expect(lease.isHeldElsewhere).toBe(false)
    await lease.standBy()
    expect(lease.isHeldElsewhere).toBe(false)
  })

  test('one instance holds it; the other sees that it is renewed', async () => {
    const all = await stage()
    const [one, two] = [all.start('one'), all.start('two')]
    expect([await one.lease.hold(), await two.lease.hold()]).toEqual([true, false])
    expect([one.lease.isHeld, two.lease.isHeld]).toEqual([true, false])
    await two.lease.standBy()
    expect(two.lease.isHeldElsewhere).toBe(false)
    all.clock.now += timing.leaseMs / 3 + 1
    await one.lease.renew()
    await two.lease.standBy()
    expect(two.lease.isHeldElsewhere).toBe(true)
    await two.lease.standBy()
    expect(two.lease.isHeldElsewhere).toBe(true)
    all.clock.now += timing.leaseMs
    expect(two.lease.isHeldElsewhere).toBe(false)
  })

  test('it is renewed after a third of its time, and not before', async () => {
    const all = await stage()
    const one = all.start()
    await one.lease.hold()
    const end = async () =>
      (await all.store.db.selectFrom('leases').select('expires_at').executeTakeFirst())?.expires_at
    all.clock.now += timing.leaseMs / 3
    expect(await one.lease.hold()).toBe(true)
    expect(await end()).toBe(NOON + timing.leaseMs)
    all.clock.now += 1
    await one.lease.renew()
    expect(await end()).toBe(all.clock.now + timing.leaseMs)
  })

  test('one that ran out is lost, also for writes', async () => {
    const all = await stage()
    const one = await ready(all)
    all.clock.now += timing.leaseMs
    await expect(one.send(job('a'))).rejects.toMatchObject({ name: 'LeaseLostError' })
    await expect(one.lease.renew()).rejects.toMatchObject({ name: 'LeaseLostError' })
    expect(await all.rows()).toEqual([])
  })

  test('without it nothing is written, and what was pending is forgotten', async () => {
    const all = await stage()
    const one = await ready(all)
    await sent(one, 'a')
    one.leave()
    expect(one.pending).toBe(0)
    expect(() => one.lease.key()).toThrow(expect.objectContaining({ name: 'LeaseLostError' }))
    expect(all.seen.events.at(-1)).toEqual({ kind: 'lease_lost' })
    one.leave()
    expect(all.kinds().filter((kind) => kind === 'lease_lost')).toHaveLength(1)
    expect([one.lease.isHeld, await one.send(job('b'))]).toEqual([false, false])
  })

  test('one that is released can be taken at once', async () => {
    const all = await stage()
    const [one, two] = [await ready(all), all.start('two')]
    await one.release()
    expect(await two.lease.hold()).toBe(true)
    expect(all.seen.events.at(-1)).toEqual({ kind: 'lease_taken', fence: 2 })
  })

  test('one that is lost while fees are raised ends the step', async () => {
    const all = await stage()
    const one = await ready(all)
    await sent(one, 'a')
    await all.store.db.updateTable('leases').set({ expires_at: 0 }).execute()
    await expect(later(one, all, timing.bumpMs)).rejects.toMatchObject({ name: 'LeaseLostError' })
    expect(await all.rows()).toHaveLength(1)
  })

  test('one that is lost while a receipt is stored ends the step', async () => {
    const all = await stage()
    const one = await ready(all)
    await sent(one, 'a')
    all.chain.mine(1)
    await all.store.db.updateTable('leases').set({ expires_at: 0 }).execute()
    await expect(one.advance()).rejects.toMatchObject({ name: 'LeaseLostError' })
    expect(all.seen.ends).toEqual([])
  })
})
