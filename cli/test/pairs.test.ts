import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { ordinaryAccount } from '@holdfast/devnet'
import { craftLookalike } from '@holdfast/sdk'
import type { Address } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readRemote, userOfBoth } from './acrossChains.js'
import { actOn } from './actors.js'
import type { User } from './createUser.js'
import { type CliStage, startCliStage } from './startCliStage.js'

let stage: CliStage
let chain: ReturnType<typeof actOn>

beforeAll(async () => {
  stage = await startCliStage()
  chain = actOn(stage.devnet)
})
afterEach(() => stage.devnet.faults.clear())
afterAll(() => stage?.stop())

const fileOf = ({ home }: User, name: 'pairs' | 'contacts') => `${home}/config/holdfast/${name}.json`
const middleOf = (address: Address) => address.slice(17, 25)
/** Codes that warn of a payment. A payee first paid today is fresh. */
const findingsOf = async (user: User, target: Address) =>
  (await user.script(`check ${target}`)).json.result.reasons
    .filter(({ severity }: { severity: string }) => severity !== 'safe')
    .map(({ code }: { code: string }) => code)
const levelOf = async (user: User, target: Address) => (await user.script(`check ${target}`)).json.result.level

/** A payer of an address and of another one that looks like it, as much to each. */
async function payerOfBoth() {
  const user = await stage.user()
  const first = ordinaryAccount().address
  const second = craftLookalike(first)
  await chain.pay(user, first, 40_000_000n)
  await chain.pay(user, second, 40_000_000n)
  return { user, first, second }
}

async function decide(user: User, command: string, keep: Address) {
  const session = user.type(command)
  await session.see('type the 8 digits')
  session.answer(middleOf(keep))
  expect(await session.end(), session.screen()).toBe(0)
  return session.screen()
}

describe('a pair', () => {
  test('is undecided until a person types the middle of one, and again after the decision is revoked', async () => {
    const { user, first, second } = await payerOfBoth()
    const { code, json } = await user.script(`check ${second}`)
    expect(code).toBe(3)
    expect(json.result).toMatchObject({
      level: 'block',
      reasons: [{ code: 'LOOKALIKE_ADDRESS', undecided: true, lookalikeOf: first }, { code: 'FRESH_ADDRESS' }],
    })
    expect(await levelOf(user, first)).toBe('warning')
    const { stdout } = await user.script(`check ${first}`, { json: false })
    expect(stdout).toContain('holdfast pairs decide <genuine> <imitation>')

    const screen = await decide(user, `pairs decide ${second} ${first}`, second)
    expect(screen).toMatch(/to {6}paid 40 USDC in 1 payment, first on \d{4}-/)
    expect(screen).toMatch(/known {3}paid 40 USDC in 1 payment, first on \d{4}-/)
    expect(screen).not.toContain(`type the 8 digits: ${middleOf(second)}`)
    expect(await findingsOf(user, second)).toEqual(['FRESH_ADDRESS'])
    expect(await findingsOf(user, first)).toEqual(['LOOKALIKE_ADDRESS', 'FRESH_ADDRESS'])
    const blocked = await user.script(`send ${first} 5 --yes --code-file never`)
    expect(blocked).toMatchObject({ code: 3, json: { error: { code: 'risk_blocked' } } })
    const sent = await user.script(`send ${second} 5 --yes --code-file code`)
    expect(sent, sent.stderr).toMatchObject({ code: 0, json: { result: { firewall: 'warning' } } })

    const { json: listed } = await user.script('pairs list')
    expect(listed.result.decisions).toEqual([
      { sender: user.address, keep: second, over: first, at: expect.any(Number) },
    ])
    expect(statSync(fileOf(user, 'pairs')).mode & 0o777).toBe(0o600)
    expect((await user.script('pairs list', { json: false })).stdout).toContain(`${second}  not ${first}`)
    // For this payer alone.
    const other = ordinaryAccount().address
    expect((await user.script(`pairs remove ${first} ${second} --from ${other}`)).json.result.isRemoved).toBe(false)
    expect((await user.script(`pairs remove ${first} ${second}`)).json.result.isRemoved).toBe(true)
    expect(await levelOf(user, second)).toBe('block')
  })

  test('can be decided the other way, which replaces the first decision', async () => {
    const { user, first, second } = await payerOfBoth()
    await decide(user, `pairs decide ${second} ${first}`, second)
    await decide(user, `pairs decide ${first} ${second}`, first)
    expect((await user.script('pairs list')).json.result.decisions).toMatchObject([{ keep: first, over: second }])
    expect(await levelOf(user, second)).toBe('block')
  })

  test('is not decided by a script, by --yes, or by other digits', async () => {
    const { user, first, second } = await payerOfBoth()
    const command = `pairs decide ${first} ${second}`
    expect(await user.script(command)).toMatchObject({ code: 3, json: { error: { code: 'pair_undecided' } } })
    const session = user.type(command)
    await session.see('type the 8 digits')
    session.answer(middleOf(second))
    expect(await session.end()).toBe(3)
    expect(existsSync(fileOf(user, 'pairs'))).toBe(false)
  })

  test('must be two addresses that look alike and are both known', async () => {
    const user = await stage.user()
    const [one, other] = [ordinaryAccount().address, ordinaryAccount().address]
    await chain.pay(user, one, 40_000_000n)
    const unalike = await user.script(`pairs decide ${one} ${other}`)
    expect(unalike).toMatchObject({ code: 4, json: { error: { code: 'no_pair' } } })
    const unknown = await user.script(`pairs decide ${craftLookalike(one)} ${one}`)
    expect(unknown).toMatchObject({ code: 4, json: { error: { code: 'no_pair' } } })
  })

  test('a file that is not a list of decisions stops every check', async () => {
    const user = await stage.user()
    mkdirSync(`${user.home}/config/holdfast`, { recursive: true })
    for (const text of ['{', '{}', '[{"keep":"0x12"}]']) {
      writeFileSync(fileOf(user, 'pairs'), text)
      const { code, json } = await user.script(`check ${ordinaryAccount().address}`)
      expect(json.error.code).toBe('list_invalid')
      expect(code).toBe(2)
    }
  })
})

describe('a contact', () => {
  test('is checked, then saved: good to pay, and protected against imitation', async () => {
    const user = await stage.user()
    const friend = ordinaryAccount().address
    expect(await levelOf(user, craftLookalike(friend))).toBe('warning')
    const added = await user.script(`contacts add ${friend}`)
    expect(added).toMatchObject({ code: 0, json: { result: { address: friend, level: 'warning', decided: [] } } })
    expect(await levelOf(user, friend)).toBe('safe')
    expect(await levelOf(user, craftLookalike(friend))).toBe('block')
    expect((await user.script('contacts list')).json.result.contacts).toEqual([friend])
    await user.script(`contacts add ${friend}`)
    expect(JSON.parse(readFileSync(fileOf(user, 'contacts'), 'utf8'))).toEqual([
      { address: friend, status: 'confirmed' },
    ])
    expect((await user.script(`contacts remove ${friend}`)).json.result.isRemoved).toBe(true)
    expect((await user.script(`contacts remove ${friend}`)).json.result.isRemoved).toBe(false)
    expect(await levelOf(user, friend)).toBe('warning')
  })

  test('that looks like a payee is refused until a person decides, whatever was planted before', async () => {
    const user = await stage.user()
    const payee = ordinaryAccount().address
    const alike = craftLookalike(payee)
    await chain.pay(user, payee, 40_000_000n)
    await chain.bait(user.address, alike)
    const refused = await user.script(`contacts add ${alike}`)
    expect(refused).toMatchObject({ code: 3, json: { error: { code: 'pair_undecided' } } })
    expect(existsSync(fileOf(user, 'contacts'))).toBe(false)
    expect(await levelOf(user, alike)).toBe('block')

    await decide(user, `contacts add ${alike}`, alike)
    expect((await user.script('contacts list')).json.result.contacts).toEqual([alike])
    expect((await user.script('pairs list')).json.result.decisions).toMatchObject([{ keep: alike, over: payee }])
    expect(await levelOf(user, payee)).toBe('block')
  })

  test('saved before an imitation of it is paid is an undecided pair with it', async () => {
    const user = await stage.user()
    const friend = ordinaryAccount().address
    await user.script(`contacts add ${friend}`)
    const alike = craftLookalike(friend)
    await chain.pay(user, alike, 40_000_000n)
    // Saving proves no order: the address that was paid counts as the earlier one.
    expect((await user.script(`check ${alike}`)).json.result).toMatchObject({
      level: 'warning',
      reasons: [{ undecided: true, lookalikeOf: friend }, {}],
    })
    expect((await user.script(`check ${friend}`)).json.result).toMatchObject({
      level: 'block',
      reasons: [{ undecided: true, lookalikeOf: alike }, {}],
    })
  })

  test('is not saved where a source did not answer', async () => {
    const user = await stage.user()
    const { code, json } = await user.script(`contacts add ${ordinaryAccount().address} --explorer http://127.0.0.1:9/`)
    expect(json.error.code).toBe('data_unavailable')
    expect(code).toBe(5)
    expect(existsSync(fileOf(user, 'contacts'))).toBe(false)
  })
})

test.each(['check TARGET', 'investigate TARGET', 'send TARGET 5 --yes --code-file never'])(
  'on one chain, an imitation of a payee known on another is blocked: %s',
  async (command) => {
    const user = await userOfBoth(stage)
    const payee = ordinaryAccount().address
    await readRemote(stage.devnet).pay(user, payee, 40_000_000n)
    const { code, json } = await user.script(command.replace('TARGET', craftLookalike(payee)))
    expect(code).toBe(3)
    const { reasons } = json.error?.report ?? json.result.rule ?? json.result
    expect(reasons).toMatchObject([
      { code: 'LOOKALIKE_ADDRESS', severity: 'block', lookalikeOf: payee },
      { code: 'NEW_ADDRESS' },
    ])
  },
)
