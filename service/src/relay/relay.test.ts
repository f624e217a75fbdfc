import { encodeBoxCode, spendPolicyFactoryAbi } from '@holdfast/contracts'
import { type Devnet, type FaultsUpdate, startDevnet } from '@holdfast/devnet'
import { primaryChain } from '@holdfast/sdk/chain'
import { generateClaimCode, getTransfer } from '@holdfast/sdk/transfer'
import { lock, lockUnder } from '@holdfast/testkit/lock'
import {
  type Address,
  concatHex,
  createWalletClient,
  getContractAddress,
  type Hex,
  http,
  numberToHex,
  parseEventLogs,
  parseTransaction,
  size,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { waitForTransactionReceipt } from 'viem/actions'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readLedgers } from '../../test/admission.js'
import {
  claimPart,
  connectTo,
  MONEY,
  openRelay,
  PRIMARY,
  type RelayStage,
  seedPart,
  someAnnouncement,
  someBox,
  someone,
} from '../../test/relayStage.js'
import { describeStores, stores } from '../../test/stores.js'
import type { ServedChain } from '../chains/ServedChain.js'
import { clearForeignUse } from '../sender/foreignUse.js'
import type { Store } from '../store/Store.js'
import { createMetrics } from '../telemetry/createMetrics.js'
import { countOfOtherKeys } from './countOfOtherKeys.js'
import { readBacklog } from './readBacklog.js'

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
})
afterAll(() => devnet.stop())

const { open } = stores('sqlite')
const stages: RelayStage[] = []
afterEach(async () => {
  devnet.faults.clear()
  await Promise.all(stages.splice(0).map(({ relay }) => relay.stop()))
})

async function stage(options: openRelay.Options & { store?: Store } = {}) {
  const store = options.store ?? (await open())
  const opened = await openRelay(devnet, store, options)
  stages.push(opened)
  return { store, ...opened }
}

/** Boxes that the factory created in the relayer's transactions, by hash. */
async function creations({ chain }: Pick<RelayStage, 'chain'>, boxes: readonly string[]) {
  const logs = await chain.client.request({
    method: 'eth_getLogs',
    params: [
      { address: chain.deployment.spendPolicyFactory, fromBlock: numberToHex(53_756_547), toBlock: 'latest' } as never,
    ],
  })
  const events = parseEventLogs({ abi: spendPolicyFactoryAbi, eventName: 'AccountCreated', logs: logs as never })
  return events.filter(({ args }) => boxes.includes(args.account))
}

const isDone = (outcome: unknown) => expect(outcome).toMatchObject({ body: { txHash: expect.stringMatching(/^0x/) } })

describeStores('relay', ({ open }) => {
  test('default: a box is created once, and paid for', async () => {
    const { chain, do: act, nonce, store, relay } = await stage({ store: await open() })
    const { box, part } = someBox(chain)
    const outcome = await act(part)
    expect(outcome).toEqual({ body: { account: box, txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) } })
    // Requested again it is the same operation; as another operation it finds the box deployed.
    expect(await act(part)).toEqual(outcome)
    expect(await act({ ...part, operation: { ...part.operation, key: 'other' } })).toEqual({
      body: { account: box, txHash: null },
    })
    expect(await nonce()).toBe(1)
    const ledgers = await readLedgers(store)
    expect(ledgers['units global']).toBe('1 used, 0 held')
    expect(ledgers['money global']).toMatch(/^[1-9][0-9]{3} spent, 0 held$/)
    const [row] = await store.db.selectFrom('transactions').selectAll().execute()
    expect(row).toMatchObject({ state: 'mined', raw: null, nonce: 0 })
    expect(relay.trouble(PRIMARY)).toBeUndefined()
  })

  test('behavior: 200 at once, no gap, none lost', async () => {
    // On a busy machine the node answers one of so many late, and what is offered again too early keeps it busy.
    const chain = await connectTo(devnet, undefined, 120_000)
    const timing = { answerMs: 500_000, offerMs: 10_000, bumpMs: 500_000 }
    const { ask, finish, nonce, store } = await stage({ store: await open(), chain, timing })
    const boxes = Array.from({ length: 200 }, () => someBox(chain))
    const outcomes = await Promise.all(boxes.map(async ({ part }) => finish(await ask(part), 500_000)))
    for (const outcome of outcomes) isDone(outcome)
    expect(await nonce()).toBe(200)
    expect(
      await creations(
        { chain },
        boxes.map(({ box }) => box),
      ),
    ).toHaveLength(200)
    const rows = await store.db.selectFrom('transactions').select(['nonce', 'state']).orderBy('nonce').execute()
    expect(rows).toEqual(Array.from({ length: 200 }, (_, index) => ({ nonce: index, state: 'mined' })))
    expect((await readLedgers(store))['units global']).toBe('200 used, 0 held')
  })

  test('behavior: 50 identical, one transaction', async () => {
    const { chain, ask, finish, nonce, store } = await stage({ store: await open() })
    const { part } = someBox(chain)
    const ids = await Promise.all(Array.from({ length: 50 }, () => ask(part)))
    expect(new Set(ids).size).toBe(1)
    isDone(await finish(ids[0] ?? ''))
    expect(await nonce()).toBe(1)
    expect((await readLedgers(store))['units global']).toBe('1 used, 0 held')
  })

  test.each([
    ['and hosts show it', 0],
    ['and no host shows it any more', 600],
  ])('behavior: another program has used the key before a start, %s: the relay stops', async (_, blocks) => {
    const privateKey = generatePrivateKey()
    const store = await open()
    const before = await stage({ privateKey, store })
    isDone(await before.do(someBox(before.chain).part))
    await before.relay.stop()
    const foreign = [await useElsewhere(privateKey, 1), await useElsewhere(privateKey, 2)]
    await until(async () => (await before.nonce()) === 3)
    await devnet.primary.mine(blocks)

    const after = await stage({ privateKey, store, funds: 0n })
    await until(async () => after.relay.trouble(PRIMARY) === 'foreign_use')
    expect(after.relay.isReady(PRIMARY)).toBe(false)
    expect(await after.do(someBox(after.chain).part)).toEqual({ problem: 'upstream_unavailable' })
    await after.relay.stop()
    // A restart does not clear the stop.
    const again = await stage({ privateKey, store, funds: 0n })
    await until(async () => again.relay.trouble(PRIMARY) === 'foreign_use')
    expect(await again.nonce()).toBe(3)
    const [cleared] = await clearForeignUse(store)
    expect(cleared?.txHash).toBe(blocks === 0 ? foreign[0] : null)
    await until(async () => again.relay.isReady(PRIMARY))
    isDone(await again.do(someBox(again.chain).part))
    expect(await again.nonce()).toBe(4)
  })
})

describe('operations', () => {
  test('claim: paid once, to the recorded recipient', async () => {
    const { chain, do: act, nonce, store } = await stage()
    const { transferId, secret, to } = await lock(devnet)
    const before = await chain.client.request({ method: 'eth_getBalance', params: [to, 'latest'] })
    expect(await act(claimPart(chain, transferId, secret))).toEqual({
      body: { ok: true, txHash: expect.stringMatching(/^0x/) },
    })
    const after = await chain.client.request({ method: 'eth_getBalance', params: [to, 'latest'] })
    expect(BigInt(after) - BigInt(before)).toBe(1_000_000n * 10n ** 12n)
    expect(await nonce()).toBe(1)
    const [row] = await store.db.selectFrom('operations').selectAll().execute()
    expect(row).toMatchObject({ state: 'final', content: null })
    // Another caller asks with a wrong code.
    expect(await act(claimPart(chain, transferId, generateClaimCode()))).toEqual({
      body: { ok: false, error: { kind: 'unavailable', reason: 'not_pending' } },
      impossible: true,
    })
    expect((await readLedgers(store))['units global']).toBe('1 used, 0 held')
  })

  test('claim: a wrong code sends nothing, costs its unit and no attempt', async () => {
    const { chain, do: act, nonce, store } = await stage()
    const { transferId, secret } = await lock(devnet)
    for (let count = 1; count <= 6; count++) {
      expect(await act(claimPart(chain, transferId, generateClaimCode()))).toEqual({
        body: { ok: false, error: { kind: 'wrong_code', attemptsRemaining: 5 } },
      })
    }
    expect(await nonce()).toBe(0)
    expect((await getTransfer({ publicClient: chain.client }, transferId)).attempts).toBe(0)
    expect((await readLedgers(store))['units global']).toBe('6 used, 0 held')
    expect(await act(claimPart(chain, transferId, secret))).toMatchObject({ body: { ok: true } })
    expect(await act(claimPart(chain, 999_999n, secret))).toMatchObject({
      body: { error: { kind: 'unavailable', reason: 'unknown' } },
    })
  })

  test('regression: the relayer runs no foreign verifier, which a transfer could make it run repeatedly', async () => {
    const { chain, do: act, nonce, store } = await stage()
    // Accepts every simulation, and can act differently in a block: a claim that reverts leaves the transfer claimable.
    const verifier = await deployCode('0x60015f5260205ff3') // returns true
    const { transferId, secret } = await lockUnder(devnet, verifier)
    expect(await act(claimPart(chain, transferId, secret))).toEqual({
      body: { ok: false, error: { kind: 'unavailable', reason: 'foreign_verifier' } },
      impossible: true,
    })
    expect(await nonce()).toBe(0)
    expect((await readLedgers(store))['units global']).toBe('0 used, 0 held')
    // The built-in one is accepted by its other address as well.
    const own = await lockUnder(devnet, chain.deployment.codeClaimVerifier)
    expect(await act(claimPart(chain, own.transferId, own.secret))).toMatchObject({ body: { ok: true } })
  })

  test('regression: a claim that the token refuses is not reported as over', async () => {
    const { chain, do: act, nonce, store } = await stage()
    const { transferId, secret, to } = await lock(devnet)
    await devnet.primary.setBlocked(to, true)
    expect(await act(claimPart(chain, transferId, secret))).toEqual({
      body: { ok: false, error: { kind: 'unavailable', reason: 'token_refused' } },
      impossible: true,
    })
    expect(await nonce()).toBe(0)
    expect((await readLedgers(store))['units global']).toBe('0 used, 0 held')
    await devnet.primary.setBlocked(to, false)
    expect(await act(claimPart(chain, transferId, secret))).toMatchObject({ body: { ok: true } })
  })

  test('regression: while USDC refuses the relayer, no request is reported as invalid', async () => {
    const { chain, do: act, nonce, relay, signer, store } = await stage()
    const { transferId, secret } = await lock(devnet)
    const { box, part } = someBox(chain)
    isDone(await act(part))
    const sent = await nonce()
    const quote = await relay.quote(PRIMARY, 'gas')
    if ('refused' in quote) throw new Error(quote.refused)
    await devnet.primary.setBlocked(signer.address, true)
    const to = privateKeyToAccount(generatePrivateKey()).address
    const parts = [
      claimPart(chain, transferId, secret),
      someBox(chain).part,
      someAnnouncement(chain, box).part,
      seedPart(chain, to, quote.value, quote.hold),
    ]
    for (const one of parts) expect(await act(one)).toEqual({ problem: 'upstream_unavailable' })
    expect([await nonce(), relay.trouble(PRIMARY), relay.isReady(PRIMARY)]).toEqual([sent, 'blocked', false])
    expect((await readLedgers(store))['units global']).toBe('1 used, 0 held')
    await devnet.primary.setBlocked(signer.address, false)
  })

  test('create with its announcement: in order, from one request', async () => {
    const { chain, admission, relay, finish } = await stage()
    const { box, part } = someBox(chain)
    const result = await admission.admit({
      ...part,
      also: someAnnouncement(chain, box, part.operation.key).part,
      signer: someone(),
      network: undefined,
    })
    if (!('admitted' in result) || !result.also) throw new Error('not admitted')
    relay.wake()
    isDone(await finish(result.operation.id))
    isDone(await finish(result.also.operation.id))
  })

  test('regression: announcements that wait for their boxes use up no place', async () => {
    const privateKey = generatePrivateKey()
    const store = await open()
    // Another holder sends until all of them are waiting.
    const left = { name: leaseOf(privateKey), holder: 'else', fence: 1, expires_at: Date.now() + 60_000 }
    await store.db.insertInto('leases').values(left).execute()
    const { chain, admission, finish } = await stage({ privateKey, store })
    const admitted = await Promise.all(
      Array.from({ length: 20 }, () => {
        const { box, part } = someBox(chain)
        const also = someAnnouncement(chain, box, part.operation.key).part
        return admission.admit({ ...part, also, signer: someone(), network: undefined })
      }),
    )
    // As with instances whose clocks differ; within a millisecond their order is undefined.
    await store.db
      .updateTable('operations')
      .set(({ eb }) => ({ created_at: eb('created_at', '+', 1) }))
      .where('kind', '=', 'create')
      .execute()
    await store.db.deleteFrom('leases').execute()
    for (const pair of admitted) {
      if (!('admitted' in pair) || !pair.also) throw new Error('not admitted')
      isDone(await finish(pair.operation.id))
      isDone(await finish(pair.also.operation.id))
    }
  })

  test('regression: a creation is judged even when the state of its block is gone', async () => {
    const store = await open()
    const privateKey = generatePrivateKey()
    const die = new Promise<never>(() => {})
    let isMined = false
    const first = await openRelay(devnet, store, {
      privateKey,
      timing: { leaseMs: 1_000 },
      // Simulates a process that is paused before it judges.
      onStep: (step) => {
        if (step !== 'mined') return
        isMined = true
        return die
      },
    })
    const id = await first.ask(someBox(first.chain).part)
    await until(async () => isMined)
    await devnet.primary.mine(600)
    const second = await stage({ privateKey, store, funds: 0n })
    isDone(await second.finish(id))
  })

  test('announce: refuses an address without a box, another contract, and a contract with the code of a box', async () => {
    const { chain, do: act, nonce, store } = await stage()
    const { box: imitation, content } = someBox(chain)
    const { ownerHash, salt, policy } = content
    const terms = { ...policy, maxAmount: BigInt(policy.maxAmount), perPullMax: BigInt(policy.perPullMax) }
    const forged = await deployCode(
      encodeBoxCode(chain.deployment.spendPolicyAccountImpl, { ownerHash, salt, policy: terms }),
    )
    for (const box of [imitation, chain.deployment.usdc, forged])
      expect(await act(someAnnouncement(chain, box).part)).toEqual({ problem: 'box_not_found', impossible: true })
    expect(await nonce()).toBe(0)
    expect((await readLedgers(store))['units global']).toBe('0 used, 0 held')
  })

  test('gas: one seed for each eligible recipient', async () => {
    const { chain, do: act, nonce, relay, signer } = await stage()
    const quote = await relay.quote(PRIMARY, 'gas')
    if ('refused' in quote) throw new Error(quote.refused)
    expect(quote.value).toBe(50_000n)
    const seed = (to: Hex) => act(seedPart(chain, to, quote.value, quote.hold))
    const to = privateKeyToAccount(generatePrivateKey()).address
    const first = await seed(to)
    expect(first).toMatchObject({ body: { amount: '50000', txHash: expect.stringMatching(/^0x/) } })
    expect(await seed(to)).toEqual(first)
    expect(BigInt(await chain.client.request({ method: 'eth_getBalance', params: [to, 'latest'] }))).toBe(
      5n * 10n ** 16n,
    )
    expect(await nonce()).toBe(1)
    const rich = privateKeyToAccount(generatePrivateKey()).address
    await devnet.primary.fund(rich, 50_000n)
    expect(await seed(rich)).toEqual({ body: { txHash: null, amount: '0' } })
    const blocked = privateKeyToAccount(generatePrivateKey()).address
    await devnet.primary.setBlocked(blocked, true)
    const nobodys: Hex[] = [`0x${'0'.repeat(40)}`, `0x${'0'.repeat(39)}1`, `0x${'0'.repeat(37)}100`]
    for (const unfit of [blocked, signer.address, chain.deployment.usdc, chain.deployment.transferContract, ...nobodys])
      expect(await seed(unfit)).toMatchObject({ problem: 'recipient_not_eligible' })
    expect(await nonce()).toBe(1)
  })
})

describe('faults', () => {
  test.each<[string, FaultsUpdate]>([
    [
      'an answer is lost after the send',
      { rpc: { rules: [{ kind: 'reset-after', match: 'eth_sendRawTransaction', times: 2 }] } },
    ],
    ['a send never arrives', { rpc: { rules: [{ kind: 'hang', match: 'eth_sendRawTransaction', times: 2 }] } }],
    ['transactions are dropped', { rpc: { dropTransactions: 3 } }],
    ['everything is throttled', { rpc: { rules: [{ kind: 'rate-limit', times: 6 }] } }],
    ['answers are cut', { rpc: { rules: [{ kind: 'malformed', match: 'eth_getTransactionReceipt', times: 3 }] } }],
    ['receipts are late', { rpc: { receiptDelayBlocks: 40 } }],
  ])('behavior: %s, and every box is created once', async (_, faults) => {
    const { chain, ask, finish, nonce, store } = await stage()
    const boxes = Array.from({ length: 5 }, () => someBox(chain))
    devnet.faults.set(faults)
    const ids = await Promise.all(boxes.map(({ part }) => ask(part)))
    for (const id of ids) isDone(await finish(id))
    devnet.faults.clear()
    expect(await nonce()).toBe(5)
    expect(
      await creations(
        { chain },
        boxes.map(({ box }) => box),
      ),
    ).toHaveLength(5)
    expect((await readLedgers(store))['units global']).toBe('5 used, 0 held')
  })

  test('behavior: when the chain is unreachable, nothing is signed or charged', async () => {
    const { chain, ask, finish, nonce, store } = await stage()
    devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', times: null }] } })
    const id = await ask(someBox(chain).part)
    expect(await finish(id)).toEqual({ problem: 'upstream_unavailable' })
    devnet.faults.clear()
    await until(async () => (await nonce().catch(() => undefined)) === 0)
    expect(await readLedgers(store)).toMatchObject({
      'units global': '0 used, 0 held',
      'money global': '0 spent, 0 held',
    })
  })

  test('behavior: when fees are above the ceiling, nothing is signed', async () => {
    const { chain, do: act, store, relay } = await stage({ money: { ...MONEY, maxFeePerGas: 39_999_999_999n } })
    expect(await act(someBox(chain).part)).toEqual({ problem: 'fee_ceiling' })
    expect(await relay.quote(PRIMARY, 'create')).toEqual({ refused: 'fee_ceiling' })
    expect(await store.db.selectFrom('transactions').selectAll().execute()).toEqual([])
    expect((await readLedgers(store))['units global']).toBe('0 used, 0 held')
  })

  test('behavior: fees are raised to the cap, then the nonce is given up', async () => {
    const money = { ...MONEY, maxFeePerGas: 90_000_000_000n }
    const { chain, ask, finish, store } = await stage({ money, timing: { bumpMs: 150, giveUpMs: 400, offerMs: 300 } })
    devnet.faults.set({ rpc: { dropTransactions: 100 } })
    const { part, box } = someBox(chain)
    const id = await ask(part)
    await until(async () => (await rowsOf(store)).some((row) => row.gas === 21_000))
    devnet.faults.clear()
    expect(await finish(id)).toEqual({ problem: 'fee_ceiling' })
    const rows = await rowsOf(store)
    for (const row of rows) expect(BigInt(row.max_fee_wei)).toBeLessThanOrEqual(money.maxFeePerGas)
    expect(rows.map((row) => BigInt(row.max_fee_wei) / 10n ** 9n)).toEqual([40n, 50n, 62n, 78n])
    expect(await creations({ chain }, [box])).toHaveLength(0)
    const ledgers = await readLedgers(store)
    expect(ledgers['units global']).toBe('0 used, 0 held')
    expect(ledgers['money global']).toBe('420 spent, 0 held')
  })

  test('regression: a nonce is given up at current fees, even when they have risen far', async () => {
    const risen = 300n * 10n ** 9n
    let baseFee = 20n * 10n ** 9n
    const inner = await connectTo(devnet)
    const request = async (asked: { method: string }) => {
      const answer = await inner.client.request(asked as never)
      return asked.method === 'eth_getBlockByNumber'
        ? { ...(answer as object), baseFeePerGas: numberToHex(baseFee) }
        : answer
    }
    const chain: ServedChain = {
      ...inner,
      client: { ...inner.client, request: request as typeof inner.client.request },
      // Pools keep transactions with too low a fee, but no block includes them.
      broadcast: async (raw, options) =>
        (parseTransaction(raw).maxFeePerGas ?? 0n) < risen ? ['accepted'] : inner.broadcast(raw, options),
    }
    const { ask, finish, store, nonce } = await stage({ chain, timing: { bumpMs: 50, giveUpMs: 100, offerMs: 50 } })
    const id = await ask(someBox(chain).part)
    await until(async () => (await rowsOf(store)).length > 0)
    baseFee = risen
    expect(await finish(id)).toEqual({ problem: 'fee_ceiling' })
    for (const row of await rowsOf(store)) expect(BigInt(row.max_fee_wei)).toBeLessThanOrEqual(MONEY.maxFeePerGas)
    // The next operation does not wait for the fees to fall.
    isDone(await finish(await ask({ ...someBox(chain).part, hold: 150_000n })))
    expect(await nonce()).toBe(2)
  })

  test('regression: a nonce that was given up is charged even when the process ends before it is settled', async () => {
    const money = { ...MONEY, maxFeePerGas: 90_000_000_000n }
    const timing = { bumpMs: 150, giveUpMs: 400, offerMs: 300 }
    const privateKey = generatePrivateKey()
    const store = await open()
    let isMined = false
    const first = await openRelay(devnet, store, {
      privateKey,
      money,
      timing: { ...timing, leaseMs: 1_000 },
      // Simulates a process that is paused at this point.
      onStep: (step) => {
        if (step !== 'mined') return
        isMined = true
        return new Promise<never>(() => {})
      },
    })
    devnet.faults.set({ rpc: { dropTransactions: 100 } })
    const id = await first.ask(someBox(first.chain).part)
    await until(async () => (await rowsOf(store)).some((row) => row.gas === 21_000))
    devnet.faults.clear()
    await until(async () => isMined)
    // One process ends again before it gets that far; the next one completes it.
    const second = await openRelay(devnet, store, {
      privateKey,
      money,
      timing: { ...timing, leaseMs: 1_000 },
      funds: 0n,
      onStep: () => new Promise<never>(() => {}),
    })
    await until(async () => second.relay.isReady(PRIMARY))
    const { finish } = await stage({ privateKey, money, timing, store, funds: 0n })
    expect(await finish(id)).toEqual({ problem: 'fee_ceiling' })
    expect(await readLedgers(store)).toMatchObject({
      'units global': '0 used, 0 held',
      'money global': '420 spent, 0 held',
    })
    expect((await rowsOf(store)).map(({ raw }) => raw)).toEqual([null, null, null, null])
  })

  test('behavior: another program uses the key, and the relay stops', async () => {
    const privateKey = generatePrivateKey()
    const { chain, do: act, relay, store, nonce } = await stage({ privateKey })
    isDone(await act(someBox(chain).part))
    const foreign = await useElsewhere(privateKey, 1)
    await until(async () => (await nonce()) === 2)
    expect(await act(someBox(chain).part)).toEqual({ problem: 'upstream_unavailable' })
    expect(relay.trouble(PRIMARY)).toBe('foreign_use')
    // No instance sends any more, neither the others nor the next one: requests are refused.
    const metrics = createMetrics({ version: '0', commit: '0' })
    const isTold = async (value: 0 | 1) =>
      (await metrics.registry.metrics()).includes(`holdfast_relay_stopped{chain="${PRIMARY}"} ${value}`)
    const again = await stage({ privateKey, store, metrics, funds: 0n })
    await until(async () => again.relay.trouble(PRIMARY) === 'foreign_use')
    expect(await isTold(1)).toBe(true)
    await relay.stop()
    expect(await again.do(someBox(chain).part)).toEqual({ problem: 'upstream_unavailable' })
    expect(again.relay.trouble(PRIMARY)).toBe('foreign_use')
    expect(await nonce()).toBe(2)
    // After the operator has cleared it, it continues behind the foreign transaction, without a restart.
    expect(await clearForeignUse(store)).toMatchObject([{ chainId: PRIMARY, txHash: foreign }])
    await until(async () => again.relay.trouble(PRIMARY) === undefined)
    expect(await isTold(0)).toBe(true)
    isDone(await again.do(someBox(chain).part))
    expect(await nonce()).toBe(3)
    expect(await clearForeignUse(store)).toEqual([])
  })

  test('behavior: open operations of another key are counted', async () => {
    const { chain, relay, signer, store, ask } = await stage()
    await until(async () => relay.trouble(PRIMARY) === undefined)
    devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', match: 'eth_sendRawTransaction', times: null }] } })
    await ask(someBox(chain).part)
    await until(async () => (await rowsOf(store)).length > 0)
    expect(await countOfOtherKeys(store, signer.address)).toBe(0)
    expect(await countOfOtherKeys(store, `0x${'11'.repeat(20)}`)).toBe(1)
    expect(await countOfOtherKeys(store, undefined)).toBe(1)
    expect(await readBacklog(store, [PRIMARY, 1], Date.now() + 60_000)).toEqual([
      { chain: PRIMARY, queued: 0, oldestSeconds: expect.closeTo(60, -1) },
      { chain: 1, queued: 0, oldestSeconds: 0 },
    ])
    devnet.faults.clear()
  })

  test('behavior: a refusal of every endpoint is final, and its nonce is filled', async () => {
    const { chain, ask, finish, signer, nonce, store } = await stage({ timing: { offerMs: 100 } })
    const gone = { ...someBox(chain) }
    await devnet.primary.setBlocked(signer.address, true)
    const id = await ask(gone.part)
    expect(await finish(id)).toEqual({ problem: 'upstream_unavailable' })
    // The transaction that fills its nonce costs something, and that is counted.
    expect(await readLedgers(store)).toMatchObject({
      'units global': '0 used, 0 held',
      'money global': '840 spent, 0 held',
    })
    await devnet.primary.setBlocked(signer.address, false)
    isDone(await finish(await ask(someBox(chain).part)))
    expect(await nonce()).toBe(2)
    expect(await creations({ chain }, [gone.box])).toHaveLength(0)
    expect((await rowsOf(store)).map(({ state, gas }) => `${state} ${gas === 21_000}`)).toEqual([
      'dead false',
      'mined true',
      'mined false',
    ])
  })

  test('regression: a refusal is ignored while an earlier broadcast is still pending', async () => {
    const inner = await connectTo(devnet)
    let offers = 0
    const chain: ServedChain = {
      ...inner,
      async broadcast(raw, options) {
        if (offers++ > 0) return ['refused']
        await until(async () => offers > 3)
        return inner.broadcast(raw, options)
      },
    }
    const { ask, finish, nonce } = await stage({ chain, timing: { offerMs: 50 } })
    const { part, box } = someBox(chain)
    expect(await finish(await ask(part))).toMatchObject({
      body: { account: box, txHash: expect.stringMatching(/^0x/) },
    })
    expect(await nonce()).toBe(1)
  })

  test('regression: a refused transaction that is mined anyway delays nothing', async () => {
    const inner = await connectTo(devnet)
    let offers = 0
    const chain: ServedChain = {
      ...inner,
      async broadcast(raw, options) {
        // The following broadcasts are lost.
        if (offers++ > 0) return ['unknown']
        await inner.broadcast(raw, options)
        return ['refused']
      },
    }
    const { ask, finish, nonce, store, relay } = await stage({ chain, timing: { lateReceiptMs: 100 } })
    const { part, box } = someBox(chain)
    expect(await finish(await ask(part))).toEqual({ problem: 'upstream_unavailable' })
    // The bytes are deleted last.
    await until(async () => (await rowsOf(store)).every(({ raw }) => raw === null))
    const [first, ...others] = await rowsOf(store)
    expect(first).toMatchObject({ state: 'mined', raw: null })
    for (const other of others) expect(other).toMatchObject({ nonce: 0, state: 'dead', raw: null })
    expect(relay.trouble(PRIMARY)).toBeUndefined()
    // Requested again, the box is deployed.
    expect(await finish(await ask(part))).toEqual({ body: { account: box, txHash: null } })
    expect(await nonce()).toBe(1)
  })
})

describe('writers', () => {
  test('behavior: of two relays on one store one sends', async () => {
    const privateKey = generatePrivateKey()
    const store = await open()
    const first = await stage({ privateKey, store })
    const second = await stage({ privateKey, store, funds: 0n })
    const boxes = Array.from({ length: 20 }, () => someBox(first.chain))
    const ids = await Promise.all(boxes.map(({ part }, index) => (index % 2 ? first : second).ask(part)))
    for (const id of ids) isDone(await first.finish(id))
    expect(await first.nonce()).toBe(20)
    // It continues where the first one stopped.
    await first.relay.stop()
    const { part } = someBox(first.chain)
    isDone(await second.finish(await second.ask(part)))
    expect(await first.nonce()).toBe(21)
    const [lease] = await store.db.selectFrom('leases').selectAll().execute()
    expect(lease?.fence).toBe(2)
  })

  test('behavior: ready after settling what was left, or while another instance renews its lease', async () => {
    const privateKey = generatePrivateKey()
    const store = await open()
    // The lease of a killed process.
    const left = { name: leaseOf(privateKey), holder: 'killed', fence: 1, expires_at: Date.now() + 1_000 }
    await store.db.insertInto('leases').values(left).execute()
    const fence = async () => (await store.db.selectFrom('leases').selectAll().executeTakeFirst())?.fence
    const timing = { leaseMs: 600 }
    const first = await stage({ privateKey, store, timing })
    expect(first.relay.isReady(PRIMARY)).toBe(false)
    await until(async () => first.relay.isReady(PRIMARY))
    expect(await fence()).toBe(2)
    const second = await stage({ privateKey, store, timing, funds: 0n })
    expect(second.relay.isReady(PRIMARY)).toBe(false)
    await until(async () => second.relay.isReady(PRIMARY))
    expect(await fence()).toBe(2)
    await first.relay.stop()
    expect(first.relay.isReady(PRIMARY)).toBe(false)
    await until(async () => (await fence()) === 3)
    await until(async () => second.relay.isReady(PRIMARY))
  })

  test('behavior: a writer that has lost its lease stores nothing', async () => {
    const { chain, ask, finish, store, nonce } = await stage()
    isDone(await finish(await ask(someBox(chain).part)))
    await store.db
      .updateTable('leases')
      .set({ holder: 'another holder', fence: 99, expires_at: Date.now() + 1_500 })
      .execute()
    const id = await ask(someBox(chain).part)
    await expect(finish(id, 700)).rejects.toThrow('no outcome')
    expect(await nonce()).toBe(1)
    // Its holder is gone: the lease expires.
    isDone(await finish(id))
    expect(await nonce()).toBe(2)
  })
})

/** Sends a transaction as a wallet with the relayer's key does. */
function useElsewhere(privateKey: Hex, nonce: number) {
  const account = privateKeyToAccount(privateKey)
  const wallet = createWalletClient({ account, chain: primaryChain, transport: http(devnet.primary.rpcUrl) })
  return wallet.sendTransaction({
    to: account.address,
    nonce,
    gas: 21_000n,
    maxFeePerGas: 10n ** 11n,
    chainId: PRIMARY,
  })
}

/** A contract with this code, as any constructor can return it. */
async function deployCode(code: Hex): Promise<Address> {
  const account = privateKeyToAccount(generatePrivateKey())
  await devnet.primary.fund(account.address, 10_000_000n)
  const transport = http(devnet.primary.rpcUrl)
  const wallet = createWalletClient({ account, chain: primaryChain, transport })
  const data = concatHex(['0x61', numberToHex(size(code), { size: 2 }), '0x3d81600a3d39f3', code])
  await waitForTransactionReceipt(wallet, { hash: await wallet.sendTransaction({ data }), pollingInterval: 50 })
  return getContractAddress({ from: account.address, nonce: 0n })
}

const leaseOf = (privateKey: Hex) => `relay:${PRIMARY}:${privateKeyToAccount(privateKey).address.toLowerCase()}`

const rowsOf = (store: Store) =>
  store.db.selectFrom('transactions').selectAll().orderBy('nonce').orderBy('created_at').execute()

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It did not happen in time.')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
