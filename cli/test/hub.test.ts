import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { ordinaryAccount } from '@holdfast/devnet'
import { hubBalance } from '@holdfast/sdk/hub'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readRemote, userOfBoth } from './acrossChains.js'
import { actOn } from './actors.js'
import type { User } from './createUser.js'
import { type CliStage, startCliStage } from './startCliStage.js'
import { startForgetfulNode } from './startForgetfulNode.js'

let stage: CliStage
let primary: ReturnType<typeof actOn>
let remote: ReturnType<typeof readRemote>
let forgetful: Awaited<ReturnType<typeof startForgetfulNode>>
/** Has 200 USDC in the Hub on the primary chain. */
let alice: User

beforeAll(async () => {
  stage = await startCliStage()
  forgetful = await startForgetfulNode(stage.devnet.primary.rpcUrl)
  primary = actOn(stage.devnet)
  remote = readRemote(stage.devnet)
  alice = await depositor(200)
})
afterEach(() => stage.devnet.faults.clear())
afterAll(async () => {
  await forgetful?.stop()
  await stage?.stop()
})

/** Without an explorer a whole history is read from the node, which takes as long as a command waits for it. */
const withoutExplorer = () => ({ env: { HOLDFAST_RPC_URL: forgetful.url } })
const withoutWallet = { env: { HOLDFAST_PRIVATE_KEY: '' } }
const directoryOf = ({ home }: User) => `${home}/state/holdfast/pending`
const pendingOf = (user: User) => (existsSync(directoryOf(user)) ? readdirSync(directoryOf(user)) : [])

/** What is in the Hub, in base units. */
const heldBy = async ({ address }: User) =>
  (await hubBalance({ depositor: address, apiUrl: stage.devnet.issuer.hubUrl })).total

/** A user with this much USDC in the Hub on the primary chain. */
async function depositor(amount: number): Promise<User> {
  const user = await userOfBoth(stage)
  const deposited = await user.script(`hub deposit ${amount} --yes`)
  expect(deposited, deposited.stderr).toMatchObject({ code: 0 })
  while ((await heldBy(user)) === 0n) await wait(100)
  return user
}

test('deposit, balance, send, track: the money goes in, and out on another chain', async () => {
  const bob = await userOfBoth(stage)
  stage.devnet.faults.set({ hub: { holdDeposits: true } })
  const deposited = await bob.script('hub deposit 20 --yes')
  expect(deposited, deposited.stderr).toMatchObject({
    code: 0,
    json: { result: { chain: 'Arc_Testnet', amount: '20000000', approveTxHash: expect.stringMatching(/^0x/) } },
  })
  const { depositTxHash } = deposited.json.result
  const waiting = { total: '0', deposits: [{ chain: 'Arc_Testnet', txHash: depositTxHash, amount: '20000000' }] }
  const shown = () => bob.script(`hub balance ${bob.address}`, withoutWallet)
  await expect.poll(async () => (await shown()).json.result).toMatchObject(waiting)
  stage.devnet.faults.clear()
  await expect.poll(() => heldBy(bob)).toBe(20_000_000n)
  expect((await shown()).json.result).toMatchObject({ byChain: { Arc_Testnet: '20000000' }, deposits: [] })

  const sent = await bob.script('hub send 5 --to Base_Sepolia --yes')
  expect(sent, sent.stderr).toMatchObject({ code: 0, json: { command: 'hub send', result: { firewall: null } } })
  const { transferId, mintTxHash } = sent.json.result
  expect(await remote.balanceOf(bob.address)).toBe(1_005_000_000n)
  expect(pendingOf(bob)).toEqual([])
  const tracked = await bob.script(`hub track ${transferId}`, withoutWallet)
  expect(tracked, tracked.stderr).toMatchObject({ code: 0, json: { result: { state: 'done', mintTxHash } } })
})

test('at a terminal: back to the wallet, with the fee of the moment and its ceiling', async () => {
  const before = await primary.balanceOf(alice.address)
  const session = alice.type('hub send 5 --to Arc_Testnet')
  await session.see('Withdraw 5 USDC from the Hub')
  for (const fact of ['from', 'to', 'amount', 'fee', 'never more than', 'network', 'firewall']) await session.see(fact)
  await session.see('Go on?')
  session.answer('y')
  await session.see('The Hub has accepted it: ')
  await session.see('5 USDC arrived')
  expect(await session.end()).toBe(0)
  expect(await primary.balanceOf(alice.address)).toBe(before + 5_000_000n)
})

describe('refusals, before anything is signed', () => {
  test.concurrent.each([
    ['send 5 --to Linea_Sepolia --yes', 2, 'not_a_hub_chain'],
    ['send 5 --yes', 2, 'missing_chain'],
    ['send 5 --to Base_Sepolia', 6, 'nobody_to_ask'],
    ['send 199.999 --to Base_Sepolia --yes', 4, 'insufficient_balance'],
    ['send 5 --from Base_Sepolia --to Arc_Testnet --yes', 4, 'insufficient_balance'],
    ['send 5 --to Base_Sepolia --yes --hub http://127.0.0.1:9', 5, 'issuer_unavailable'],
    ['deposit 2000 --yes', 4, 'insufficient_balance'],
    ['deposit 5 --chain Linea_Sepolia --yes', 2, 'not_a_hub_chain'],
    ['withdraw 250 --yes', 4, 'insufficient_balance'],
    ['withdraw --complete --yes', 4, 'withdrawal_not_ready'],
    ['track ../../secrets', 2, 'invalid_input'],
  ])('hub %s ends with %i, %s', async (args, code, error) => {
    const before = await primary.reader.getTransactionCount(alice)
    const ended = await alice.script(`hub ${args}`)
    expect(ended, ended.stderr).toMatchObject({ code, json: { ok: false, error: { code: error } } })
    expect(await primary.reader.getTransactionCount(alice)).toBe(before)
    expect(pendingOf(alice)).toEqual([])
  })
})

test('another account is paid past the firewall, and an unknown one not without a history', async () => {
  const to = ordinaryAccount().address
  const [paid, unchecked] = await Promise.all([
    alice.script(`hub send 5 --to Arc_Testnet --recipient ${to} --yes`),
    alice.script(`hub send 5 --to Arc_Testnet --recipient ${to} --explorer none --yes`, withoutExplorer()),
  ])
  expect(paid, paid.stderr).toMatchObject({ code: 0, json: { result: { firewall: 'warning', recipient: to } } })
  expect(unchecked).toMatchObject({ code: 5, json: { error: { code: 'risk_blocked', report: { complete: false } } } })
  expect(await primary.balanceOf(to)).toBe(5_000_000n)
})

describe('an interruption', () => {
  test('of a deposit: its approval and the deposit itself are distinguished', async () => {
    const bob = await userOfBoth(stage)
    const begin = async () => {
      stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 100_000 } })
      const ended = await bob.script('hub deposit 20 --yes --timeout 1')
      stage.devnet.faults.clear()
      expect(ended, ended.stderr).toMatchObject({ code: 7, json: { error: { code: 'transaction_unconfirmed' } } })
      return bob.script(`resume ${ended.json.error.resume}`)
    }
    expect(await begin()).toMatchObject({ code: 0, json: { result: { outcome: { step: 'approve' } } } })
    expect(await begin()).toMatchObject({ code: 0, json: { result: { outcome: { step: 'deposit' } } } })
    expect(pendingOf(bob)).toEqual([])
    await expect.poll(() => heldBy(bob)).toBe(20_000_000n)
  })

  test('of a spend that was taken: resume waits for its mint, without a wallet', async () => {
    const before = await remote.balanceOf(alice.address)
    stage.devnet.faults.set({ hub: { rules: [{ kind: 'server-error', match: '/v1/transfer/*', times: null }] } })
    const session = alice.type('hub send 5 --to Base_Sepolia --yes')
    const [late] = await Promise.all([
      alice.script('hub send 5 --to Base_Sepolia --yes --timeout 1'),
      (async () => {
        await session.see('If this stops: holdfast resume ')
        session.ctrl('C')
        await session.see('Go on with: holdfast resume ')
        expect(await session.end()).toBe(130)
      })(),
    ])
    expect(late).toMatchObject({ code: 7, json: { error: { code: 'not_minted', resume: expect.any(String) } } })
    const { pending } = (await alice.script('resume')).json.result
    expect(pending).toHaveLength(2)
    const { transferId } = pending[0].facts
    const tracked = await alice.script(`hub track ${transferId}`)
    expect(tracked).toMatchObject({ code: 7, json: { result: { state: 'pending' } } })
    stage.devnet.faults.clear()
    const goOn = ({ id }: { id: string }) => alice.script(`resume ${id}`, withoutWallet)
    for (const resumed of await Promise.all(pending.map(goOn)))
      expect(resumed, resumed.stderr).toMatchObject({ code: 0, json: { result: { command: 'hub send' } } })
    expect(pendingOf(alice)).toEqual([])
    expect(await remote.balanceOf(alice.address)).toBe(before + 10_000_000n)
  })

  test('of a spend that the issuer calls minted, and its chain does not show', async () => {
    const before = await primary.balanceOf(alice.address)
    stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 100_000 } })
    const unseen = await alice.script('hub send 5 --to Arc_Testnet --yes --timeout 5')
    expect(unseen).toMatchObject({ code: 7, json: { error: { code: 'not_minted' } } })
    const resume = `resume ${unseen.json.error.resume}`
    const still = await alice.script(`${resume} --timeout 5`, withoutWallet)
    expect(still).toMatchObject({ code: 7, json: { error: { code: 'not_minted' } } })
    stage.devnet.faults.clear()
    const resumed = await alice.script(resume, withoutWallet)
    expect(resumed, resumed.stderr).toMatchObject({ code: 0, json: { result: { command: 'hub send' } } })
    expect(await primary.balanceOf(alice.address)).toBe(before + 5_000_000n)
    expect(pendingOf(alice)).toEqual([])
  })

  test('of a spend whose answer was lost: the signature is for its owner alone, and spends once', async () => {
    const before = await remote.balanceOf(alice.address)
    stage.devnet.faults.set({ hub: { rules: [{ kind: 'reset-after', match: '/v1/transfer*', times: null }] } })
    const lost = await alice.script('hub send 5 --to Base_Sepolia --yes --timeout 1')
    expect(lost).toMatchObject({ code: 7, json: { error: { code: 'hub_outcome_unknown' } } })
    const [file = ''] = pendingOf(alice)
    const path = `${directoryOf(alice)}/${file}`
    const { signed } = JSON.parse(readFileSync(path, 'utf8'))
    const [{ signature }] = JSON.parse(JSON.parse(signed).request)
    expect(signature).toMatch(/^0x[0-9a-f]{130}$/)
    for (const kept of [path, directoryOf(alice)]) expect(statSync(kept).mode & 0o077).toBe(0)
    const listed = await alice.script('resume')
    expect(listed.json.result.pending).toMatchObject([{ command: 'hub send' }])
    const { transferSpecHash } = listed.json.result.pending[0].facts
    for (const shown of [listed, lost]) expect(shown.stdout + shown.stderr).not.toContain(signature.slice(2, 60))

    stage.devnet.faults.clear()
    await expect.poll(() => remote.balanceOf(alice.address)).toBe(before + 5_000_000n)
    const byHash = await alice.script(`hub track ${transferSpecHash} --chain Base_Sepolia`, withoutWallet)
    expect(byHash).toMatchObject({ code: 0, json: { result: { state: 'done', mintTxHash: expect.any(String) } } })
    const resumed = await alice.script(`resume ${file.replace('.json', '')}`, withoutWallet)
    expect(resumed, resumed.stderr).toMatchObject({ code: 0, json: { result: { outcome: { transferId: null } } } })
    expect(pendingOf(alice)).toEqual([])
    expect(await remote.balanceOf(alice.address)).toBe(before + 5_000_000n)
  })
})

test('a mint that fails: nothing is lost, nothing is left to resume', async () => {
  stage.devnet.faults.set({ hub: { failMints: 1 } })
  const failed = await alice.script('hub send 5 --to Base_Sepolia --yes')
  expect(failed).toMatchObject({ code: 4, json: { error: { code: 'hub_mint_failed' } } })
  expect(pendingOf(alice)).toEqual([])
  const id = /transfer (\S+)\./.exec(failed.json.error.message)?.[1]
  const tracked = await alice.script(`hub track ${id} --watch`)
  expect(tracked).toMatchObject({ code: 4, json: { result: { state: 'failed', reason: expect.any(String) } } })
})

test('a fee that has risen above the ceiling that was shown is not signed', async () => {
  stage.devnet.faults.set({ hub: { feeRise: 5_000_000 } })
  const before = await heldBy(alice)
  const risen = await alice.script('hub send 5 --to Base_Sepolia --yes')
  expect(risen).toMatchObject({ code: 4, json: { error: { code: 'insufficient_fee' } } })
  expect(pendingOf(alice)).toEqual([])
  expect(await heldBy(alice)).toBe(before)
})

test('withdraw: set apart, shown, waited for, paid out, without the service', async () => {
  stage.devnet.faults.set({ hub: { rules: [{ kind: 'reset', times: null }] } })
  const begun = await alice.script('hub withdraw 5 --yes')
  expect(begun, begun.stderr).toMatchObject({
    code: 0,
    json: { result: { txHash: expect.stringMatching(/^0x/), withdrawing: '5000000', isReady: false } },
  })
  const early = await alice.script('hub withdraw --complete --yes')
  expect(early).toMatchObject({ code: 4, json: { error: { code: 'withdrawal_not_ready' } } })
  await stage.devnet.primary.mine(200)
  const shown = await alice.script('hub withdraw')
  expect(shown).toMatchObject({ code: 0, json: { result: { txHash: null, isReady: true, withdrawing: '5000000' } } })
  const before = await primary.balanceOf(alice.address)
  const done = await alice.script('hub withdraw --complete --yes')
  expect(done, done.stderr).toMatchObject({ code: 0, json: { result: { withdrawing: '0', isReady: false } } })
  expect(await primary.balanceOf(alice.address)).toBeGreaterThan(before + 4_900_000n)
})

describe('delegates', () => {
  test('a delegate spends the balance of the depositor, back to it by default, until it is removed', async () => {
    const [owner, bob] = [await depositor(20), await userOfBoth(stage)]
    const spend = () => bob.script(`hub send 5 --to Base_Sepolia --depositor ${owner.address} --yes`)
    const show = () => bob.script(`hub delegate show ${bob.address} --depositor ${owner.address}`, withoutWallet)
    expect(await spend()).toMatchObject({ code: 4, json: { error: { code: 'not_authorized' } } })
    expect((await show()).json.result).toMatchObject({ isAllowed: false, depositor: owner.address })

    const added = await owner.script(`hub delegate add ${bob.address} --yes`)
    const delegation = { chain: 'Arc_Testnet', depositor: owner.address, delegate: bob.address }
    expect(added, added.stderr).toMatchObject({
      code: 0,
      json: {
        command: 'hub delegate add',
        result: { ...delegation, txHash: expect.stringMatching(/^0x/), firewall: 'warning' },
      },
    })
    const again = await owner.script(`hub delegate add ${bob.address} --yes`)
    expect(again).toMatchObject({ code: 0, json: { result: { ...delegation, txHash: null, firewall: null } } })
    expect((await show()).json.result).toMatchObject({ isAllowed: true })
    const before = await remote.balanceOf(owner.address)
    const spent = await spend()
    expect(spent, spent.stderr).toMatchObject({
      code: 0,
      json: { result: { depositor: owner.address, recipient: owner.address, firewall: null } },
    })
    expect(await remote.balanceOf(owner.address)).toBe(before + 5_000_000n)

    const removed = await owner.script(`hub delegate remove ${bob.address} --yes`)
    const gone = { ...delegation, txHash: expect.stringMatching(/^0x/) }
    expect(removed, removed.stderr).toMatchObject({ code: 0, json: { result: gone } })
    const nothing = await owner.script(`hub delegate remove ${bob.address} --yes`)
    expect(nothing).toMatchObject({ code: 0, json: { result: { ...delegation, txHash: null } } })
    expect(await spend()).toMatchObject({ code: 4, json: { error: { code: 'not_authorized' } } })
    expect([pendingOf(owner), pendingOf(bob)]).toEqual([[], []])
  })

  test('the plan says what a delegate could spend, and nothing happens without a yes or a history', async () => {
    const bob = ordinaryAccount().address
    const session = alice.type(`hub delegate add ${bob}`)
    await session.see('spend all of your balance in the Hub on Arc Testnet')
    for (const fact of ['can spend', 'to any recipient', 'network', 'firewall']) await session.see(fact)
    await session.see('Go on?')
    session.answer('n')
    expect(await session.end()).not.toBe(0)
    const [unchecked, unasked, self] = await Promise.all([
      alice.script(`hub delegate add ${bob} --explorer none --yes`, withoutExplorer()),
      alice.script(`hub delegate add ${bob}`),
      alice.script(`hub delegate add ${alice.address} --yes`),
    ])
    expect(unchecked).toMatchObject({ code: 5, json: { error: { code: 'risk_blocked' } } })
    expect(unasked).toMatchObject({ code: 6, json: { error: { code: 'nobody_to_ask' } } })
    expect(self).toMatchObject({ code: 2, json: { error: { code: 'invalid_address' } } })
    const shown = await alice.script(`hub delegate show ${bob}`)
    expect(shown.json.result).toMatchObject({ isAllowed: false, depositor: alice.address })
    expect(pendingOf(alice)).toEqual([])
  })

  test('an interrupted delegation is resumed by its transaction', async () => {
    const bob = ordinaryAccount().address
    stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 100_000 } })
    const ended = await alice.script(`hub delegate add ${bob} --yes --timeout 1`)
    stage.devnet.faults.clear()
    expect(ended.code).not.toBe(0)
    const [file = ''] = pendingOf(alice)
    const resumed = await alice.script(`resume ${file.replace(/\.json$/, '')}`)
    expect(resumed, resumed.stderr).toMatchObject({ code: 0, json: { result: { command: 'hub delegate add' } } })
    expect((await alice.script(`hub delegate show ${bob}`)).json.result.isAllowed).toBe(true)
    expect(pendingOf(alice)).toEqual([])
  })
})

test('the advice of a short balance: another chain, a deposit, and what fits', async () => {
  const { json } = await alice.script('hub send 5 --from Base_Sepolia --to Arc_Testnet --yes')
  expect(json.error.facts.join()).toContain('--from Arc_Testnet')
  const short = await alice.script('hub send 200 --to Base_Sepolia --yes')
  const facts = short.json.error.facts.join()
  expect(facts).toMatch(/hub deposit [\d.]+ --chain Arc_Testnet/)
  const most = /At most ([\d.]+) USDC/.exec(facts)?.[1]
  const sent = await alice.script(`hub send ${most} --to Base_Sepolia --yes`)
  expect(sent.code, sent.stderr).toBe(0)
})
