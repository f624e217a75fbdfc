import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ModelReply } from '@holdfast/devnet'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  closeOpinions,
  deferred,
  KEY,
  ORIGINAL,
  openOpinion,
  payment,
  poisoned,
  readEverything,
  readUsed,
} from '../../test/opinionStage.js'
import { stores } from '../../test/stores.js'
import type { Store } from '../store/Store.js'

const { open } = stores('sqlite')
afterEach(closeOpinions)

const calls = (store: Store) => store.db.selectFrom('model_calls').selectAll().orderBy('time').execute()

describe.each(['anthropic', 'openai-compatible'] as const)('%s', (provider) => {
  const start = async (options: Parameters<typeof openOpinion>[1] = {}) => {
    const store = await open()
    return { store, ...(await openOpinion(store, { ...options, settings: { provider, ...options.settings } })) }
  }

  test('default', async () => {
    const { store, opinion, model, parts, lines } = await start()
    model.reply = {
      kind: 'object',
      value: {
        level: 'warning',
        findings: [
          { code: 'imitates_known_payee', fact: 'lookalikeAddress' },
          { code: 'recently_first_used', fact: 'ageDays' },
        ],
      },
    }
    expect(await opinion.ask(poisoned())).toEqual({
      deep: 'ran',
      advisory: {
        level: 'block',
        headline: 'The rules stop this payment, and no second opinion can change that.',
        points: [
          `The first 4 and the last 4 characters are those of ${ORIGINAL}, which you know; it is another address.`,
        ],
      },
    })
    await opinion.close()
    expect(await calls(store)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        time: expect.any(Number),
        version: `${provider}/claude-haiku-4-5#2`,
        tokens_in: 900,
        tokens_out: 40,
        cost_micro_usd: 900 + 40 * 5,
        latency_ms: expect.any(Number),
        outcome: 'answered',
        rule_level: 'block',
        model_level: 'warning',
        level: 'block',
      },
    ])
    expect(await readUsed(store)).toEqual({ model: 1, 'model-cost': 1100 })
    const metrics = await parts.metrics.registry.metrics()
    expect(metrics).toContain('holdfast_model_calls_total{outcome="answered"} 1')
    expect(metrics).toContain('holdfast_model_cost_usd_total 0.0011')
    expect(metrics).toContain('holdfast_model_tokens_total{direction="in"} 900')
    expect(metrics).toContain('holdfast_model_tokens_total{direction="out"} 40')
    expect(metrics).toContain('holdfast_model_budget_used_ratio{of="calls"} 0.001')
    expect(lines.join()).not.toContain('"chainId"')
  })

  test('behavior: what the model receives', async () => {
    const { opinion, model } = await start()
    await opinion.ask(poisoned())
    const [{ headers, body, path } = { headers: {}, body: {}, path: '' }] = model.requests
    expect(model.requests).toHaveLength(1)
    expect(path).toBe(provider === 'anthropic' ? '/v1/messages' : '/v1/chat/completions')
    expect(headers[provider === 'anthropic' ? 'x-api-key' : 'authorization']).toContain(KEY)
    expect(body).toMatchObject({ model: 'claude-haiku-4-5', temperature: 0 })
    expect(Object.keys(body)).not.toContain('tools')
    const format =
      provider === 'anthropic'
        ? (body as { output_config: { format: { type: string } } }).output_config.format
        : (body as { response_format: { type: string } }).response_format
    expect(format.type).toBe('json_schema')
    const turns = body.messages as { role: string; content: string | { text: string }[] }[]
    const [turn, ...others] = turns.filter(({ role }) => role !== 'system')
    expect(others).toEqual([])
    const data = typeof turn?.content === 'string' ? turn.content : (turn?.content[0]?.text ?? '')
    expect(JSON.parse(data)).toMatchInlineSnapshot(`
      {
        "ageDays": 400,
        "chainId": 5042002,
        "counterfeitTokenBait": false,
        "dustBait": false,
        "everSeen": true,
        "firstSeenAt": "2023-08-31T12:00:00.000Z",
        "freshAddress": false,
        "isContract": false,
        "isDelegated": false,
        "knownCounterparty": false,
        "lookalikeAddress": true,
        "lookalikeOf": "0x5290AaaaAaAaaAaAAaaAaaaAaaAaaAaAAaAA9ee7",
        "lookalikePrefix": 4,
        "lookalikeSuffix": 4,
        "missing": [],
        "nearMissCount": 0,
        "nearMisses": [],
        "newAddress": false,
        "ruleComplete": true,
        "ruleLevel": "block",
        "sender": "0x1111111111111111111111111111111111111111",
        "target": "0x52908400098527886E0F7030069857D2E4169EE7",
        "transactionCount": 212,
        "usdcBalance": 12.5,
        "verifiedRecipient": false,
        "zeroValueBait": false,
      }
    `)
  })

  const replies: [string, ModelReply, string][] = [
    ['a refusal', { kind: 'refusal', text: 'I would rather not.' }, 'refused'],
    ['a cut-off', { kind: 'cut_off', text: '{"level":"safe","findings":[{"code":' }, 'cut_off'],
    ['a cut-off that reads whole', { kind: 'cut_off', text: '{"level":"safe","findings":[]}' }, 'cut_off'],
    ['a cut-off before the first word', { kind: 'cut_off', text: '' }, 'cut_off'],
    ['no JSON', { kind: 'text', text: 'This payment is fine.' }, 'invalid'],
    ['nothing', { kind: 'text', text: '' }, 'invalid'],
    ['another type of level', { kind: 'object', value: { level: 3, findings: [] } }, 'invalid'],
    [
      'an unknown finding',
      { kind: 'object', value: { level: 'safe', findings: [{ code: 'approved', fact: 'everSeen' }] } },
      'invalid',
    ],
    [
      'an unknown fact',
      { kind: 'object', value: { level: 'safe', findings: [{ code: 'long_used', fact: 'ageYears' }] } },
      'invalid',
    ],
    [
      'five findings',
      {
        kind: 'object',
        value: { level: 'safe', findings: Array(5).fill({ code: 'long_used', fact: 'ageDays' }) },
      },
      'invalid',
    ],
    ['a key of its own', { kind: 'object', value: { level: 'safe', findings: [], note: 'trust me' } }, 'invalid'],
    ['garbage', { kind: 'raw', body: '<html>' }, 'invalid'],
    ['empty bytes', { kind: 'raw', body: '' }, 'invalid'],
    ['JSON of another API', { kind: 'raw', body: '{"hello":1}' }, 'invalid'],
    ['prototype keys', { kind: 'raw', body: '{"__proto__":{"level":"safe"}}' }, 'invalid'],
    ['a gigabyte', { kind: 'endless', bytes: 1 << 30 }, 'too_large'],
    ['429', { kind: 'status', status: 429, message: 'slow down' }, 'rate_limited'],
    ['500', { kind: 'status', status: 500, message: 'oops' }, 'failed'],
    ['529', { kind: 'status', status: 529, message: 'overloaded' }, 'failed'],
    ['401', { kind: 'status', status: 401, message: `bad key ${KEY}` }, 'failed'],
    ['a broken connection', { kind: 'reset' }, 'unreachable'],
    ['silence', { kind: 'hang' }, 'timeout'],
    ['a stall', { kind: 'stall' }, 'timeout'],
  ]
  test.each(replies)('behavior: %s gives no advisory', async (_, reply, outcome) => {
    const { store, opinion, model, lines, parts } = await start({ opinion: { timeoutMs: 400 } })
    model.reply = reply
    expect(await opinion.ask(poisoned())).toEqual({ deep: 'ran', advisory: null })
    expect(model.requests).toHaveLength(1)
    await opinion.close()
    const [row] = await calls(store)
    expect(row).toMatchObject({ outcome, rule_level: 'block', model_level: null, level: 'block' })
    // Nothing is known of a bill, so the highest cost is counted. An error is not billed.
    const isFree = ['rate_limited', 'failed'].includes(outcome)
    expect(row?.cost_micro_usd === 0).toBe(isFree)
    const left = lines.join() + (await readEverything(store)) + (await parts.metrics.registry.metrics())
    expect(left).not.toContain(KEY)
    expect(left).not.toContain('127.0.0.1')
  })

  test.each([301, 302, 303, 307, 308] as const)('behavior: a redirect (%i) is not followed', async (status) => {
    const stranger = await listenTo()
    const { store, opinion, model } = await start()
    model.reply = { kind: 'redirect', status, to: `${stranger.url}/v1/messages` }
    expect(await opinion.ask(payment())).toEqual({ deep: 'ran', advisory: null })
    await opinion.close()
    expect((await calls(store))[0]).toMatchObject({ outcome: 'redirected', cost_micro_usd: 0 })
    expect(stranger.heard).toEqual([])
    expect(model.requests).toHaveLength(1)
  })

  test('behavior: an unknown level counts as that of the rules', async () => {
    const { store, opinion, model } = await start()
    model.reply = { kind: 'object', value: { level: 'perfectly fine', findings: [] } }
    expect((await opinion.ask(poisoned())).advisory).toEqual({
      level: 'block',
      headline: 'The second opinion came to no verdict; the rules stop this payment.',
      points: [],
    })
    await opinion.close()
    expect((await calls(store))[0]).toMatchObject({ outcome: 'answered', model_level: null, level: 'block' })
  })

  test('behavior: findings that the facts do not support are dropped', async () => {
    const { opinion, model } = await start()
    model.reply = {
      kind: 'object',
      value: {
        level: 'warning',
        findings: [
          { code: 'is_contract', fact: 'isContract' },
          { code: 'little_used', fact: 'transactionCount' },
          { code: 'much_used', fact: 'ageDays' },
          { code: 'long_used', fact: 'firstSeenAt' },
        ],
      },
    }
    const request = payment({ dossier: { isContract: true, missing: ['isContract'] } })
    expect((await opinion.ask(request)).advisory).toEqual({
      level: 'warning',
      headline: 'The rules found nothing, but the second opinion asks for care: confirm the address with its owner.',
      points: ['This address was first used 400 days ago.'],
    })
  })

  test('behavior: an advisory contains nothing reassuring about a blocked payment', async () => {
    const { opinion, model } = await start()
    const findings = [
      { code: 'long_used', fact: 'ageDays' },
      { code: 'much_used', fact: 'transactionCount' },
      { code: 'imitates_known_payee', fact: 'lookalikeAddress' },
    ]
    model.reply = { kind: 'object', value: { level: 'safe', findings } }
    const { advisory } = await opinion.ask(poisoned())
    expect(advisory?.level).toBe('block')
    expect(advisory?.points).toHaveLength(1)
  })

  test('behavior: a provider that reports no usage is counted at the highest cost', async () => {
    const { store, opinion, model } = await start({ settings: { provider: 'openai-compatible' } })
    model.usage = undefined
    expect((await opinion.ask(payment())).advisory?.level).toBe('safe')
    await opinion.close()
    const [row] = await calls(store)
    expect(row).toMatchObject({ outcome: 'answered', tokens_in: 0 })
    expect(row?.cost_micro_usd).toBeGreaterThan(7_500)
  })
})

test('behavior: a reasoning model gets no temperature and its own limit', async () => {
  const store = await open()
  const { opinion, model } = await openOpinion(store, {
    settings: { provider: 'openai-compatible', model: 'gpt-5-mini' },
  })
  expect((await opinion.ask(payment())).advisory?.level).toBe('safe')
  const [{ body } = { body: {} }] = model.requests
  expect(body).toMatchObject({ max_completion_tokens: 1500, reasoning_effort: 'low' })
  expect(Object.keys(body)).not.toContain('temperature')
  expect(Object.keys(body)).not.toContain('max_tokens')
})

test('behavior: Anthropic models without a temperature get none, and nothing is printed', async () => {
  const store = await open()
  const printed: unknown[] = []
  const listen = (warning: unknown) => void printed.push(warning)
  process.on('warning', listen)
  onTestFinished(() => void process.off('warning', listen))
  for (const name of ['claude-haiku-5-5', 'claude-sonnet-5-5', 'claude-opus-5-5', 'claude-fable-5-1']) {
    const { opinion, model } = await openOpinion(store, { settings: { model: name } })
    expect((await opinion.ask(payment())).advisory?.level).toBe('safe')
    const [{ body } = { body: {} }] = model.requests
    expect(Object.keys(body)).not.toContain('temperature')
    expect(Object.keys(body)).not.toContain('tools')
  }
  await new Promise((resolve) => setImmediate(resolve))
  expect(printed).toEqual([])
})

test('behavior: a provider that cannot be reached', async () => {
  const store = await open()
  const { opinion, model } = await openOpinion(store)
  await model.close()
  expect(await opinion.ask(payment())).toEqual({ deep: 'ran', advisory: null })
  await opinion.close()
  expect((await calls(store))[0]).toMatchObject({ outcome: 'unreachable', cost_micro_usd: 0 })
})

test('behavior: the environment cannot redirect the key', async () => {
  const stranger = await listenTo()
  process.env.ANTHROPIC_BASE_URL = stranger.url
  onTestFinished(() => void delete process.env.ANTHROPIC_BASE_URL)
  const store = await open()
  const { opinion, model } = await openOpinion(store)
  expect((await opinion.ask(payment())).advisory).not.toBeNull()
  expect(model.requests).toHaveLength(1)
  expect(stranger.heard).toEqual([])
})

test('error: settings without a host for the key', async () => {
  const store = await open()
  for (const settings of [
    { provider: 'openai-compatible', baseUrl: undefined },
    { baseUrl: 'ftp://models.example' },
    { baseUrl: 'https://user:secret@models.example' },
    { baseUrl: 'https://models.example/v1?token=secret' },
    { baseUrl: 'models.example' },
  ] as const)
    await expect(openOpinion(store, { settings })).rejects.toThrow(/^The base URL of a model is an http or https URL/)
  await expect(openOpinion(store, { settings: { apiKey: '' } })).rejects.toThrow('A model needs a key.')
})

test('error: a report or a dossier about another payment', async () => {
  const store = await open()
  const { opinion, model } = await openOpinion(store)
  const other = payment({ number: 9 })
  for (const changes of [
    { report: other.report },
    { dossier: other.dossier },
    { report: { ...payment().report, chainId: 1 } },
    { dossier: { ...payment().dossier, chainId: 1 } as never },
    { chainId: 1.5 },
  ])
    await expect(opinion.ask({ ...payment(), ...changes })).rejects.toThrow(TypeError)
  expect(model.requests).toEqual([])
})

describe('sharing', () => {
  test('behavior: an answer is cached for ten minutes, a missing answer for one', async () => {
    const store = await open()
    const { opinion, model, clock } = await openOpinion(store)
    const first = await opinion.ask(payment())
    clock.now += 599_000
    expect(await opinion.ask(payment({ network: '192.0.2.1' }))).toEqual(first)
    expect(model.requests).toHaveLength(1)
    expect(await readUsed(store)).toMatchObject({ model: 1 })
    clock.now += 1_000
    model.reply = { kind: 'status', status: 500, message: '' }
    expect((await opinion.ask(payment())).advisory).toBeNull()
    clock.now += 59_000
    expect(await opinion.ask(payment())).toEqual({ deep: 'ran', advisory: null })
    expect(model.requests).toHaveLength(2)
    clock.now += 1_000
    model.reply = { kind: 'object', value: { level: 'safe', findings: [] } }
    expect(await opinion.ask(payment())).toEqual(first)
    expect(model.requests).toHaveLength(3)
    expect(await readUsed(store)).toMatchObject({ model: 3 })
    expect(await readUsed(store)).not.toHaveProperty('model-network:192.0.2.1')
  })

  test('behavior: another chain, payer, payee, fact or model is another question', async () => {
    const store = await open()
    const { opinion, model } = await openOpinion(store)
    const other = '0x2222222222222222222222222222222222222222'
    await opinion.ask(payment())
    await opinion.ask(payment({ chainId: 84532, dossier: { chainId: 84532 } }))
    await opinion.ask(payment({ sender: other, report: { sender: other } }))
    await opinion.ask(payment({ number: 1 }))
    await opinion.ask(payment({ dossier: { usdcBalance: 12_500_001n } }))
    await opinion.ask(payment({ report: { complete: false } }))
    expect(model.requests).toHaveLength(6)
    const again = await openOpinion(store, { model, settings: { model: 'claude-sonnet-4-5' } })
    await again.opinion.ask(payment())
    expect(model.requests).toHaveLength(7)
  })

  test('behavior: 50 equal requests at once share one call', async () => {
    const store = await open()
    const { opinion, model } = await openOpinion(store)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => opinion.ask(payment({ network: `192.0.2.${index}` }))),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.advisory?.level).toBe('safe')
    expect(model.requests).toHaveLength(1)
    expect(await readUsed(store)).toMatchObject({ model: 1 })
  })

  test('behavior: a fifth concurrent call is not made', async () => {
    const store = await open()
    const { opinion, model } = await openOpinion(store)
    const gate = deferred<ModelReply>()
    model.reply = () => gate.promise
    const four = [1, 2, 3, 4].map((number) => opinion.ask(payment({ number })))
    expect(await opinion.ask(payment({ number: 5 }))).toEqual({ deep: 'ran', advisory: null })
    gate.resolve({ kind: 'object', value: { level: 'safe', findings: [] } })
    for (const answer of await Promise.all(four)) expect(answer.advisory?.level).toBe('safe')
    // The busy result is not cached.
    expect((await opinion.ask(payment({ number: 5 }))).advisory?.level).toBe('safe')
    expect(await readUsed(store)).toMatchObject({ model: 5 })
  })

  test('behavior: a call continues when its callers disconnect, so that disconnecting uses no more budget than waiting', async () => {
    const store = await open()
    const { opinion, model } = await openOpinion(store)
    const reached = [deferred<void>(), deferred<void>()]
    const gate = deferred<ModelReply>()
    model.reply = () => {
      reached[model.requests.length - 1]?.resolve()
      return gate.promise
    }
    const one = new AbortController()
    const two = new AbortController()
    const given = opinion.ask(payment({ signal: one.signal }))
    const kept = opinion.ask(payment({ signal: two.signal }))
    const alone = opinion.ask(payment({ number: 1, signal: one.signal }))
    await Promise.all(reached.map(({ promise }) => promise))
    one.abort()
    expect(await given).toEqual({ deep: 'ran', advisory: null })
    expect(await alone).toEqual({ deep: 'ran', advisory: null })
    gate.resolve({ kind: 'object', value: { level: 'safe', findings: [] } })
    expect((await kept).advisory?.level).toBe('safe')
    const answered = () => calls(store).then((rows) => rows.filter(({ outcome }) => outcome === 'answered').length)
    await expect.poll(answered).toBe(2)
    // A second request gets the answer for free.
    expect((await opinion.ask(payment({ number: 1 }))).advisory?.level).toBe('safe')
    expect(model.requests).toHaveLength(2)
    expect(await readUsed(store)).toMatchObject({ model: 2 })
    expect(await opinion.ask(payment({ signal: AbortSignal.abort() }))).toEqual({ deep: 'ran', advisory: null })
  })

  test('behavior: the cache is bounded', async () => {
    const store = await open()
    const { opinion, model } = await openOpinion(store, { opinion: { maxCached: 2 } })
    for (const number of [1, 2, 3, 3, 2]) await opinion.ask(payment({ number }))
    expect(model.requests).toHaveLength(3)
    await opinion.ask(payment({ number: 1 }))
    expect(model.requests).toHaveLength(4)
  })

  test('behavior: shutdown ends running calls, and records them', async () => {
    const store = await open()
    const { opinion, model, stopping } = await openOpinion(store)
    const reached = deferred<void>()
    model.reply = () => {
      reached.resolve()
      return { kind: 'hang' }
    }
    const asked = opinion.ask(payment())
    await reached.promise
    stopping.abort()
    expect(await asked).toEqual({ deep: 'ran', advisory: null })
    await opinion.close()
    expect((await calls(store))[0]).toMatchObject({ outcome: 'cancelled' })
    expect(await opinion.ask(payment({ number: 1 }))).toEqual({ deep: 'ran', advisory: null })
    expect(model.requests).toHaveLength(1)
  })
})

/** A server that must receive nothing. */
async function listenTo(): Promise<{ url: string; heard: string[] }> {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`)
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
}
