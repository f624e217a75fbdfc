import { existsSync, readdirSync } from 'node:fs'
import { ordinaryAccount } from '@holdfast/devnet'
import { craftLookalike } from '@holdfast/sdk'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readRemote, userOfBoth } from './acrossChains.js'
import { actOn } from './actors.js'
import type { RunningScript, User } from './createUser.js'
import { type CliStage, startCliStage } from './startCliStage.js'
import { startForgetfulNode } from './startForgetfulNode.js'

let stage: CliStage
let primary: ReturnType<typeof actOn>
let remote: ReturnType<typeof readRemote>
let forgetful: Awaited<ReturnType<typeof startForgetfulNode>>

beforeAll(async () => {
  stage = await startCliStage()
  forgetful = await startForgetfulNode(stage.devnet.primary.rpcUrl)
  primary = actOn(stage.devnet)
  remote = readRemote(stage.devnet)
})
afterEach(() => stage.devnet.faults.clear())
afterAll(async () => {
  await forgetful?.stop()
  await stage?.stop()
})

const there = '--from base-sepolia --to Arc_Testnet'
const back = '--to Base_Sepolia'
const friend = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
/** Without an explorer a whole history is read from the node, which takes as long as a command waits for it. */
const withoutExplorer = () => ({ env: { HOLDFAST_RPC_URL: forgetful.url } })
const withoutWallet = { env: { HOLDFAST_PRIVATE_KEY: '' } }

const pendingOf = ({ home }: User) => {
  const directory = `${home}/state/holdfast/pending`
  return existsSync(directory) ? readdirSync(directory) : []
}
const sentBy = ({ address }: User) => remote.reader.getTransactionCount({ address })

test('quote, send, track: what was quoted leaves, and arrives', async () => {
  const alice = await userOfBoth(stage)
  const { json: quoted } = await alice.script(`bridge quote 25 ${there}`)
  expect(quoted.result).toMatchObject({
    from: 'Base_Sepolia',
    to: 'Arc_Testnet',
    amount: '25000000',
    payer: alice.address,
    shortfall: null,
    total: `${25_000_000n + BigInt(quoted.result.maxFee)}`,
  })
  const before = await primary.balanceOf(alice.address)
  const sent = await alice.script(`bridge send 25 ${there} --yes`)
  expect(sent, sent.stderr).toMatchObject({ code: 0, json: { command: 'bridge send', ok: true } })
  const { burnTxHash, forwardTxHash, received, approveTxHash, total } = sent.json.result
  expect(sent.json.result).toMatchObject({ payer: alice.address, recipient: alice.address, firewall: null })
  expect(approveTxHash).toMatch(/^0x/)
  expect(await primary.balanceOf(alice.address)).toBe(before + BigInt(received))
  expect(BigInt(received)).toBeGreaterThanOrEqual(25_000_000n)
  expect(await remote.balanceOf(alice.address)).toBe(1_000_000_000n - BigInt(total))
  expect(pendingOf(alice)).toEqual([])

  const track = `bridge track ${burnTxHash} --from 84532`
  const tracked = await alice.script(track, withoutWallet)
  expect(tracked, tracked.stderr).toMatchObject({
    code: 0,
    json: {
      result: {
        state: 'minted',
        isSeen: true,
        mintTxHash: forwardTxHash,
        to: 'Arc_Testnet',
        recipient: alice.address,
        amount: received,
      },
    },
  })

  // A mint that the issuer names is not one that the chain shows.
  stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 100_000 } })
  const unseen = await alice.script(track, withoutWallet)
  expect(unseen).toMatchObject({ code: 7, json: { result: { state: 'minted', isSeen: false } } })
  const session = alice.type(track)
  await session.see('The issuer says that it is minted, and Arc Testnet does not show that.')
  expect(await session.end()).toBe(7)
  const watched = alice.script(`${track} --watch`, withoutWallet)
  stage.devnet.faults.clear()
  expect(await watched).toMatchObject({ code: 0, json: { result: { isSeen: true } } })
  const silent = { env: { ...withoutWallet.env, HOLDFAST_RPC_URL: 'http://127.0.0.1:9' } }
  const unread = await alice.script(track, silent)
  expect(unread).toMatchObject({ code: 0, json: { result: { state: 'minted', isSeen: null } } })
})

test('at a terminal: the whole plan, consent, each step, and how to go on from the burn', async () => {
  const alice = await userOfBoth(stage)
  const session = alice.type(`bridge send 25 ${back}`)
  await session.see('Bring 25 USDC from Arc Testnet to Base Sepolia')
  for (const fact of ['from', 'to', 'leaves', 'fees', 'arrives', 'network', 'time', 'firewall']) await session.see(fact)
  await session.see('Go on?')
  session.answer('y')
  await session.see('If this stops: holdfast resume ')
  await session.see(`arrived for ${alice.address} on Base Sepolia.`)
  expect(await session.end()).toBe(0)
  expect(await remote.balanceOf(alice.address)).toBeGreaterThanOrEqual(1_025_000_000n)
})

describe('refusals, before anything is signed', () => {
  let user: User
  beforeAll(async () => {
    user = await userOfBoth(stage)
  })

  test.concurrent.each([
    [`send 25 --from Base_Sepolia --to 84532 --yes`, 2, 'invalid_input'],
    [`quote 25 --to Atlantis`, 2, 'unknown_chain'],
    [`send 25 --yes`, 2, 'missing_chain'],
    [`send 25 ${there}`, 6, 'nobody_to_ask'],
    [`send 999.9 ${there} --yes`, 4, 'short_with_fee'],
    [`send 20000000 ${there} --yes`, 4, 'over_burn_limit'],
    [`send 25 ${there} --yes --attestation http://127.0.0.1:9`, 5, 'issuer_unavailable'],
    [`send 25 ${there} --yes --chain 84532 --rpc http://127.0.0.1:9`, 5, 'chain_unavailable'],
    [`send 25 ${there} --recipient ${friend} --explorer none --yes`, 5, 'risk_blocked'],
  ])('bridge %s ends with %i, %s', async (args, code, error) => {
    const ended = await user.script(`bridge ${args}`, args.includes('--explorer none') ? withoutExplorer() : {})
    expect(ended, ended.stderr).toMatchObject({ code, json: { ok: false, error: { code: error } } })
    expect(await sentBy(user)).toBe(0)
    expect(pendingOf(user)).toEqual([])
  })

  test('more than fees leave: what it advises can be sent, and what the quote tells is the same', async () => {
    const poor = await userOfBoth(stage, 26_000_000n)
    const { json } = await poor.script(`bridge quote 26 ${back}`)
    expect(json.result.shortfall).toMatchObject({ code: 'short_with_fee' })
    const most = /at most ([\d.]+) USDC/.exec(json.result.shortfall.advice)?.[1]
    const sent = await poor.script(`bridge send ${most} ${back} --yes`)
    expect(sent.code, sent.stderr).toBe(0)
  })

  test('a coin for gas that is not there, and a destination where the issuer does not mint', async () => {
    await stage.devnet.remote.setNativeBalance(user.address, 0n)
    const broke = await user.script(`bridge send 25 ${there} --yes`)
    expect(broke).toMatchObject({ code: 4, json: { error: { code: 'no_gas' } } })
    stage.devnet.faults.set({ attestation: { withoutForwarding: true } })
    const alone = await user.script(`bridge send 25 ${back} --yes`)
    expect(alone).toMatchObject({ code: 4, json: { error: { code: 'not_forwarded' } } })
  })
})

describe('another party is paid', () => {
  test('past the firewall on both chains; an imitation only by a decision on the report of that payment', async () => {
    const alice = await userOfBoth(stage)
    const genuine = ordinaryAccount().address
    const impostor = craftLookalike(genuine)
    await primary.pay(alice, genuine, 40_000_000n)
    await primary.bait(alice.address, impostor)
    const send = (to: string) => alice.script(`bridge send 5 ${there} --recipient ${to} --yes`)
    const refused = await send(impostor)
    expect(refused).toMatchObject({ code: 3, json: { error: { code: 'risk_blocked', report: { level: 'block' } } } })
    expect(await sentBy(alice)).toBe(0)
    await alice.script(
      `check ${impostor} --leaves-from Base_Sepolia --arrives-on Arc_Testnet --amount 5 --save report.json`,
    )
    await alice.script(`check ${impostor} --amount 5 --save arc.json`)
    const half = await send(`${impostor} --acknowledge arc.json`)
    expect(half).toMatchObject({ code: 3, json: { error: { code: 'acknowledgement_void' } } })
    const known = await send(genuine)
    const decided = await send(`${impostor} --acknowledge report.json`)
    expect(known, known.stderr).toMatchObject({
      code: 0,
      json: { result: { firewall: 'warning', recipient: genuine } },
    })
    expect(decided, decided.stderr).toMatchObject({ code: 0, json: { result: { firewall: 'block' } } })
    expect(await primary.balanceOf(impostor)).toBeGreaterThanOrEqual(5_000_000n)
  })

  test('error: an imitation of a payee of the chain without an explorer, where it arrives', async () => {
    const alice = await userOfBoth(stage)
    const genuine = ordinaryAccount().address
    await remote.pay(alice, genuine, 40_000_000n)
    const sent = await alice.script(`bridge send 5 ${back} --recipient ${craftLookalike(genuine)} --yes`)
    expect(sent).toMatchObject({ code: 3, json: { error: { code: 'risk_blocked' } } })
    expect(sent.json.error.report.reasons.map(({ code }: { code: string }) => code)).toContain('LOOKALIKE_ADDRESS')
    expect(await primary.reader.getTransactionCount(alice)).toBe(0)
  })

  test('a contact, where no chain has an explorer: with a warning', async () => {
    const alice = await userOfBoth(stage)
    const to = ordinaryAccount().address
    const send = `bridge send 5 ${there} --recipient ${to} --contact ${to} --explorer none --yes`
    const sent = await alice.script(send, withoutExplorer())
    expect(sent, sent.stderr).toMatchObject({ code: 0, json: { result: { firewall: 'warning' } } })
  })
})

describe('an interruption', () => {
  test('before the burn: the approval is found out, and nothing was burned', async () => {
    const alice = await userOfBoth(stage)
    stage.devnet.faults.set({
      remoteRpc: { rules: [{ kind: 'server-error', match: 'eth_getTransactionReceipt', times: null }] },
    })
    const session = alice.type(`bridge send 25 ${there}`)
    await session.see('Go on?')
    session.answer('y')
    await session.see('approving; waiting for its block')
    // The step begins before the wallet has signed.
    await vi.waitUntil(() => pendingOf(alice).length > 0, { timeout: 120_000 })
    session.ctrl('C')
    await session.see('holdfast resume ')
    expect(await session.end()).toBe(130)
    stage.devnet.faults.clear()
    const [pending] = (await alice.script('resume')).json.result.pending
    const resumed = await alice.script(`resume ${pending.id}`, { json: false })
    expect(resumed, resumed.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing was burned') })
    expect(pendingOf(alice)).toEqual([])
    expect(await remote.balanceOf(alice.address)).toBe(1_000_000_000n)
  })

  test('after the burn: Ctrl-C, kill -9 and a wait that is over leave what resume needs, which is not a wallet', async () => {
    const [alice, bob, carol] = await Promise.all([userOfBoth(stage), userOfBoth(stage), userOfBoth(stage)])
    stage.devnet.faults.set({ attestation: { hold: 'pending' } })
    const session = alice.type(`bridge send 25 ${there} --yes`)
    let killed: RunningScript | undefined
    const [late, dead] = await Promise.all([
      carol.script(`bridge send 25 ${there} --yes --timeout 6`),
      bob.spawn(`bridge send 25 ${there} --yes`, {
        json: false,
        onStart: (child) => {
          killed = child
          const look = setInterval(() => {
            if (!child.said().includes('If this stops')) return
            clearInterval(look)
            child.kill('SIGKILL')
          }, 20)
        },
      }),
      (async () => {
        await session.see('If this stops: holdfast resume ')
        session.ctrl('C')
        await session.see('Go on with: holdfast resume ')
        expect(await session.end()).toBe(130)
      })(),
    ])
    expect(killed?.said()).toContain('Burned in 0x')
    expect(dead.code).toBeNull()
    expect(late).toMatchObject({
      code: 7,
      json: { error: { code: 'not_minted', resume: expect.stringMatching(/^\w{8}$/) } },
    })
    const [{ facts, id }] = (await carol.script('resume')).json.result.pending
    expect(id).toBe(late.json.error.resume)
    const tracked = await bob.script(`bridge track ${facts.burnTxHash} --from Base_Sepolia`, withoutWallet)
    expect(tracked).toMatchObject({ code: 7, json: { result: { state: 'confirming', mintTxHash: null } } })
    const early = await bob.script(`bridge track ${facts.burnTxHash} --from Base_Sepolia --mint --yes`)
    expect(early).toMatchObject({ code: 7, json: { error: { code: 'not_attested' } } })

    stage.devnet.faults.clear()
    const before = await sentBy(alice)
    for (const user of [alice, bob]) {
      const [pending] = (await user.script('resume')).json.result.pending
      expect(pending).toMatchObject({ command: 'bridge send', chainId: 84532 })
    }
    const goOn = async (user: User) => {
      const [file = ''] = pendingOf(user)
      return user.script(`resume ${file.replace('.json', '')}`, withoutWallet)
    }
    const watched = carol.script(`bridge track ${facts.burnTxHash} --from Base_Sepolia --watch`)
    for (const resumed of await Promise.all([alice, bob].map(goOn)))
      expect(resumed, resumed.stderr).toMatchObject({
        code: 0,
        json: { result: { command: 'bridge send', outcome: { forwardTxHash: expect.stringMatching(/^0x/) } } },
      })
    expect((await watched).json.result).toMatchObject({ state: 'minted', recipient: carol.address })
    for (const user of [alice, bob, carol]) {
      expect(pendingOf(user)).toEqual([])
      expect(await primary.balanceOf(user.address)).toBeGreaterThanOrEqual(1_025_000_000n)
    }
    expect(await sentBy(alice)).toBe(before)
  })
})

test('where the issuer does not mint, any account does: once, for the recipient, with their own gas', async () => {
  const [alice, bob] = await Promise.all([userOfBoth(stage), userOfBoth(stage)])
  stage.devnet.faults.set({ attestation: { failMints: 1 } })
  const sent = await alice.script(`bridge send 25 ${there} --yes`)
  expect(sent).toMatchObject({ code: 7, json: { error: { code: 'forwarding_failed' } } })
  const track = /holdfast (bridge track .*) --mint/.exec(sent.stderr)?.[1] ?? ''
  const tracked = await bob.script(track, withoutWallet)
  expect(tracked).toMatchObject({ code: 7, json: { result: { state: 'attested', forwarding: 'failed' } } })
  const before = await primary.balanceOf(alice.address)
  const asked = await bob.script(`${track} --mint`)
  expect(asked).toMatchObject({ code: 6, json: { error: { code: 'nobody_to_ask' } } })
  const minted = await bob.script(`${track} --mint --yes`)
  expect(minted, minted.stderr).toMatchObject({
    code: 0,
    json: { result: { state: 'minted', recipient: alice.address } },
  })
  expect(await primary.balanceOf(alice.address)).toBe(before + BigInt(minted.json.result.amount))
  const again = await alice.script(`${track} --mint --yes`)
  expect(again, again.stderr).toMatchObject({ code: 0, json: { result: { state: 'minted' } } })
  expect(pendingOf(alice)).toEqual([])
})

test('track: an unknown burn', async () => {
  const alice = await userOfBoth(stage)
  const tracked = await alice.script(`bridge track 0x${'1'.repeat(64)} --from Base_Sepolia`, withoutWallet)
  expect(tracked).toMatchObject({ code: 7, json: { result: { state: 'unseen', to: null, amount: null } } })
})
