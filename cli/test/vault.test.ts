import { readdirSync } from 'node:fs'
import { ordinaryAccount } from '@holdfast/devnet'
import { craftLookalike } from '@holdfast/sdk'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { actOn } from './actors.js'
import type { Ended, User } from './createUser.js'
import { type CliStage, startCliStage } from './startCliStage.js'

let stage: CliStage
let chain: ReturnType<typeof actOn>

beforeAll(async () => {
  stage = await startCliStage()
  chain = actOn(stage.devnet)
})
afterEach(() => stage.devnet.faults.clear())
afterAll(() => stage?.stop())

/** What a command answered that did what it was asked. */
async function done(ended: Promise<Ended>) {
  const { json, code, stdout, stderr } = await ended
  expect(code, stdout + stderr).toBe(0)
  return json.result
}

const hash = expect.stringMatching(/^0x[0-9a-f]{64}$/)

test('deposited, put into a box, withdrawn, and shown to any reader', async () => {
  const alice = await stage.user()
  const friend = ordinaryAccount().address
  const deposited = await done(alice.script('vault deposit 9 --yes'))
  expect(deposited).toMatchObject({ amount: '9000000', owner: alice.address, txHash: hash, approvalTxHash: hash })
  const made = await done(alice.script(`box create ${friend} --cap 5 --expires 1d --cosigner ${friend} --yes`))
  const one = await done(alice.script(`vault fund ${made.box} 2 --target ${friend} --cosigner ${friend} --yes`))
  expect(one).toMatchObject({ box: made.box, amount: '2000000', from: 'vault', target: friend, txHash: hash })
  const two = await done(alice.script(`box fund ${made.box} 3 --from vault --yes`))
  expect(two).toMatchObject({ box: made.box, amount: '3000000', from: 'vault' })
  expect(await chain.balanceOf(made.box)).toBe(5_000_000n)
  const withdrawn = await done(alice.script(`vault withdraw 1 --to ${friend} --yes`))
  expect(withdrawn).toMatchObject({ amount: '1000000', to: friend, firewall: 'warning' })
  expect(await chain.balanceOf(friend)).toBe(1_000_000n)
  expect(await done(alice.script('vault withdraw 1 --yes'))).toMatchObject({ to: alice.address, firewall: null })
  const shown = await alice.script(`vault balance ${alice.address}`, { env: { HOLDFAST_PRIVATE_KEY: '' } })
  expect(shown.json.result).toMatchObject({ balance: '2000000', owner: alice.address, chainId: 5042002 })
})

test('at a terminal: the plan, the question, and what is left', async () => {
  const alice = await stage.user()
  const depositing = alice.type('vault deposit 9')
  await depositing.see('Put 9 USDC into the vault')
  await depositing.see('exactly 9 USDC')
  await depositing.see('Go on?')
  depositing.answer('y')
  await depositing.see('9 USDC are in the vault.')
  expect(await depositing.end()).toBe(0)
  const declined = alice.type('vault withdraw 9')
  await declined.see(`where 9 USDC are recorded for ${alice.address}`)
  await declined.see('Go on?')
  declined.answer('')
  expect(await declined.end()).toBe(6)
  expect((await alice.script('vault balance', { json: false })).stdout).toBe('9 USDC\n')
})

test('refused: more than there is, a lookalike, a box of another owner', async () => {
  const [alice, bob] = await Promise.all([stage.user(), stage.user()])
  const friend = ordinaryAccount().address
  await chain.pay(alice, friend, 5_000_000n)
  await done(alice.script('vault deposit 2 --yes'))
  const { box } = await done(bob.script(`box create ${friend} --cap 5 --expires 1d --cosigner ${friend} --yes`))
  const cases: [string, number, string][] = [
    ['deposit 5000', 4, 'insufficient_balance'],
    ['withdraw 3', 4, 'insufficient_balance'],
    [`withdraw 1 --to ${craftLookalike(friend)}`, 3, 'risk_blocked'],
    [`fund ${box} 1`, 4, 'not_your_box'],
    ['withdraw 0', 2, 'invalid_amount'],
  ]
  for (const [words, code, expected] of cases) {
    const ended = await alice.script(`vault ${words} --yes`)
    expect([ended.code, ended.json.error.code], words).toEqual([code, expected])
  }
  const own = await done(alice.script(`box create ${friend} --cap 5 --expires 1d --cosigner ${friend} --yes`))
  const short = await alice.script(`vault fund ${own.box} 3 --yes`)
  expect([short.code, short.json.error.code]).toEqual([4, 'insufficient_balance'])
  expect(short.json.error.facts.join()).toContain('holdfast vault deposit')
})

test('an approval, a deposit, a funding and a withdrawal are resumed', async () => {
  const alice = await stage.user()
  const friend = ordinaryAccount().address
  const { box } = await done(alice.script(`box create ${friend} --cap 5 --expires 1d --cosigner ${friend} --yes`))
  const resumed = async (one: User, words: string) => {
    stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 100_000 } })
    const begun = await one.script(`${words} --yes --timeout 1`)
    expect(begun, begun.stderr).toMatchObject({ code: 7, json: { error: { code: 'transaction_unconfirmed' } } })
    stage.devnet.faults.clear()
    return done(one.script(`resume ${begun.json.error.resume}`))
  }
  expect(await resumed(alice, 'vault deposit 9')).toMatchObject({ command: 'approve' })
  expect(await resumed(alice, 'vault deposit 9')).toMatchObject({ command: 'vault deposit', outcome: { txHash: hash } })
  expect(await resumed(alice, `vault fund ${box} 3`)).toMatchObject({
    command: 'vault fund',
    outcome: { box, balance: '3000000' },
  })
  expect(await resumed(alice, 'vault withdraw 6')).toMatchObject({ command: 'vault withdraw' })
  expect((await done(alice.script('vault balance'))).balance).toBe('0')
  expect(readdirSync(`${alice.home}/state/holdfast/pending`)).toEqual([])
})
