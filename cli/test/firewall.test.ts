import { readFileSync, writeFileSync } from 'node:fs'
import { ordinaryAccount } from '@holdfast/devnet'
import { craftLookalike } from '@holdfast/sdk'
import type { Address } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { actOn } from './actors.js'
import { codePattern } from './codePattern.js'
import type { User } from './createUser.js'
import { type CliStage, startCliStage } from './startCliStage.js'

let stage: CliStage
let chain: ReturnType<typeof actOn>
/** Has paid `genuine`, and an attacker planted `impostor` in the history. */
let alice: User
let genuine: Address
let impostor: Address

beforeAll(async () => {
  stage = await startCliStage()
  chain = actOn(stage.devnet)
  alice = await stage.user()
  genuine = ordinaryAccount().address
  impostor = craftLookalike(genuine)
  await chain.pay(alice, genuine, 40_000_000n)
  await chain.bait(alice.address, impostor)
})
afterEach(() => stage.devnet.faults.clear())
afterAll(() => stage.stop())

const nothingSent = async (work: () => Promise<unknown>) => {
  const count = () => chain.reader.getTransactionCount(alice)
  const before = await count()
  await work()
  expect(await count()).toBe(before)
}

describe.concurrent('check', () => {
  test('safe: a contact', async () => {
    const { code, json } = await alice.script(`check ${genuine} --contact ${genuine}`)
    expect(code).toBe(0)
    expect(json).toMatchObject({
      command: 'check',
      ok: true,
      result: { level: 'safe', complete: true, sender: alice.address, target: genuine, chainId: 5042002 },
    })
  })

  test('warning: a new address, for a payer who is only named', async () => {
    const { code, json } = await alice.script(`check ${ordinaryAccount().address} --from ${genuine}`, {
      env: { HOLDFAST_PRIVATE_KEY: '' },
    })
    expect(code).toBe(8)
    expect(json.result).toMatchObject({ level: 'warning', sender: genuine, reasons: [{ code: 'NEW_ADDRESS' }] })
  })

  test('block: both addresses under each other, and where they differ', async () => {
    const { code, stdout, json } = await alice.script(`check ${impostor}`, { json: false })
    expect(json).toBeUndefined()
    expect(code).toBe(3)
    const lines = stdout.split('\n')
    const at = lines.findIndex((line) => line.trim().startsWith('to '))
    const column = lines[at]?.indexOf('0x') ?? -1
    expect(lines[at]?.slice(column)).toBe(impostor)
    expect(lines[at + 1]?.slice(column)).toBe(genuine)
    const marks = lines[at + 2]?.slice(column) ?? ''
    const differs = [...impostor].map((symbol, i) => symbol.toLowerCase() !== genuine[i]?.toLowerCase())
    expect([...marks.padEnd(42)].map((mark) => mark === '^')).toEqual(differs)
    expect(stdout).toContain('LOOKALIKE_ADDRESS')
    expect(stdout).toContain('ZERO_VALUE_BAIT')
    expect(stdout).toMatch(/evidence {2}0x[0-9a-f]{64}/)
  })

  test('an explorer that does not answer is not called safe', async () => {
    const { code, json } = await alice.script(`check ${genuine} --explorer http://127.0.0.1:9/api/v2`)
    expect(code).toBe(5)
    expect(json.result).toMatchObject({ complete: false })
    expect(json.result.level).not.toBe('safe')
  })

  test('a report that cannot be written is said', async () => {
    const { code, json } = await alice.script(`check ${genuine} --save not/there.json`)
    expect(code).toBe(2)
    expect(json.error.code).toBe('report_unwritable')
  })
})

describe('a block', () => {
  test('is not overridden by --yes, by a script or at a terminal', () =>
    nothingSent(async () => {
      const { code, json } = await alice.script(`send ${impostor} 5 --yes --code-file blocked`)
      expect(code).toBe(3)
      expect(json.error).toMatchObject({
        code: 'risk_blocked',
        report: { level: 'block', target: impostor },
      })
      expect(json.error.report.reasons[0]).toMatchObject({ code: 'LOOKALIKE_ADDRESS', lookalikeOf: genuine })
      const session = alice.type(`send ${impostor} 5 --yes`)
      expect(await session.end()).toBe(3)
      expect(session.screen()).not.toMatch(codePattern)
    }))

  test.each([['y'], [''], ['LOOKALIKE_ADDRESS'], ['LOOKALIKE_ADDRESS 00000000']])(
    'answering "%s" does not let it through',
    (answer) =>
      nothingSent(async () => {
        const session = alice.type(`send ${impostor} 5`)
        await session.see('type the finding')
        session.answer(answer)
        expect(await session.end()).toBe(3)
        expect(session.screen()).not.toMatch(codePattern)
      }),
  )

  test('typing what the report says lets it through, and the plan says so', async () => {
    const session = alice.type(`send ${impostor} 5`)
    await session.see('BLOCK')
    await session.see('type the finding')
    session.answer(`lookalike_address ${impostor.slice(17, 25)}`)
    await session.see('block, acknowledged')
    await session.see('Go on?')
    session.answer('y')
    expect(await session.end()).toBe(0)
    expect(session.screen()).toMatch(codePattern)
  })

  test('the acknowledgement of that report lets it through, and of no other', async () => {
    const saved = await alice.script(`check ${impostor} --amount 5 --save report.json`)
    expect(saved).toMatchObject({ code: 3, json: { result: { savedTo: 'report.json', amount: '5000000' } } })
    const report = JSON.parse(readFileSync(`${alice.home}/report.json`, 'utf8'))
    const put = (name: string, change: object) =>
      writeFileSync(`${alice.home}/${name}`, JSON.stringify({ ...report, ...change }))
    put('old.json', { checkedAt: new Date(Date.now() - 901_000).toISOString() })
    put('future.json', { checkedAt: new Date(Date.now() + 60_000).toISOString() })
    put('other.json', { target: genuine })
    put('chain.json', { chainId: 84532 })
    put('fewer.json', { reasons: report.reasons.slice(1) })
    put('milder.json', { level: 'warning' })
    put('less.json', { amount: '4999999' })
    put('unnamed.json', { amount: undefined })
    put('elsewhere.json', { destinationChainId: 84532 })
    writeFileSync(`${alice.home}/nonsense.json`, '{"level":"block"}')
    await nothingSent(async () => {
      const tryWith = (name: string) =>
        alice.script(`send ${impostor} 5 --yes --code-file c --acknowledge ${name}.json`)
      const names = ['old', 'future', 'other', 'chain', 'fewer', 'milder', 'less', 'unnamed', 'elsewhere']
      for (const [index, ended] of (await Promise.all(names.map(tryWith))).entries())
        expect(ended, names[index]).toMatchObject({ code: 3, json: { error: { code: 'acknowledgement_void' } } })
      expect(await tryWith('nonsense')).toMatchObject({ code: 2, json: { error: { code: 'report_invalid' } } })
      expect(await tryWith('absent')).toMatchObject({ code: 2, json: { error: { code: 'report_unreadable' } } })
    })
    const sent = await alice.script(`send ${impostor} 5 --yes --code-file c --acknowledge report.json`)
    expect(sent, sent.stderr).toMatchObject({ code: 0, json: { result: { firewall: 'block' } } })
  })

  test('an explorer that does not answer stops a payment', () =>
    nothingSent(async () => {
      const ended = await alice.script(
        `send ${ordinaryAccount().address} 5 --yes --code-file n --explorer http://127.0.0.1:9/`,
      )
      expect(ended).toMatchObject({ code: 5, json: { error: { report: { complete: false } } } })
    }))

  test('--strict stops a warning like a block', () =>
    nothingSent(async () => {
      const ended = await alice.script(`send ${ordinaryAccount().address} 5 --yes --code-file n --strict`)
      expect(ended).toMatchObject({ code: 3, json: { error: { report: { level: 'warning' } } } })
    }))
})

describe('history', () => {
  test('hides what was planted, and says why where it is asked', async () => {
    const { code, json } = await alice.script('history')
    expect(code).toBe(0)
    expect(json.result).toMatchObject({ address: alice.address, chainId: 5042002, complete: true })
    const payees = json.result.entries.map(({ counterparty }: { counterparty: string }) => counterparty)
    expect(payees).toContain(genuine)
    expect(payees).not.toContain(impostor)
    expect(json.result.filtered).toMatchObject([{ counterparty: impostor, reason: 'ZERO_VALUE', amount: '0' }])

    const plain = await alice.script(`history ${alice.address}`, { json: false })
    expect(plain.stdout).toContain(genuine)
    const named = plain.stdout.split('\n').filter((line) => line.includes(impostor))
    expect(named.every((line) => line.endsWith('IMPOSTOR'))).toBe(true)
    expect(plain.stdout).toContain('1 more are hidden')
    const spam = await alice.script(`history ${alice.address} --spam`, { json: false })
    expect(spam.stdout).toMatch(new RegExp(`${impostor}  ZERO_VALUE`))
  })

  test('reads no logs where no row names the transfer contract', async () => {
    const user = await stage.user()
    stage.devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', match: 'eth_getLogs', times: null }] } })
    const { code, json } = await user.script('history')
    stage.devnet.faults.clear()
    expect(code).toBe(0)
    expect(json.result).toMatchObject({ complete: true, sent: [] })
  })

  test('an explorer that does not answer is not an empty history', async () => {
    const ended = await alice.script('history --explorer http://127.0.0.1:9/api/v2')
    expect(ended).toMatchObject({ code: 5, json: { error: { code: 'data_unavailable' } } })
  })
})
