import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ordinaryAccount } from '@holdfast/devnet'
import { craftLookalike } from '@holdfast/sdk'
import { hubBalance } from '@holdfast/sdk/hub'
import { createEphemeral, fundEphemeral } from '@holdfast/sdk/shield'
import { freshSalt, pullPolicy, pushPolicy } from '@holdfast/testkit/boxPolicies'
import { mirror } from '@holdfast/testkit/hostileCode'
import { openService, type ServiceStage } from '@holdfast/testkit/serviceStage'
import { type Address, createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { arcTestnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { userOfBoth } from './acrossChains.js'
import { actOn } from './actors.js'
import type { Ended, User } from './createUser.js'
import { startChangedNode } from './startChangedNode.js'
import { type CliStage, startCliStage } from './startCliStage.js'

let stage: CliStage
let service: ServiceStage
let chain: ReturnType<typeof actOn>
const friend = ordinaryAccount().address

beforeAll(async () => {
  stage = await startCliStage()
  chain = actOn(stage.devnet)
  service = await openService(stage.devnet)
  // Until it has read the chain, its firewall knows too little to sign.
  const known = `/api/verified-recipients?chainId=5042002&sender=${friend}`
  await vi.waitUntil(async () => (await service.get(known)).body.complete, { timeout: 120_000 })
})
afterAll(async () => {
  await service?.service.stop()
  await service?.forget()
  await stage?.stop()
})

/** A user with money, whose service is the one of this stage. */
async function user(): Promise<User> {
  const one = await stage.user()
  one.env.HOLDFAST_SERVICE_URL = service.service.url
  return one
}

/** What a command answered that did what it was asked. */
async function done(ended: Promise<Ended>) {
  const { json, code, stdout, stderr } = await ended
  expect(code, stdout + stderr).toBe(0)
  return json.result
}

/** A box of the owner's that may pay the friend 5 USDC, and holds 3; made without the command line. */
async function funded({ address, privateKey }: User, policyOf = pushPolicy): Promise<Address> {
  const { primary } = stage.devnet
  const transport = http(primary.rpcUrl)
  const clients = {
    publicClient: chain.reader,
    walletClient: createWalletClient({ account: privateKeyToAccount(privateKey), chain: arcTestnet, transport }),
  }
  const { timestamp } = await chain.reader.getBlock()
  const { cosigner } = service.keys
  const terms = { owner: address, vault: address, cosigner, target: friend, expiry: Number(timestamp) + 86_400 }
  const policy = policyOf(primary.usdc, terms)
  const { account } = await createEphemeral(clients, primary.contracts.spendPolicyFactory, freshSalt(), policy)
  await fundEphemeral(clients, account, 3_000_000n, policy)
  return account
}

/** A service that says who its co-signer is, and nothing else. */
async function startMuteCosigner() {
  const { body } = await service.get('/api/cosign')
  const server = createServer((request, response) => {
    if (request.method === 'GET') response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    else response.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

describe.concurrent('the life of a box', () => {
  test('of the wallet: made, shown, funded, paid from, listed, swept', async () => {
    const alice = await user()
    const made = await done(alice.script(`box create ${friend} --cap 5 --expires 1d --yes`))
    expect(made).toMatchObject({
      chainId: 5042002,
      owner: alice.address,
      target: friend,
      maxAmount: '5000000',
      mode: 'push',
      interval: 0,
      cosigner: service.keys.cosigner,
      payer: alice.address,
      announceTxHash: null,
      isBound: null,
      veto: null,
      txHash: expect.stringMatching(/^0x/),
    })
    const { box } = made
    const fund = await done(alice.script(`box fund ${box} 3 --target ${friend} --yes`))
    expect(fund).toMatchObject({ box, amount: '3000000', from: 'wallet', payer: alice.address, target: friend })
    const before = await chain.balanceOf(friend)
    const paid = await done(alice.script(`box pay ${box} 2 --yes`))
    expect(paid).toMatchObject({
      isPaid: true,
      box,
      target: friend,
      amount: '2000000',
      payer: alice.address,
      veto: null,
    })
    expect(await chain.balanceOf(friend)).toBeGreaterThanOrEqual(before + 2_000_000n)

    const shown = await done(alice.script(`box show ${box}`, { env: { HOLDFAST_PRIVATE_KEY: '' } }))
    expect(shown).toMatchObject({
      box,
      status: 'active',
      target: friend,
      maxAmount: '5000000',
      spent: '2000000',
      remaining: '3000000',
      balance: '1000000',
      cosigner: service.keys.cosigner,
      serviceCosigner: service.keys.cosigner,
      expiry: made.expiry,
      nonce: '1',
      lastPull: null,
      warnings: [],
    })
    const listed = await done(alice.script('box list'))
    expect(listed).toMatchObject({ owner: alice.address, boxes: [{ box, owner: alice.address, proof: null }] })
    const swept = await done(alice.script(`box sweep ${box} --yes`))
    expect(swept).toMatchObject({ box, vault: alice.address, isStealth: false, amount: '1000000' })
  })

  test('of a stealth address: announced first, found again, paid from and swept without its key being shown', async () => {
    const alice = await user()
    const made = await done(alice.script(`box create ${friend} --cap 5 --expires 1d --stealth --label rent --yes`))
    const { box, owner } = made
    expect(owner).not.toBe(alice.address)
    const blockOf = async (hash: `0x${string}`) => (await chain.reader.getTransactionReceipt({ hash })).blockNumber
    expect(await blockOf(made.announceTxHash)).toBeLessThan(await blockOf(made.txHash))
    await done(alice.script(`box fund ${box} 3 --yes`))
    expect(await done(alice.script(`box pay ${box} 2 --yes`))).toMatchObject({ isPaid: true, payer: alice.address })
    const { boxes } = await done(alice.script('box list --stealth'))
    expect(boxes).toMatchObject([{ box, owner, label: 'rent', proof: 'salt', balance: '1000000' }])
    expect(await done(alice.script(`box sweep ${box} --yes`))).toMatchObject({ vault: owner, isStealth: true })
    expect(await chain.balanceOf(owner)).toBe(1_000_000n)
    const moved = await done(alice.script(`vault deposit 0.5 --owner-of ${box} --yes`))
    expect(moved, 'what was swept is not lost').toMatchObject({ owner, amount: '500000' })
  })

  test('for a recipient, who finds it, with its label, as the only owner', async () => {
    const [alice, bob] = await Promise.all([user(), user()])
    const { metaAddress } = await done(bob.script('stealth keys'))
    const create = `box create ${friend} --cap 5 --expires 1d --for ${metaAddress} --label gift`
    const { box, owner, ...made } = await done(alice.script(`${create} --mode pull --every 1h --yes`))
    expect(made).toMatchObject({ announceTxHash: expect.stringMatching(/^0x/), payer: alice.address, isBound: null })
    const { boxes } = await done(bob.script('stealth scan'))
    expect(boxes).toMatchObject([{ box, stealthAddress: owner, label: 'gift', proof: 'salt' }])
    const theirs = await alice.script(`box fund ${box} 3 --yes`)
    expect([theirs.code, theirs.json.error.code]).toEqual([4, 'not_your_box'])
    await done(bob.script(`box fund ${box} 3 --yes`))
    expect(await done(bob.script(`box sweep ${box} --yes`))).toMatchObject({ vault: owner, amount: '3000000' })

    const unreachable = { HOLDFAST_RPC_URL: 'http://127.0.0.1:9' }
    for (const [words, code] of [
      [`${create} --stealth`, 'invalid_owner'],
      [create.replace('arc-testnet', 'fuji'), 'invalid_input'],
      [create.replace(/:0x0[23]/, ':0x05'), 'invalid_input'],
    ] as const)
      expect((await alice.script(words, { env: unreachable })).json.error.code, words).toBe(code)
  })

  test('a subscription: its target pulls once in an hour, while the payer is away', async () => {
    const [alice, merchant] = await Promise.all([user(), user()])
    const { box, ...made } = await done(
      alice.script(`box create ${merchant.address} --cap 5 --expires 30d --mode pull --every 1h --per-pull 1 --yes`),
    )
    expect(made).toMatchObject({ mode: 'pull', isBound: true, interval: 3600, perPullMax: '1000000', veto: null })
    await done(alice.script(`box fund ${box} 3 --yes`))
    const asked = await merchant.script(`cosign authorize ${box} 1`)
    expect(asked.json.result, 'a wallet that is not the owner’s does no harm').toMatchObject({ approved: true })
    const pulled = await done(merchant.script(`box pull ${box} 1 --yes`))
    expect(pulled).toMatchObject({ isPaid: true, target: merchant.address, amount: '1000000', veto: null })
    const soon = await merchant.script(`box pull ${box} 1 --yes`)
    expect([soon.code, soon.json.error.code]).toEqual([4, 'too_soon'])
    const shown = await alice.script(`box show ${box}`, { json: false })
    expect(shown.stdout).toContain('at most 1 USDC a pull, once in 1 hour')
  })

  test('at a terminal: the plan, the question, and what was done', async () => {
    const alice = await user()
    const making = alice.type(`box create ${friend} --cap 5 --expires 12h`)
    await making.see(`Create a box that pays ${friend} up to 5 USDC`)
    await making.see('who would sign')
    await making.see('Go on?')
    making.answer('y')
    await making.see(' is created')
    expect(await making.end()).toBe(0)
    const box = /Box (0x\w{40}) is created/.exec(making.screen())?.[1] ?? ''
    const funding = alice.type(`box fund ${box} 3`)
    await funding.see(`Put 3 USDC into a box that pays ${friend}`)
    await funding.see('3 USDC; it holds 0 USDC')
    await funding.see('Go on?')
    funding.answer('y')
    expect(await funding.end()).toBe(0)
    const paying = alice.type(`box pay ${box} 1`)
    await paying.see('Go on?')
    paying.answer('y')
    await paying.see('received 1 USDC')
    expect(await paying.end()).toBe(0)
  })
})

describe.concurrent('refusals', () => {
  test('a lookalike: by the firewall, and where that is acknowledged by the co-signer', async () => {
    const alice = await user()
    const known = ordinaryAccount().address
    await chain.pay(alice, known, 5_000_000n)
    const impostor = craftLookalike(known)
    const terms = `${impostor} --cap 5 --expires 1d --yes`
    const blocked = await alice.script(`box create ${terms}`)
    expect([blocked.code, blocked.json.error.code]).toEqual([3, 'risk_blocked'])
    await alice.script(`check ${impostor} --amount 5 --save report`)
    const { box, ...made } = await done(alice.script(`box create ${terms} --acknowledge report`))
    expect(made).toMatchObject({ firewall: 'block', veto: null })
    const unread = await alice.script(`box fund ${box} 3 --yes`)
    expect([unread.code, unread.json.error.code]).toEqual([3, 'risk_blocked'])
    await done(alice.script(`box fund ${box} 3 --yes --acknowledge report`))
    const vetoed = await alice.script(`box pay ${box} 1 --yes --acknowledge report`)
    expect(vetoed).toMatchObject({
      code: 3,
      json: { ok: true, result: { isPaid: false, txHash: null, veto: { code: 'risk_blocked' } } },
    })
    expect(await chain.balanceOf(impostor)).toBe(0n)
  })

  test('a box of another owner, a pull without a binding', async () => {
    const [alice, bob] = await Promise.all([user(), user()])
    const box = await funded(alice)
    for (const words of [`fund ${box} 1 --yes`, `pay ${box} 1 --yes`, `sweep ${box} --yes`, `list --owner-of ${box}`]) {
      const { code, json } = await bob.script(`box ${words}`)
      expect([code, json.error.code], words).toEqual([4, 'not_your_box'])
    }
    const trap = await funded(alice, (token, terms) => pushPolicy(token, { ...terms, vault: bob.address }))
    const trapped = await alice.script(`box fund ${trap} 1 --yes`)
    expect([trapped.code, trapped.json.error.code], 'swept to another account').toEqual([4, 'not_your_box'])
    const pulled = await funded(alice, pullPolicy)
    const unbound = await bob.script(`box pull ${pulled} 1 --yes`)
    expect(unbound).toMatchObject({ code: 4, json: { result: { isPaid: false, veto: { code: 'owner_not_bound' } } } })
  })

  test('what is not a box, another target, too much', async () => {
    const alice = await user()
    const box = await funded(alice)
    const fake = await chain.deploy(mirror(box))
    const cases: [string, string][] = [
      [`show ${ordinaryAccount().address}`, 'not_a_box'],
      [`fund ${fake} 1 --yes`, 'not_a_box'],
      [`pay ${fake} 1 --yes`, 'not_a_box'],
      [`fund ${box} 1 --target ${alice.address} --yes`, 'policy_mismatch'],
      [`fund ${box} 6 --yes`, 'over_funded'],
      [`pay ${box} 6 --yes`, 'over_limit'],
      [`pay ${box} 4 --yes`, 'insufficient_balance'],
    ]
    for (const [words, expected] of cases) {
      const { code, json } = await alice.script(`box ${words}`)
      expect([code, json.error.code], words).toEqual([4, expected])
    }
  })

  test('without a service, with a co-signer that does not answer or is another', async () => {
    const alice = await user()
    const box = await funded(alice)
    const without = { env: { HOLDFAST_SERVICE_URL: '' } }
    for (const words of [`create ${friend} --cap 5 --expires 1d`, `pay ${box} 1`]) {
      const { code, json } = await alice.script(`box ${words} --yes`, without)
      expect([code, json.error.code], words).toEqual([2, 'no_service'])
    }
    const mute = await startMuteCosigner()
    const unasked = await alice.script(`box create ${friend} --cap 5 --expires 1d --yes --service ${mute.url}`)
    mute.stop()
    expect(unasked, 'no box where the co-signer refuses').toMatchObject({
      code: 5,
      json: { ok: true, result: { box: null, txHash: null, veto: { code: 'cosigner_unavailable' } } },
    })
    const gone = await alice.script(`box pay ${box} 1 --yes --service http://127.0.0.1:9`)
    expect(gone.code).toBe(5)
    const named = await done(
      alice.script(`box create ${friend} --cap 5 --expires 1d --cosigner ${friend} --yes`, without),
    )
    expect(await done(alice.script(`box show ${named.box}`))).toMatchObject({
      cosigner: friend,
      warnings: ['foreign_cosigner'],
    })
    const unknown = await alice.script(`box fund ${named.box} 1 --yes`)
    expect([unknown.code, unknown.json.error.code]).toEqual([4, 'policy_mismatch'])
  })
})

describe('what is under way', () => {
  const pendingOf = (one: User) => readdirSync(`${one.home}/state/holdfast/pending`)

  /** Begins something of which nothing can be seen, and takes it up again. */
  async function resumed(one: User, words: string) {
    const begun = await one.script(`${words} --yes --timeout 1`, { env: { HOLDFAST_RPC_URL: blind.url } })
    expect(begun, begun.stderr).toMatchObject({ code: 7, json: { error: { code: 'transaction_unconfirmed' } } })
    return done(one.script(`resume ${begun.json.error.resume}`))
  }
  let blind: Awaited<ReturnType<typeof startChangedNode>>
  beforeAll(async () => {
    blind = await startChangedNode(stage.devnet.primary.rpcUrl, ({ method }, answer) => {
      if (method === 'eth_getTransactionReceipt') answer.result = null
      if (method === 'eth_getLogs') answer.result = []
    })
  })
  afterAll(() => blind.stop())

  test('a creation, a funding, a payment, a pull and a sweep are resumed', async () => {
    const alice = await user()
    const made = await resumed(alice, `box create ${friend} --cap 5 --expires 1d`)
    expect(made).toMatchObject({ command: 'box create', outcome: { status: 'active', target: friend } })
    const { box } = made.outcome
    expect(await resumed(alice, `box fund ${box} 3`)).toMatchObject({ outcome: { box, balance: '3000000' } })
    expect(await resumed(alice, `box pay ${box} 1`)).toMatchObject({ outcome: { box, spent: '1000000' } })
    expect(await resumed(alice, `box sweep ${box}`)).toMatchObject({ outcome: { box, balance: '0' } })
    const pulled = await funded(alice, pullPolicy)
    expect(await resumed(alice, `box pull ${pulled} 1`)).toMatchObject({ outcome: { spent: '1000000' } })
    expect(pendingOf(alice)).toEqual([])
  })

  test('out of the Hub: minted into the box, or back in the balance', async () => {
    const alice = await userOfBoth(stage)
    alice.env.HOLDFAST_SERVICE_URL = service.service.url
    const box = await funded(alice)
    const short = await alice.script(`box fund ${box} 1 --from hub --yes`)
    expect([short.code, short.json.error.code]).toEqual([4, 'insufficient_balance'])
    await done(alice.script('hub deposit 20 --yes'))
    const hub = { depositor: alice.address, apiUrl: stage.devnet.issuer.hubUrl }
    await vi.waitUntil(async () => (await hubBalance(hub)).total === 20_000_000n, { timeout: 120_000 })
    const fund = await done(alice.script(`box fund ${box} 1 --from hub --target ${friend} --yes`))
    expect(fund).toMatchObject({ box, amount: '1000000', from: 'hub', txHash: null, transferId: expect.any(String) })
    expect(await chain.balanceOf(box)).toBe(4_000_000n)
    stage.devnet.faults.set({ hub: { holdMints: true } })
    const late = await alice.script(`box fund ${box} 1 --from hub --yes --timeout 1`)
    expect(late, late.stderr).toMatchObject({ code: 7, json: { error: { code: 'not_minted' } } })
    // It is not minted before its time is over, and resume finds that out.
    const ended = await alice.script(`resume ${late.json.error.resume}`)
    stage.devnet.faults.clear()
    expect([ended.code, ended.json.error.code]).toEqual([4, 'hub_mint_failed'])
    expect(await chain.balanceOf(box)).toBe(4_000_000n)
    expect(pendingOf(alice)).toEqual([])
  })

  test('Ctrl-C while it waits says how to go on', async () => {
    const alice = await user()
    const box = await funded(alice)
    alice.env.HOLDFAST_RPC_URL = blind.url
    const sweeping = alice.type(`box sweep ${box}`)
    await sweeping.see('Go on?')
    sweeping.answer('y')
    await sweeping.see('waiting for its block')
    sweeping.ctrl('C')
    await sweeping.see('holdfast resume ')
    expect(await sweeping.end()).toBe(130)
    const id = /holdfast resume ([0-9a-f]{8})/.exec(sweeping.screen())?.[1]
    alice.env.HOLDFAST_RPC_URL = stage.devnet.primary.rpcUrl
    const resuming = alice.type(`resume ${id}`)
    await resuming.see('Done: box sweep')
    await resuming.see('0 USDC spent')
    expect(await resuming.end()).toBe(0)
    expect(pendingOf(alice)).toEqual([])
  })

  test('an expired box neither pays nor is funded, and is swept', async () => {
    const alice = await user()
    const box = await funded(alice)
    await stage.devnet.primary.increaseTime(86_401)
    for (const words of [`fund ${box} 1`, `pay ${box} 1`]) {
      const { code, json } = await alice.script(`box ${words} --yes`)
      expect([code, json.error.code], words).toEqual([4, 'expired'])
    }
    expect(await done(alice.script(`box show ${box}`))).toMatchObject({ status: 'expired', warnings: ['sweepable'] })
    expect(await done(alice.script(`box sweep ${box} --yes`))).toMatchObject({ amount: '3000000' })
    const again = await alice.script(`box sweep ${box} --yes`)
    expect([again.code, again.json.error.code]).toEqual([4, 'nothing_to_sweep'])
  })
})
