import type { ModelReply } from '@holdfast/devnet'
import { afterEach, expect, test } from 'vitest'
import { NOON } from '../../test/admission.js'
import { closeOpinions, deferred, openOpinion, payment, readUsed } from '../../test/opinionStage.js'
import { describeStores } from '../../test/stores.js'
import { StoreUnavailableError } from '../store/StoreErrors.js'
import type { OpinionAnswer } from './Opinion.js'

const day = Math.floor(NOON / 86_400_000)

/** Number of answers of each kind. */
function countOf(answers: readonly OpinionAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { deep, advisory } of answers) {
    const kind = `${deep}, ${advisory === null ? 'nothing' : 'advisory'}`
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

describeStores('budget', ({ open, settings }) => {
  afterEach(closeOpinions)

  test('behavior: two instances at once make exactly the allowed number of calls', async () => {
    const given = await settings()
    const store = await open(given)
    const other = given.kind === 'postgres' ? await open(given) : store
    const limits = { settings: { maxCallsPerDay: 40 }, opinion: { maxAtOnce: 200 } }
    const one = await openOpinion(store, limits)
    const two = await openOpinion(other, { ...limits, model: one.model })
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, index) =>
        (index % 2 === 0 ? one : two).opinion.ask(payment({ number: index + 1, network: `192.0.2.${index % 9}` })),
      ),
    )
    expect(countOf(answers)).toEqual({ 'ran, advisory': 40, 'budget, nothing': 80 })
    expect(one.model.requests).toHaveLength(40)
    const used = await readUsed(store)
    expect(used.model).toBe(40)
    const shares = Object.entries(used).filter(([scope]) => scope.startsWith('model-network:'))
    expect(shares.reduce((sum, [, share]) => sum + share, 0)).toBe(40)
  })

  test('behavior: the day is used up after 1,000 calls, and the next one begins at zero', async () => {
    const store = await open()
    const { opinion, clock, model } = await openOpinion(store)
    await store.db.insertInto('quotas').values({ day: day, scope: 'model', used: 999, held: 0 }).execute()
    expect((await opinion.ask(payment({ number: 1 }))).deep).toBe('ran')
    expect(await opinion.ask(payment({ number: 2 }))).toEqual({ deep: 'budget', advisory: null })
    // A cached answer costs nothing.
    expect((await opinion.ask(payment({ number: 1 }))).advisory).not.toBeNull()
    expect(model.requests).toHaveLength(1)
    clock.now += 43_200_000
    expect((await opinion.ask(payment({ number: 2 }))).advisory).not.toBeNull()
    expect(model.requests).toHaveLength(2)
  })

  test('behavior: one network has its share, and no more', async () => {
    const store = await open()
    const { opinion, model } = await openOpinion(store, { opinion: { callsPerNetworkPerDay: 3 } })
    const network = '2001:db8::/64'
    const answers = []
    for (const number of [1, 2, 3, 4, 5]) answers.push(await opinion.ask(payment({ number, network })))
    expect(countOf(answers)).toEqual({ 'ran, advisory': 3, 'ran, nothing': 2 })
    // Refused calls do not count against the day, and other networks are not blocked.
    expect(await readUsed(store)).toMatchObject({ model: 3, [`model-network:${network}`]: 3 })
    expect((await opinion.ask(payment({ number: 4, network: '192.0.2.1' }))).advisory).not.toBeNull()
    expect((await opinion.ask(payment({ number: 5 }))).advisory).not.toBeNull()
    expect(model.requests).toHaveLength(5)
    // Two callers ask the same at once, the first without a share: the second makes its own call.
    const both = await Promise.all([
      opinion.ask(payment({ number: 6, network })),
      opinion.ask(payment({ number: 6, network: '192.0.2.1' })),
    ])
    expect(both.map(({ advisory }) => advisory?.level)).toEqual([undefined, 'safe'])
  })

  test('behavior: the networks of one /48 have two shares together', async () => {
    const { opinion, model } = await openOpinion(await open(), { opinion: { callsPerNetworkPerDay: 2 } })
    const networks = ['a:b:c:100::/64', 'a:b:c:101::/64', 'a:b:c:200::/64', 'a:b:c:300::/64', 'a:b:c:400::/64']
    for (const [index, network] of [...networks, ...networks].entries())
      await opinion.ask(payment({ number: index + 1, network }))
    expect(model.requests).toHaveLength(4)
    expect((await opinion.ask(payment({ number: 20, network: 'a:b:d:1::/64' }))).advisory).not.toBeNull()
  })

  test('behavior: money has a ceiling, and a running call counts with its highest cost', async () => {
    const store = await open()
    const price = { input: 0, output: 10 }
    const { opinion, model } = await openOpinion(store, {
      settings: { maxCostMicroUsdPerDay: 15_900, price },
    })
    const gate = deferred<ModelReply>()
    const reached = deferred<void>()
    model.reply = () => {
      reached.resolve()
      return gate.promise
    }
    const first = opinion.ask(payment({ number: 1 }))
    await reached.promise
    // 15,000 are held by the first.
    expect(await readUsed(store)).toMatchObject({ 'model-cost': 15_000 })
    expect((await opinion.ask(payment({ number: 2 }))).deep).toBe('budget')
    gate.resolve({ kind: 'object', value: { level: 'safe', findings: [] } })
    await first
    await opinion.close()
    expect(await readUsed(store)).toEqual({ model: 1, 'model-cost': 400 })
    for (const number of [2, 3]) {
      expect((await opinion.ask(payment({ number }))).advisory).not.toBeNull()
      await opinion.close()
    }
    expect((await opinion.ask(payment({ number: 4 }))).deep).toBe('budget')
    expect(await readUsed(store)).toEqual({ model: 3, 'model-cost': 1200 })
  })

  test('behavior: a budget of zero', async () => {
    const store = await open()
    const { opinion, model } = await openOpinion(store, { settings: { maxCallsPerDay: 0 } })
    expect(await opinion.ask(payment())).toEqual({ deep: 'budget', advisory: null })
    expect(model.requests).toEqual([])
    expect(await readUsed(store)).toEqual({})
  })

  test('behavior: a restart does not refill the budget, and drops only old calls', async () => {
    const given = await settings()
    const store = await open(given)
    const before = await openOpinion(store, { settings: { maxCallsPerDay: 2 } })
    // It is killed in the middle of a call.
    const reached = deferred<void>()
    before.model.reply = () => {
      reached.resolve()
      return { kind: 'hang' }
    }
    await store.db
      .insertInto('model_calls')
      .values([
        { ...row, id: 'old', time: NOON - 91 * 86_400_000 },
        { ...row, id: 'young', time: NOON - 86_400_000 },
      ])
      .execute()
    void before.opinion.ask(payment({ number: 1 }))
    await reached.promise
    const { 'model-cost': reserved } = await readUsed(store)

    // A directory has one owner, so it is closed; a server is left open.
    if (given.kind === 'sqlite') await store.close()
    const again = await open(given)
    const after = await openOpinion(again, { settings: { maxCallsPerDay: 2 } })
    expect((await after.opinion.ask(payment({ number: 2 }))).advisory).not.toBeNull()
    expect(await after.opinion.ask(payment({ number: 3 }))).toEqual({ deep: 'budget', advisory: null })
    await after.opinion.close()
    expect(await readUsed(again)).toEqual({ model: 2, 'model-cost': (reserved ?? 0) + 1100 })
    const rows = await again.db.selectFrom('model_calls').select(['id', 'outcome']).execute()
    expect(rows.map(({ outcome }) => outcome).sort()).toEqual(['answered', 'answered', 'started'])
    expect(rows.map(({ id }) => id)).not.toContain('old')
  })

  test('behavior: without the store the model is not asked', async () => {
    const store = await open()
    const broken = { ...store, transaction: () => Promise.reject(new StoreUnavailableError()) }
    const { opinion, model, lines } = await openOpinion(broken)
    expect(await opinion.ask(payment())).toEqual({ deep: 'ran', advisory: null })
    expect(model.requests).toEqual([])
    expect(lines).toEqual(['no model call could be counted, so none was made {"error":"StoreUnavailableError"}'])
  })
})

const row = {
  version: 'v',
  tokens_in: 1,
  tokens_out: 1,
  cost_micro_usd: 1,
  latency_ms: 1,
  outcome: 'answered',
  rule_level: 'safe',
  model_level: 'safe',
  level: 'safe',
}
