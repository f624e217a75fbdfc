import { readFileSync } from 'node:fs'
import { ordinaryAccount } from '@holdfast/devnet'
import { decodePlan } from '@holdfast/sdk/plan'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actOn } from './actors.js'
import type { User } from './createUser.js'
import { type CliStage, startCliStage } from './startCliStage.js'

let stage: CliStage
let chain: ReturnType<typeof actOn>
let alice: User
let bob: User
const friend = ordinaryAccount().address
const cosigner = ordinaryAccount().address
const origin = 'https://pay.example'
/** Made before: what the commands act on. */
const made = { transferId: '', code: '', linkId: '', link: '', releaseId: '', request: '', box: '' }

beforeAll(async () => {
  stage = await startCliStage()
  chain = actOn(stage.devnet)
  ;[alice, bob] = [await stage.user(), await stage.user()]
  const done = async (user: User, line: string) => {
    const ended = await user.script(`${line} --yes`)
    expect(ended.code, `${line}: ${ended.stderr}`).toBe(0)
    return ended.json.result
  }
  made.transferId = (await done(alice, `send ${bob.address} 5 --code-file code`)).transferId
  made.code = readFileSync(`${alice.home}/code`, 'utf8').trim()
  made.linkId = (await done(alice, `link create 5 --origin ${origin} --link-file link`)).transferId
  made.link = readFileSync(`${alice.home}/link`, 'utf8').trim()
  made.releaseId = (await done(alice, `link create 5 --release --origin ${origin} --link-file other`)).transferId
  made.request = (await bob.script('request create 5')).json.result.uri
  made.box = (await done(alice, `box create ${friend} --cap 5 --expires 1d --cosigner ${cosigner}`)).box
  await done(alice, `box fund ${made.box} 1 --cosigner ${cosigner}`)
  await done(alice, 'vault deposit 5')
})
afterAll(() => stage?.stop())

/** A line, the operation that it plans, who types it, and what is asked for. */
const lines: readonly (readonly [line: () => string, operation: string, who?: 'bob', input?: () => string])[] = [
  [() => 'approve 500', 'approveUsdc'],
  [() => 'terms register --window 60', 'registerConfig'],
  [() => `send ${friend} 25 --code-file c`, 'sendProtected'],
  [() => `request pay ${made.request} --code-file c`, 'sendProtected'],
  [() => `link create 25 --origin ${origin} --link-file c`, 'createPaymentLink'],
  [() => `link create 25 --to ${friend} --origin ${origin} --code-file c`, 'sendProtected'],
  [() => 'link claim', 'claimPaymentLink', 'bob', () => made.link],
  [() => `link cancel ${made.linkId}`, 'cancelBatch'],
  [() => `link release ${made.releaseId} --to ${friend}`, 'release'],
  [() => `claim ${made.transferId}`, 'claimWithKey', 'bob', () => made.code],
  [() => `cancel ${made.transferId}`, 'cancel'],
  [() => `rekey ${made.transferId} --code-file c`, 'rekey'],
  [() => `box create ${friend} --cap 5 --expires 1d --cosigner ${cosigner}`, 'createEphemeral'],
  [() => `box fund ${made.box} 1 --cosigner ${cosigner}`, 'fundEphemeral'],
  [() => `box sweep ${made.box}`, 'sweepToVault'],
  [() => 'vault deposit 1', 'depositToVault'],
  [() => `vault fund ${made.box} 1 --cosigner ${cosigner}`, 'fundFromVault'],
  [() => 'vault withdraw 1', 'withdrawFromVault'],
  [() => 'hub deposit 1', 'depositToHub'],
  [() => `hub delegate add ${friend}`, 'addHubDelegate'],
]

test.each(lines.map(([line, operation, who, input], index) => [index, operation, line, who, input] as const))(
  '%i: a dry run shows the plan of %s, and signs and sends nothing',
  async (_, operation, line, who, input) => {
    const user = who === 'bob' ? bob : alice
    const before = await chain.reader.getTransactionCount(user)
    const given = input === undefined ? {} : { input: input() }
    const dry = await user.script(`${line()} --dry-run`, given)
    expect(dry, `${line()}: ${dry.stderr}`).toMatchObject({ code: 0, json: { ok: true, result: { dryRun: true } } })
    const { plan, facts } = dry.json.result
    expect(decodePlan(JSON.stringify(plan))).toMatchObject({ operation, account: user.address })
    expect(facts.map(([label]: [string]) => label)).toEqual(expect.arrayContaining(['network', 'chain']))
    expect(await chain.reader.getTransactionCount(user)).toBe(before)
    for (const secret of [made.code, made.link.split('/').at(-1) ?? '']) expect(dry.stdout).not.toContain(secret)
  },
)

test('a person reads the same facts before the question', async () => {
  const session = alice.type(`vault withdraw 1`)
  for (const words of ['Take 1 USDC out of the vault', 'network', 'at most', 'Go on?']) await session.see(words)
  session.answer('n')
  expect(await session.end()).not.toBe(0)
})

test('what has no plan says why', async () => {
  const dry = await alice.script(`watch --recall --dry-run`)
  expect(dry.json.result, dry.stderr).toMatchObject({ plan: null, unplanned: expect.stringContaining('return money') })
})
