import {
  createEphemeral,
  type EphemeralPolicy,
  fundEphemeral,
  ownerHash,
  predictEphemeral,
  spendDigest,
  submitPay,
  submitPull,
  vaultHash,
} from '@holdfast/sdk/shield'
import { COSIGN_VETOES, type CosignAuthorize, type CosignCounterfactual } from '@holdfast/sdk/wire'
import { freshAddress, freshSalt, pullPolicy, pushPolicy } from '@holdfast/testkit/boxPolicies'
import { parrot } from '@holdfast/testkit/hostileCode'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import {
  type Address,
  type Hex,
  parseSignature,
  recoverAddress,
  serializeCompactSignature,
  signatureToCompactSignature,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CosignStage,
  faultyChain,
  freshOwner,
  freshSigner,
  isSimulation,
  openCosigner,
} from '../../test/cosignStage.js'
import { connectTo, PRIMARY } from '../../test/relayStage.js'
import { stores } from '../../test/stores.js'
import { verifyAuditStore } from '../audit/verifyAuditStore.js'
import { asCaller } from '../chains/callers.js'
import type { ServedChain } from '../chains/ServedChain.js'
import type { Store } from '../store/Store.js'

const amount = 1_000_000n

let devnet: TestStage
let alice: Actor
let chain: ServedChain
const sqlite = stores('sqlite')

beforeAll(async () => {
  devnet = await setTestStage()
  alice = await devnet.actor()
  chain = await connectTo(devnet.devnet)
})
afterAll(() => devnet?.stop())

const usdc = () => devnet.devnet.primary.usdc
const factory = () => chain.deployment.spendPolicyFactory
const expiryIn = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

async function open(over: Partial<openCosigner.Options> = {}): Promise<CosignStage & { store: Store }> {
  const store = over.store ?? (await sqlite.open())
  return { store, ...(await openCosigner({ chain, ...over, store })) }
}

/** A box of an owner, funded by default. */
async function makeBox(
  cosigner: Address,
  over: Partial<EphemeralPolicy> & { kind?: 'push' | 'pull'; funds?: bigint } = {},
) {
  const { kind = 'push', funds = 3_000_000n, ...fields } = over
  const policy = (kind === 'push' ? pushPolicy : pullPolicy)(usdc(), { cosigner, ...fields })
  const salt = freshSalt()
  const { account } = await createEphemeral(alice, factory(), salt, policy, { skipRiskCheck: true })
  if (funds > 0n) await fundEphemeral(alice, account, funds, policy, { skipRiskCheck: true })
  return { account, policy, salt }
}

function counterfactualOf(policy: EphemeralPolicy, salt: Hex, box: Address): CosignCounterfactual {
  const { owner, vault, maxAmount, perPullMax = 0n, token, cosigner, target, expiry, interval, mode } = policy
  return {
    phase: 'counterfactual',
    factory: factory(),
    ownerHash: ownerHash(owner),
    salt,
    box,
    owner,
    amount,
    policy: {
      token,
      cosigner,
      vaultHash: vaultHash(vault),
      target,
      maxAmount: `${maxAmount}`,
      perPullMax: `${perPullMax}`,
      expiry,
      interval,
      mode,
    },
  }
}

const payOf = (account: Address, owner: Address, over: Partial<CosignAuthorize> = {}): CosignAuthorize => ({
  phase: 'authorize',
  account,
  owner,
  amount,
  action: 0,
  ...over,
})

const veto = (code: keyof typeof COSIGN_VETOES, riskReasons?: string[]) => ({
  approved: false,
  code,
  reason: COSIGN_VETOES[code],
  ...(riskReasons && { riskReasons }),
})

describe('authorize', () => {
  test('default: the signature pays, with two round trips: one read, and one simulation of its block', async () => {
    const faulty = faultyChain(chain)
    const { cosigner, signer, stage, store } = await open({ chain: faulty })
    const owner = freshOwner()
    const { account, policy } = await makeBox(signer.address, { owner: owner.address })
    const result = await cosigner.judge(await owner.prove(payOf(account, owner.address, { payer: alice.address })))
    expect(result).toEqual({ approved: true, signature: expect.stringMatching(/^0x[0-9a-f]{128}1[bc]$/) })
    if (!result.approved || !('signature' in result)) throw new Error('No signature.')
    const hash = spendDigest({ account, chainId: PRIMARY, target: policy.target, amount, nonce: 0n, action: 0 })
    expect(await recoverAddress({ hash, signature: result.signature })).toBe(signer.address)
    expect(faulty.asked.map(({ method }) => method)).toEqual(['eth_call', 'eth_call'])
    expect(faulty.asked[1]?.params[1]).toMatch(/^0x[0-9a-f]+$/)
    expect(stage.checks).toEqual([{ chainId: PRIMARY, payer: alice.address, target: policy.target, fresh: true }])
    await submitPay(alice, account, amount, result.signature)
    expect(await devnet.balanceOf(policy.target)).toBe(amount)
    expect(await verifyAuditStore(store)).toMatchObject({ ok: true, unrecordedSignatures: 0 })
  })

  test('behavior: direct: an owner that has paid before', async () => {
    const { cosigner, signer, stage } = await open()
    const owner = freshOwner()
    const { account } = await makeBox(signer.address, { owner: owner.address })
    expect(await cosigner.judge(payOf(account, owner.address))).toEqual(veto('owner_not_bound'))
    stage.paid.add(owner.address.toLowerCase())
    stage.offsetMs += 3_000
    expect(await cosigner.judge(payOf(account, owner.address))).toMatchObject({ approved: true })
  })

  test('behavior: the digest is checked against the contracts’ vectors, not against our own code', async () => {
    const { cosigner, signer, stage } = await open()
    const owner = freshOwner()
    stage.paid.add(owner.address.toLowerCase())
    const { account, policy } = await makeBox(signer.address, { owner: owner.address })
    for (const value of [1n, 2n]) {
      const result = await cosigner.judge(payOf(account, owner.address, { amount: value }))
      if (!result.approved || !('signature' in result)) throw new Error('No signature.')
      await submitPay(alice, account, value, result.signature)
    }
    expect(await devnet.balanceOf(policy.target)).toBe(3n)
  })
})

describe('vetoes', () => {
  test('error: unknown_account: an empty address, a wallet, a contract, an imitation of a box', async () => {
    const { cosigner, signer, stage } = await open()
    const owner = freshOwner()
    stage.paid.add(owner.address.toLowerCase())
    const { account } = await makeBox(signer.address, { owner: owner.address })
    const policyAnswer = await devnet.publicClient.request({
      method: 'eth_call',
      params: [{ to: account, data: '0x0505c8c9' }, 'latest'],
    })
    const hash = await alice.walletClient.sendTransaction({
      account: alice.walletClient.account ?? alice.address,
      chain: null,
      data: parrot(policyAnswer),
    })
    const { contractAddress } = await devnet.publicClient.waitForTransactionReceipt({ hash })
    const fakes = [freshAddress(), alice.address, usdc(), contractAddress as Address, factory()]
    for (const fake of [...fakes, chain.deployment.spendPolicyAccountImpl])
      expect(await cosigner.judge(payOf(fake, owner.address))).toEqual(veto('unknown_account'))
  })

  test('error: unknown_account: a proxy to another implementation with our terms', async () => {
    const { cosigner, signer, stage } = await open()
    const owner = freshOwner()
    stage.paid.add(owner.address.toLowerCase())
    const { account } = await makeBox(signer.address, { owner: owner.address })
    const code = await devnet.publicClient.getCode({ address: account })
    const impl = chain.deployment.spendPolicyAccountImpl.slice(2).toLowerCase()
    const forms = [`${code}`.replace(impl, freshAddress().slice(2).toLowerCase()), `${code}00`, `${code}`.slice(0, -2)]
    for (const form of forms) {
      const faulty = faultyChain(chain)
      const runtime = form.slice(2)
      const length = (runtime.length / 2).toString(16).padStart(4, '0')
      const hash = await alice.walletClient.sendTransaction({
        account: alice.walletClient.account ?? alice.address,
        chain: null,
        data: `0x61${length}80600a5f395ff3${runtime}`,
      })
      const { contractAddress } = await devnet.publicClient.waitForTransactionReceipt({ hash })
      expect(await cosigner.judge(payOf(contractAddress as Address, owner.address))).toEqual(veto('unknown_account'))
      expect(faulty.asked).toEqual([])
    }
  })

  test('error: foreign_cosigner, before anything else is checked', async () => {
    const { cosigner, stage } = await open()
    const owner = freshOwner()
    const { account } = await makeBox(freshAddress(), { owner: owner.address })
    expect(await cosigner.judge(payOf(account, owner.address))).toEqual(veto('foreign_cosigner'))
    expect(stage.checks).toEqual([])
  })

  test('error: token_not_allowed', async () => {
    const { cosigner, signer } = await open()
    const owner = freshOwner()
    const { account } = await makeBox(signer.address, { owner: owner.address, token: freshAddress(), funds: 0n })
    expect(await cosigner.judge(payOf(account, owner.address))).toEqual(veto('token_not_allowed'))
  })

  test('error: mode_mismatch, both ways', async () => {
    const { cosigner, signer, stage } = await open()
    const owner = freshOwner()
    stage.paid.add(owner.address.toLowerCase())
    const push = await makeBox(signer.address, { owner: owner.address })
    const pull = await makeBox(signer.address, { owner: owner.address, kind: 'pull' })
    expect(await cosigner.judge(payOf(push.account, owner.address, { action: 1 }))).toEqual(veto('mode_mismatch'))
    expect(await cosigner.judge(payOf(pull.account, owner.address))).toEqual(veto('mode_mismatch'))
  })

  test('error: over_limit: zero, more than the cap, more than is left', async () => {
    const { cosigner, signer, stage } = await open()
    const owner = freshOwner()
    stage.paid.add(owner.address.toLowerCase())
    const { account, policy } = await makeBox(signer.address, { owner: owner.address, maxAmount: 3_000_000n })
    for (const value of [0n, 3_000_001n, 2n ** 255n])
      expect(await cosigner.judge(payOf(account, owner.address, { amount: value }))).toEqual(veto('over_limit'))
    const first = await cosigner.judge(payOf(account, owner.address, { amount: 2_000_000n }))
    if (!first.approved || !('signature' in first)) throw new Error('No signature.')
    await submitPay(alice, account, 2_000_000n, first.signature)
    expect(await devnet.balanceOf(policy.target)).toBe(2_000_000n)
    expect(await cosigner.judge(payOf(account, owner.address, { amount: 1_000_001n }))).toEqual(veto('over_limit'))
  })

  test('error: over_pull_cap, too_soon; a cap of 0 means the whole balance', async () => {
    const { cosigner, signer, stage } = await open()
    const owner = freshOwner()
    stage.paid.add(owner.address.toLowerCase())
    const pull = (account: Address, value: bigint) =>
      cosigner.judge(payOf(account, owner.address, { action: 1, amount: value }))
    const open_ = await makeBox(signer.address, { owner: owner.address, kind: 'pull', perPullMax: 0n })
    expect(await pull(open_.account, 3_000_000n)).toMatchObject({ approved: true })
    const { account } = await makeBox(signer.address, { owner: owner.address, kind: 'pull' })
    expect(await pull(account, 1_000_001n)).toEqual(veto('over_pull_cap'))
    const first = await pull(account, amount)
    if (!first.approved || !('signature' in first)) throw new Error('No signature.')
    await submitPull(alice, account, amount, first.signature)
    expect(await pull(account, amount)).toEqual(veto('too_soon'))
  })

  test('error: expired: thirty seconds before the end', async () => {
    const { cosigner, signer, stage } = await open()
    const owner = freshOwner()
    stage.paid.add(owner.address.toLowerCase())
    const soon = await makeBox(signer.address, { owner: owner.address, expiry: expiryIn(29) })
    const later = await makeBox(signer.address, { owner: owner.address, expiry: expiryIn(90) })
    expect(await cosigner.judge(payOf(soon.account, owner.address))).toEqual(veto('expired'))
    expect(await cosigner.judge(payOf(later.account, owner.address))).toMatchObject({ approved: true })
  })

  test('error: risk_blocked, risk_unavailable; a warning without a resemblance passes', async () => {
    const { cosigner, signer, stage, lines } = await open()
    const owner = freshOwner()
    stage.paid.add(owner.address.toLowerCase())
    const { account } = await makeBox(signer.address, { owner: owner.address })
    const ask = (verdict: CosignStage['stage']['verdict'], value = amount) => {
      stage.verdict = verdict
      stage.offsetMs += 3_000
      return cosigner.judge(payOf(account, owner.address, { amount: value }))
    }
    expect(await ask({ level: 'block', reasons: ['LOOKALIKE_ADDRESS'] })).toEqual(
      veto('risk_blocked', ['LOOKALIKE_ADDRESS']),
    )
    expect(await ask({ level: 'warning', reasons: ['NEW_ADDRESS'] })).toMatchObject({ approved: true })
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
    expect(await ask({ level: 'block', reasons: ['LOOKALIKE_ADDRESS'] }, 2n)).toMatchObject({ code: 'risk_blocked' })
    expect(lines.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
      'the firewall blocks a target that was signed for',
    ])

    // With a proof, another history counts, so that a missing history is reported as such.
    const proven = await owner.prove(payOf(account, owner.address, { payer: alice.address }))
    for (const verdict of [
      { complete: false, level: 'block', reasons: ['DATA_UNAVAILABLE'] },
      { complete: false, level: 'block', reasons: ['DATA_UNAVAILABLE', 'NEW_ADDRESS'] },
      { complete: false, level: 'safe' },
    ] as const) {
      stage.verdict = verdict
      expect(await cosigner.judge(proven)).toMatchObject({ approved: false, code: 'risk_unavailable' })
    }
    stage.verdict = { complete: false, level: 'block', reasons: ['DATA_UNAVAILABLE', 'ZERO_VALUE_BAIT'] }
    expect(await cosigner.judge(proven)).toMatchObject({ code: 'risk_blocked' })
    stage.verdict = {}
    for (const failure of [
      () => Promise.reject(new Error('https://key@node/')),
      () => {
        throw new Error('at once')
      },
      () => Promise.resolve(undefined),
      () => Promise.resolve({ level: 'fine', complete: true, reasons: [] }),
      () => new Promise(() => {}),
    ]) {
      stage.firewallFails = failure
      expect(await cosigner.judge(proven)).toEqual(veto('risk_unavailable'))
    }
    expect(JSON.stringify(lines)).not.toContain('key@node')
    stage.firewallFails = undefined
    expect(await cosigner.judge(proven)).toMatchObject({ approved: true })
  })

  test('error: not_funded', async () => {
    const { cosigner, signer, stage } = await open()
    const owner = freshOwner()
    stage.paid.add(owner.address.toLowerCase())
    const { account } = await makeBox(signer.address, { owner: owner.address, funds: amount - 1n })
    expect(await cosigner.judge(payOf(account, owner.address))).toEqual(veto('not_funded'))
    expect(await cosigner.judge(payOf(account, owner.address, { amount: amount - 1n }))).toMatchObject({
      approved: true,
    })
  })
})

describe('whose history', () => {
  test('error: the target asks with a clean owner, the announced stealth address, captured proofs', async () => {
    const { cosigner, signer, stage, store } = await open()
    const owner = freshOwner()
    const thief = freshOwner()
    const { account, policy, salt } = await makeBox(signer.address, { owner: owner.address })
    const other = await makeBox(signer.address, { owner: owner.address })
    stage.announced.add(owner.address.toLowerCase())
    stage.paid.add(alice.address.toLowerCase())
    stage.paid.add(thief.address.toLowerCase())
    // Even when another account has made the stealth address pay.
    stage.paid.add(owner.address.toLowerCase())
    const undeployed = pushPolicy(usdc(), { cosigner: signer.address, owner: owner.address })
    const first = {
      ...counterfactualOf(undeployed, salt, account),
      policy: counterfactualOf(policy, salt, account).policy,
    }
    const expectNothing = async (request: CosignAuthorize | CosignCounterfactual) =>
      expect(await cosigner.judge(request)).toMatchObject({ approved: false, code: 'owner_not_bound' })

    for (const clean of [alice.address, thief.address, policy.target]) await expectNothing(payOf(account, clean))
    await expectNothing(payOf(account, owner.address))
    for (const payer of [alice.address, owner.address, policy.target])
      await expectNothing(payOf(account, owner.address, { payer }))
    await expectNothing(await thief.prove(payOf(account, owner.address, { payer: alice.address })))
    await expectNothing(await thief.prove(payOf(account, thief.address, { payer: alice.address })))
    await expectNothing(first)
    await expectNothing({ ...first, payer: alice.address })
    await expectNothing(await thief.prove({ ...first, payer: alice.address }))

    const { auth } = await owner.prove(payOf(other.account, owner.address, { payer: alice.address }))
    await expectNothing(payOf(account, owner.address, { payer: alice.address, auth }))
    const captured = await owner.prove(payOf(account, owner.address, { payer: alice.address }))
    await expectNothing({ ...captured, amount: 2n })
    await expectNothing({ ...captured, payer: thief.address })
    const stale = await owner.prove(payOf(account, owner.address, { payer: alice.address }), Date.now() - 121_000)
    await expectNothing(stale)
    await expectNothing(
      await owner.prove(payOf(account, owner.address, { payer: alice.address }), Date.now() + 125_000),
    )
    // The owner's own history is read, since the announcement may be forged; never one that the caller chose.
    for (const { payer } of stage.checks) expect(payer).toBe(owner.address)
    expect(await store.db.selectFrom('signatures').selectAll().execute()).toEqual([])
    expect(await cosigner.judge(captured)).toMatchObject({ approved: true })
  })

  test('regression: a forged announcement of a wallet does not stop its direct payments, proven or not', async () => {
    const { cosigner, signer, stage } = await open()
    const owner = freshOwner()
    const { account } = await makeBox(signer.address, { owner: owner.address })
    stage.announced.add(owner.address.toLowerCase())
    stage.paid.add(owner.address.toLowerCase())
    expect(await cosigner.judge(await owner.prove(payOf(account, owner.address)))).toMatchObject({ approved: true })

    const sinceBlock = 100n
    stage.announcements.sinceBlock = sinceBlock
    const direct = async (firstPaidBlock: bigint | undefined) => {
      stage.offsetMs += 3_000
      stage.verdict = { firstPaidBlock }
      return cosigner.judge(payOf(account, owner.address))
    }
    expect(await direct(sinceBlock - 1n)).toMatchObject({ approved: true })
    // A stealth address that has paid later is still one.
    for (const block of [undefined, sinceBlock, sinceBlock + 1n])
      expect(await direct(block)).toEqual(veto('owner_not_bound'))
  })

  test('error: an incomplete list of announcements, one that fails, one that hangs', async () => {
    const owner = freshOwner()
    const signer = await freshSigner()
    const { account } = await makeBox(signer.address, { owner: owner.address })
    const answers = [
      () => ({ complete: false, namesOwner: false }),
      () => Promise.reject(new Error('down')),
      () => {
        throw new Error('down')
      },
      () => new Promise<never>(() => {}),
      () => undefined as never,
    ]
    for (const namesOwner of answers) {
      const { cosigner, stage } = await open({ signer, sources: { announcements: { namesOwner } } })
      stage.paid.add(owner.address.toLowerCase())
      expect(await cosigner.judge(payOf(account, owner.address))).toEqual(veto('owner_not_bound'))
    }
  })

  test('error: an incomplete history, or one without a payment', async () => {
    const { cosigner, signer, stage } = await open()
    const owner = freshOwner()
    const { account } = await makeBox(signer.address, { owner: owner.address })
    for (const verdict of [{ hasPaid: false }, { hasPaid: true, complete: false }]) {
      stage.verdict = verdict
      expect(await cosigner.judge(payOf(account, owner.address))).toEqual(veto('owner_not_bound'))
    }
  })
})

describe('a target that resembles a payee', () => {
  const payee = freshAddress()
  const resembling = { level: 'warning', reasons: ['LOOKALIKE_ADDRESS'], resembles: [payee] } as const
  const refused = veto('risk_blocked', ['LOOKALIKE_ADDRESS'])

  test('default: is signed for once the owner accepts that payee', async () => {
    const { cosigner, signer, stage, lines, store } = await open()
    const owner = freshOwner()
    const { account } = await makeBox(signer.address, { owner: owner.address })
    stage.verdict = resembling
    const ask = async (over: Partial<CosignAuthorize>) =>
      cosigner.judge(await owner.prove(payOf(account, owner.address, { payer: alice.address, ...over })))
    expect(await ask({})).toEqual(refused)
    expect(await ask({ accept: freshAddress() })).toEqual(refused)
    expect(await ask({ accept: payee })).toMatchObject({ approved: true })
    // Asked again without it, the earlier signature raises no alarm.
    expect(await ask({})).toEqual(refused)
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
    const audit = JSON.stringify(await store.db.selectFrom('audit').selectAll().execute()).toLowerCase()
    expect(audit).not.toContain(payee.slice(2).toLowerCase())
  })

  test('error: the owner accepts one of two, or has not signed', async () => {
    const { cosigner, signer, stage } = await open()
    const owner = freshOwner()
    stage.paid.add(owner.address.toLowerCase())
    const { account } = await makeBox(signer.address, { owner: owner.address })
    stage.verdict = resembling
    const asked = payOf(account, owner.address, { accept: payee })
    expect(await cosigner.judge(asked)).toEqual(refused)
    stage.offsetMs += 3_000
    stage.verdict = { ...resembling, resembles: [payee, freshAddress()] }
    expect(await cosigner.judge(await owner.prove(asked))).toEqual(refused)
  })

  test('error: the owner’s acceptance does not lift a block', async () => {
    const { cosigner, signer, stage } = await open()
    const owner = freshOwner()
    const { account } = await makeBox(signer.address, { owner: owner.address })
    stage.verdict = { level: 'block', reasons: ['LOOKALIKE_ADDRESS'] }
    const asked = await owner.prove(payOf(account, owner.address, { payer: alice.address, accept: payee }))
    expect(await cosigner.judge(asked)).toEqual(refused)
  })

  test('behavior: the first payment of a box that is not deployed, and a precheck', async () => {
    const { cosigner, signer, stage } = await open()
    const owner = freshOwner()
    stage.verdict = resembling
    const policy = pushPolicy(usdc(), { cosigner: signer.address, owner: owner.address })
    const salt = freshSalt()
    const box = await predictEphemeral(devnet.publicClient, factory(), salt, policy)
    const first = { ...counterfactualOf(policy, salt, box), payer: alice.address }
    expect(await cosigner.judge(await owner.prove(first))).toEqual(refused)
    expect(await cosigner.judge(await owner.prove({ ...first, accept: payee }))).toMatchObject({ approved: true })
    const { target } = policy
    expect(await cosigner.judge({ phase: 'precheck', owner: alice.address, target, amount })).toEqual(refused)
  })

  test('behavior: a binding stores the acceptance for the pulls', async () => {
    const { cosigner, signer, stage, store } = await open()
    const owner = freshOwner()
    const { account } = await makeBox(signer.address, { owner: owner.address, kind: 'pull' })
    stage.verdict = resembling
    const pull: CosignAuthorize = { phase: 'authorize', account, amount, action: 1 }
    const until = expiryIn(60)
    const bind = { phase: 'bind', account, owner: owner.address, payer: alice.address, until } as const
    await cosigner.judge(await owner.prove(bind, Date.now() - 1))
    expect(await cosigner.judge(pull)).toEqual(refused)
    expect(await cosigner.judge(await owner.prove({ ...bind, accept: payee }))).toEqual({ approved: true })
    expect(await cosigner.judge(pull)).toMatchObject({ approved: true })
    const rows = JSON.stringify(await store.db.selectFrom('bindings').selectAll().execute()).toLowerCase()
    expect(rows).not.toContain(payee.slice(2).toLowerCase())
  })
})

describe('bind', () => {
  const pullOf = (account: Address): CosignAuthorize => ({ phase: 'authorize', account, amount, action: 1 })

  test('default: the merchant pulls while the payer is offline, also after a restart; sealed, and gone at its end', async () => {
    const settings = await sqlite.settings()
    const store = await sqlite.open(settings)
    const opened = await open({ store })
    const { signer } = opened
    const owner = freshOwner()
    const { account, policy } = await makeBox(signer.address, { owner: owner.address, kind: 'pull' })
    const other = await makeBox(signer.address, { owner: owner.address, kind: 'pull' })
    opened.stage.announced.add(owner.address.toLowerCase())
    expect(await opened.cosigner.judge(pullOf(account))).toEqual(veto('owner_not_bound'))
    const until = expiryIn(3_600)
    const bind = { phase: 'bind', account, owner: owner.address, payer: alice.address, until } as const
    expect(await opened.cosigner.judge(await owner.prove(bind))).toEqual({ approved: true })
    const rows = await store.db.selectFrom('bindings').selectAll().execute()
    expect(rows).toHaveLength(1)
    const written = JSON.stringify([rows, await store.db.selectFrom('audit').selectAll().execute(), opened.lines])
    expect(written.toLowerCase()).not.toContain(alice.address.toLowerCase().slice(2))
    expect(written.toLowerCase()).not.toContain(owner.address.toLowerCase().slice(2))

    const first = await opened.cosigner.judge(pullOf(account))
    expect(opened.stage.checks.at(-1)).toMatchObject({ payer: alice.address, target: policy.target })
    opened.stop()
    await store.close()
    const again = await open({ store: await sqlite.open(settings), signer })
    expect(await again.cosigner.judge(pullOf(account))).toEqual(first)
    expect(await again.cosigner.judge(pullOf(other.account))).toEqual(veto('owner_not_bound'))
    if (!first.approved || !('signature' in first)) throw new Error('No signature.')
    await submitPull(alice, account, amount, first.signature)
    expect(await devnet.balanceOf(policy.target)).toBe(amount)

    again.stage.offsetMs = 3_601_000
    expect(await again.cosigner.judge(pullOf(account))).toEqual(veto('owner_not_bound'))
    await again.cosigner.purge()
    expect(await again.store.db.selectFrom('bindings').selectAll().execute()).toEqual([])
  })

  test('behavior: a later binding replaces an earlier one, not the other way round', async () => {
    const { cosigner, signer, stage } = await open()
    const owner = freshOwner()
    const bob = freshAddress()
    const { account } = await makeBox(signer.address, { owner: owner.address, kind: 'pull' })
    const now = Date.now()
    const bind = (payer: Address, at: number) =>
      owner.prove({ phase: 'bind', account, owner: owner.address, payer, until: expiryIn(3_600) } as const, at)
    const older = await bind(alice.address, now - 1_000)
    const newer = await bind(bob, now)
    expect(await cosigner.judge(newer)).toEqual({ approved: true })
    expect(await cosigner.judge(older)).toEqual(veto('owner_not_bound'))
    expect(await cosigner.judge(newer)).toEqual({ approved: true })
    await cosigner.judge(pullOf(account))
    expect(stage.checks.at(-1)?.payer).toBe(bob)
  })

  test('error: a captured binding, after the later one that ended it', async () => {
    const { cosigner, signer, stage } = await open()
    const owner = freshOwner()
    const { account } = await makeBox(signer.address, { owner: owner.address, kind: 'pull' })
    const now = Date.now()
    const bind = { phase: 'bind', account, owner: owner.address, payer: alice.address } as const
    const long = await owner.prove({ ...bind, until: expiryIn(3_600) }, now)
    const short = await owner.prove({ ...bind, until: expiryIn(30) }, now + 1)
    expect(await cosigner.judge(long)).toEqual({ approved: true })
    expect(await cosigner.judge(short)).toEqual({ approved: true })
    // The short one is over, and the proof of the long one is still fresh.
    stage.offsetMs = 60_000
    await cosigner.purge()
    expect(await cosigner.judge(long)).toEqual(veto('owner_not_bound'))
    expect(await cosigner.judge(pullOf(account))).toEqual(veto('owner_not_bound'))
  })

  test('error: by another account, for a box that pays, beyond the end of the box, of a foreign box', async () => {
    const { cosigner, signer, store } = await open()
    const owner = freshOwner()
    const thief = freshOwner()
    const expiry = expiryIn(7_200)
    const pull = await makeBox(signer.address, { owner: owner.address, kind: 'pull', expiry })
    const push = await makeBox(signer.address, { owner: owner.address, expiry })
    const foreign = await makeBox(freshAddress(), { owner: owner.address, kind: 'pull', expiry })
    const bind = { phase: 'bind', owner: owner.address, payer: alice.address, until: expiry } as const
    const ask = async (request: Parameters<typeof cosigner.judge>[0]) =>
      (await cosigner.judge(request)) as { code: string }
    const account = pull.account
    expect((await ask(await thief.prove({ ...bind, account }))).code).toBe('owner_not_bound')
    expect((await ask(await thief.prove({ ...bind, account, owner: thief.address }))).code).toBe('owner_not_bound')
    expect((await ask(await owner.prove({ ...bind, account: push.account }))).code).toBe('mode_mismatch')
    expect((await ask(await owner.prove({ ...bind, account, until: expiry + 1 }))).code).toBe('expired')
    expect((await ask(await owner.prove({ ...bind, account, until: 1 }))).code).toBe('expired')
    expect((await ask(await owner.prove({ ...bind, account: foreign.account }))).code).toBe('foreign_cosigner')
    expect((await ask(await owner.prove({ ...bind, account: freshAddress() }))).code).toBe('unknown_account')
    expect(await store.db.selectFrom('bindings').selectAll().execute()).toEqual([])
  })

  test('error: a row that was copied to another box, or changed', async () => {
    const { cosigner, signer, store } = await open()
    const owner = freshOwner()
    const one = await makeBox(signer.address, { owner: owner.address, kind: 'pull' })
    const two = await makeBox(signer.address, { owner: owner.address, kind: 'pull' })
    const bind = { phase: 'bind', account: one.account, owner: owner.address, payer: alice.address } as const
    await cosigner.judge(await owner.prove({ ...bind, until: expiryIn(3_600) }))
    const row = await store.db.selectFrom('bindings').selectAll().executeTakeFirstOrThrow()
    await store.db
      .insertInto('bindings')
      .values({ ...row, account: two.account.toLowerCase() })
      .execute()
    expect(await cosigner.judge(pullOf(two.account))).toEqual(veto('owner_not_bound'))
    await store.db
      .updateTable('bindings')
      .set({ sealed: `${row.sealed.slice(0, -2)}xx` })
      .execute()
    expect(await cosigner.judge(pullOf(one.account))).toEqual(veto('owner_not_bound'))
  })
})

describe('counterfactual', () => {
  async function undeployed(cosigner: Address, over: Partial<EphemeralPolicy> = {}) {
    const owner = freshOwner()
    const policy = pushPolicy(usdc(), { cosigner, owner: owner.address, ...over })
    const salt = freshSalt()
    const box = await predictEphemeral(devnet.publicClient, factory(), salt, policy)
    return { owner, policy, salt, box, request: { ...counterfactualOf(policy, salt, box), payer: alice.address } }
  }

  test('behavior: boxes that do not exist cannot fill the store, with any expiry and keys', async () => {
    const { cosigner, signer, store, tally } = await open()
    const year36812 = 1_099_511_627_775
    const network = '2001:db8:7:100::/64'
    let made = 0
    let refusal: unknown
    for (; made < 150 && refusal === undefined; made++) {
      const { owner, request } = await undeployed(signer.address, { expiry: year36812 })
      const judged = cosigner.judge(await owner.prove(request), { network })
      await judged.catch((error: unknown) => {
        refusal = error
      })
    }
    expect(made).toBe(101)
    expect(refusal).toMatchObject({ name: 'SignatureLimitError', retryAfterSeconds: expect.any(Number) })
    const rows = await store.db.selectFrom('signatures').select(['created_at', 'ends_at']).execute()
    expect(rows).toHaveLength(100)
    for (const { created_at, ends_at } of rows) expect(ends_at).toBeLessThan(created_at + 8 * 86_400_000)
    // Another network is not blocked.
    const { owner, request } = await undeployed(signer.address)
    const other = { network: '192.0.2.1' }
    expect(await cosigner.judge(await owner.prove(request), other)).toMatchObject({ approved: true })

    await tally.stop()
    const before = await store.db.selectFrom('audit').select('seq').execute()
    for (let count = 0; count < 10; count++) {
      const vetoed = await undeployed(signer.address, { maxAmount: 1n, perPullMax: 0n })
      expect(await cosigner.judge(await vetoed.owner.prove(vetoed.request))).toMatchObject({ code: 'over_limit' })
    }
    await tally.stop()
    expect((await store.db.selectFrom('audit').select('seq').execute()).length - before.length).toBeLessThanOrEqual(2)
  })

  test('default: one round trip, no contract needed; also after any caller deploys the box', async () => {
    const faulty = faultyChain(chain)
    const { cosigner, signer } = await open({ chain: faulty })
    const { owner, policy, salt, box, request } = await undeployed(signer.address)
    const first = await cosigner.judge(await owner.prove(request))
    expect(first).toMatchObject({ approved: true })
    expect(faulty.asked).toHaveLength(1)
    const bob = await devnet.actor()
    await createEphemeral(bob, factory(), salt, policy, { skipRiskCheck: true })
    expect(await cosigner.judge(await owner.prove(request))).toEqual(veto('not_funded'))
    await fundEphemeral(alice, box, 3_000_000n, policy, { skipRiskCheck: true })
    const second = await cosigner.judge(await owner.prove(request))
    expect(second).toEqual(first)
    if (!first.approved || !('signature' in first)) throw new Error('No signature.')
    await submitPay(bob, box, amount, first.signature)
    const third = await cosigner.judge(await owner.prove(request))
    if (!third.approved || !('signature' in third)) throw new Error('No signature.')
    await submitPay(bob, box, amount, third.signature)
    expect(await devnet.balanceOf(policy.target)).toBe(2n * amount)
  })

  test('error: another factory, another box, a changed policy, a policy no factory takes', async () => {
    const { cosigner, signer, stage } = await open()
    const { owner, request } = await undeployed(signer.address)
    const ask = async (changes: Partial<CosignCounterfactual>) =>
      ((await cosigner.judge(await owner.prove({ ...request, ...changes }))) as { code?: string }).code
    const { policy } = request
    expect(await ask({ factory: freshAddress() })).toBe('unknown_account')
    expect(await ask({ box: freshAddress() })).toBe('unknown_account')
    expect(await ask({ salt: freshSalt() })).toBe('unknown_account')
    expect(await ask({ policy: { ...policy, target: freshAddress() } })).toBe('unknown_account')
    expect(await ask({ policy: { ...policy, maxAmount: '0' } })).toBe('unknown_account')
    expect(await ask({ owner: freshAddress() })).toBe('owner_not_bound')
    expect(await ask({ amount: 0n })).toBe('over_limit')
    expect(await ask({ amount: 5_000_001n })).toBe('over_limit')
    expect(stage.checks).toEqual([])
    const foreign = await undeployed(freshAddress())
    expect(await cosigner.judge(await foreign.owner.prove(foreign.request))).toEqual(veto('foreign_cosigner'))
    const odd = await undeployed(signer.address, { token: freshAddress() })
    expect(await cosigner.judge(await odd.owner.prove(odd.request))).toEqual(veto('token_not_allowed'))
    const late = await undeployed(signer.address, { expiry: expiryIn(20) })
    expect(await cosigner.judge(await late.owner.prove(late.request))).toEqual(veto('expired'))
    const pull = await undeployed(signer.address, { mode: 1, interval: 60 })
    expect(await cosigner.judge(await pull.owner.prove(pull.request))).toEqual(veto('mode_mismatch'))
  })
})

describe('precheck', () => {
  test('default: asks only the firewall, and caches a complete verdict for half a minute', async () => {
    const faulty = faultyChain(chain)
    const { cosigner, stage } = await open({ chain: faulty })
    const ask = (target: Address) => cosigner.judge({ phase: 'precheck', owner: alice.address, target, amount })
    const target = freshAddress()
    expect(await Promise.all([ask(target), ask(target)])).toEqual([{ approved: true }, { approved: true }])
    stage.verdict = { level: 'block', reasons: ['LOOKALIKE_ADDRESS'] }
    stage.offsetMs = 29_000
    expect(await ask(target)).toEqual({ approved: true })
    expect(stage.checks).toHaveLength(1)
    stage.offsetMs = 31_000
    expect(await ask(target)).toEqual(veto('risk_blocked', ['LOOKALIKE_ADDRESS']))
    stage.verdict = { complete: false }
    const other = freshAddress()
    expect(await ask(other)).toEqual(veto('risk_unavailable'))
    stage.verdict = {}
    expect(await ask(other)).toEqual({ approved: true })
    expect(faulty.asked).toEqual([])
  })

  test('behavior: equal requests of two networks are judged for each', async () => {
    const { cosigner, stage } = await open()
    const request = { phase: 'precheck', owner: alice.address, target: freshAddress(), amount } as const
    const by = (network: string) => asCaller(network, () => cosigner.judge(request, { network }))
    const results = await Promise.all(['198.51.100.1', '203.0.113.7', '198.51.100.1'].map(by))
    expect(results).toEqual(Array(3).fill({ approved: true }))
    expect(stage.checks).toHaveLength(2)
  })
})

test('behavior: a cached precheck is not enough to sign, and the evaluation has a time limit', async () => {
  const { cosigner, signer, stage } = await open({ timing: { totalMs: 900, firewallMs: 3_600_000 } })
  const owner = freshOwner()
  const { account, policy } = await makeBox(signer.address, { owner: owner.address })
  const asked = await owner.prove(payOf(account, owner.address, { payer: alice.address }))
  await cosigner.judge({ phase: 'precheck', owner: alice.address, target: policy.target, amount })
  expect(await cosigner.judge(asked)).toMatchObject({ approved: true })
  expect(stage.checks.map(({ fresh }) => fresh)).toEqual([false, true])
  stage.offsetMs += 3_000
  stage.firewallFails = () => new Promise(() => {})
  expect(await cosigner.judge(asked)).toEqual(veto('risk_unavailable'))
})

describe('ledger', () => {
  test('behavior: 50 at once are one signature; two amounts on one nonce are two, counted and logged', async () => {
    const signed: string[] = []
    const key = await freshSigner()
    const signer = {
      address: key.address,
      health: () => key.health(),
      signMessage: key.signMessage.bind(key),
      signTransaction: key.signTransaction.bind(key),
      signTypedData: async (data: Parameters<typeof key.signTypedData>[0]) => {
        signed.push('once')
        return key.signTypedData(data)
      },
    }
    const { cosigner, stage, store, metrics, lines } = await open({ signer })
    const owner = freshOwner()
    stage.paid.add(owner.address.toLowerCase())
    const { account, policy } = await makeBox(signer.address, { owner: owner.address })
    const results = await Promise.all(Array.from({ length: 50 }, () => cosigner.judge(payOf(account, owner.address))))
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
    expect(results[0]).toMatchObject({ approved: true })
    expect(signed).toHaveLength(1)
    const rows = () => store.db.selectFrom('signatures').selectAll().execute()
    expect(await rows()).toHaveLength(1)
    const [signature] = results.map((result) => (result as { signature: Hex }).signature)
    expect(JSON.stringify(await rows())).not.toContain(`${signature}`.slice(2))

    expect(await cosigner.judge(payOf(account, owner.address))).toEqual(results[0])
    expect(signed).toHaveLength(1)
    for (let index = 1n; index <= 7n; index++)
      expect(await cosigner.judge(payOf(account, owner.address, { amount: index }))).toMatchObject({ approved: true })
    expect(await rows()).toHaveLength(8)
    expect(await metrics.registry.getSingleMetricAsString('holdfast_cosign_equivocations_total')).toContain(' 7')
    expect(lines.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
      'many second signatures for one nonce',
    ])
    const written = JSON.stringify([lines, await store.db.selectFrom('audit').selectAll().execute()])
    expect(written).not.toContain(`${signature}`.slice(2, 66))
    expect(written.toLowerCase()).not.toContain(owner.address.slice(2).toLowerCase())
    await submitPay(alice, account, amount, signature as Hex)
    expect(await devnet.balanceOf(policy.target)).toBe(amount)
    expect(await verifyAuditStore(store)).toMatchObject({ ok: true })
  })

  test('behavior: a key that signs differently each time is refused; a signature of another key is kept back', async () => {
    const key = await freshSigner()
    const other = await freshSigner()
    let count = 0
    const wrapped = (over: Partial<typeof key>): typeof key => ({
      address: key.address,
      health: () => key.health(),
      signMessage: (message) => key.signMessage(message),
      signTransaction: (transaction) => key.signTransaction(transaction),
      signTypedData: (data) => key.signTypedData(data),
      ...over,
    })
    await expect(
      open({ signer: wrapped({ signMessage: (message) => key.signMessage(`${message}${count++}`) }) }),
    ).rejects.toThrow('does not sign deterministically')
    const owner = freshOwner()
    const { account } = await makeBox(key.address, { owner: owner.address })
    for (const signTypedData of [
      (data: Parameters<typeof key.signTypedData>[0]) => other.signTypedData(data),
      async () => '0x' as Hex,
      async () => `0x${'11'.repeat(65)}` as Hex,
    ]) {
      const { cosigner, stage, store, tally } = await open({ signer: wrapped({ signTypedData }) })
      stage.paid.add(owner.address.toLowerCase())
      await expect(cosigner.judge(payOf(account, owner.address))).rejects.toThrow('not by its key')
      await tally.stop()
      expect(await store.db.selectFrom('audit').select('kind').execute()).toEqual([{ kind: 'refuse' }])
      expect(await store.db.selectFrom('signatures').selectAll().execute()).toEqual([])
    }
  })

  test('behavior: a request without a proof is only counted, one with the owner’s proof has a row each', async () => {
    const { cosigner, signer, stage, store, tally } = await open()
    const owner = freshOwner()
    stage.paid.add(owner.address.toLowerCase())
    const { account } = await makeBox(signer.address, { owner: owner.address })
    const times = 20
    for (let count = 0; count < times; count++) {
      const strange = payOf(freshAddress(), owner.address, { amount: BigInt(count + 1) })
      expect(await cosigner.judge(strange)).toEqual(veto('unknown_account'))
      expect(await cosigner.judge(payOf(account, owner.address))).toMatchObject({ approved: true })
      const forged = await freshOwner().prove(payOf(account, owner.address, { amount: 10n ** 12n }))
      expect(await cosigner.judge(forged)).toEqual(veto('over_limit'))
    }
    // Each of these gets a signature of its own.
    for (let amount = 1n; amount <= 5n; amount++)
      expect(await cosigner.judge(payOf(account, owner.address, { amount }))).toMatchObject({ approved: true })
    const anonymous = store.db.selectFrom('audit').select(['kind', 'body']).orderBy('seq')
    await tally.stop()
    const told = (await anonymous.execute()).map(({ kind, body }) => {
      const { code, isRepeat, count } = JSON.parse(body)
      return [kind, code ?? isRepeat, count ?? 1]
    })
    expect(told.sort()).toEqual(
      [
        ['veto', 'unknown_account', 1],
        ['veto', 'unknown_account', times - 1],
        ['veto', 'over_limit', 1],
        ['veto', 'over_limit', times - 1],
        ['sign', true, 1],
        ['sign', true, times - 2],
        ...Array.from({ length: 6 }, () => ['sign', false, 1]),
      ].sort(),
    )

    for (let count = 0; count < 3; count++) {
      const tooMuch = payOf(account, owner.address, { amount: 10n ** 12n + BigInt(count) })
      const proven = await owner.prove(tooMuch)
      expect(await cosigner.judge(proven)).toEqual(veto('over_limit'))
      // The same proof in 64 bytes (EIP-2098).
      const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(proven.auth.signature)))
      const short = { ...proven, auth: { ...proven.auth, signature: compact } }
      expect(await cosigner.judge(short)).toEqual(veto('over_limit'))
      const spent = payOf(account, owner.address, { payer: alice.address })
      expect(await cosigner.judge(await owner.prove(spent, Date.now() + count))).toMatchObject({ approved: true })
    }
    const { length } = await anonymous.execute()
    expect(length).toBe(told.length + 9)
    expect(await verifyAuditStore(store)).toMatchObject({ ok: true, unrecordedSignatures: 0 })
  })

  test('error: a signature that could not be recorded is not handed out', async () => {
    const { cosigner, signer, stage, store } = await open()
    const owner = freshOwner()
    stage.paid.add(owner.address.toLowerCase())
    const { account } = await makeBox(signer.address, { owner: owner.address })
    const { transaction } = store
    store.transaction = () => Promise.reject(new Error('disk full'))
    await expect(cosigner.judge(payOf(account, owner.address))).rejects.toThrow('disk full')
    expect(await cosigner.judge(payOf(freshAddress(), owner.address))).toEqual(veto('unknown_account'))
    store.transaction = transaction
    expect(await cosigner.judge(payOf(account, owner.address))).toMatchObject({ approved: true })
  })
})

describe('an unreliable node', () => {
  test('error: each read that fails, hangs, is cut off or false results in a veto', async () => {
    const faulty = faultyChain(chain)
    const { cosigner, signer, stage, store } = await open({ chain: faulty, timing: { readMs: 400, simulateMs: 400 } })
    const owner = freshOwner()
    stage.paid.add(owner.address.toLowerCase())
    const { account } = await makeBox(signer.address, { owner: owner.address })
    const ask = async () => {
      try {
        return ((await cosigner.judge(payOf(account, owner.address))) as { code?: string }).code ?? 'signed'
      } catch (error) {
        return (error as Error).name
      }
    }
    const answers: readonly (() => unknown)[] = [
      () => Promise.reject(new Error('https://node/key')),
      () => new Promise(() => {}),
      () => '0x',
      () => null,
      () => undefined,
      () => 7,
      () => 'nonsense',
      () => `0x${'00'.repeat(40)}`,
      () => `0x${'ff'.repeat(34 * 32)}`,
      () => `0x${'00'.repeat(34 * 32)}`,
    ]
    for (const answer of answers) {
      faulty.fault = (given, go) => (isSimulation(given) ? go() : answer())
      expect(['simulation_unavailable', 'unknown_account']).toContain(await ask())
    }
    // A simulation returns no data, and it is the third of them.
    for (const answer of answers.filter((_, index) => index !== 2)) {
      faulty.fault = (given, go) => (isSimulation(given) ? answer() : go())
      expect(await ask()).toBe('simulation_unavailable')
    }
    faulty.fault = (given, go) => {
      if (isSimulation(given)) throw Object.assign(new Error('execution reverted'), { code: 3, data: '0x' })
      return go()
    }
    expect(await ask()).toBe('simulation_failed')
    expect(await store.db.selectFrom('signatures').selectAll().execute()).toEqual([])

    // Changes one word of the read at a time: no change of what is signed, or for whom, is accepted.
    const kept: Record<string, string> = {}
    const words = 34
    // Word 1 is left out: whether the block after the newest exists is a matter of milliseconds.
    for (const index of Array.from({ length: words }, (_, index) => index).filter((index) => index !== 1)) {
      faulty.fault = async (given, go) => {
        const answer = String(await go())
        if (isSimulation(given)) return answer
        const at = 2 + index * 64
        const word = BigInt(`0x${answer.slice(at, at + 64)}`) ^ 1n
        return answer.slice(0, at) + word.toString(16).padStart(64, '0') + answer.slice(at + 64)
      }
      const outcome = await ask()
      if (outcome === 'signed') kept[index] = outcome
    }
    // The time of the block, what was spent and pulled, the balance: the box itself checks all of them. The gas left
    // and the padding behind the code say nothing about a box.
    expect(Object.keys(kept).map(Number)).toEqual([2, 3, 12, 13, 26, 30])
    faulty.fault = undefined
    expect(await ask()).toBe('signed')
  })
})

test('behavior: by default two endpoints must agree on the terms of a box; each box is confirmed once', async () => {
  const owner = freshOwner()
  const [faulty, second] = [faultyChain(chain), faultyChain(chain)]
  const endpoints = [faulty.client, second.client]
  const operators = ['one', 'two']
  const { cosigner, signer, stage } = await open({ chain: Object.assign(faulty, { endpoints, operators }) })
  stage.paid.add(owner.address.toLowerCase())
  const { account } = await makeBox(signer.address, { owner: owner.address })
  second.fault = () => Promise.reject(new Error('down'))
  expect(await cosigner.judge(payOf(account, owner.address))).toEqual(veto('simulation_unavailable'))
  const foreign = await makeBox(signer.address, { owner: freshAddress() })
  const hash = ownerHash(owner.address).slice(2)
  const told = ownerHash(foreign.policy.owner).slice(2)
  second.fault = undefined
  // The first endpoint reports that another owner's box is the caller's: the address does not prove that code.
  faulty.fault = async (given, go) => (isSimulation(given) ? go() : String(await go()).replaceAll(told, hash))
  expect(await cosigner.judge(payOf(foreign.account, owner.address))).toEqual(veto('unknown_account'))
  faulty.fault = undefined
  expect(await cosigner.judge(payOf(account, owner.address))).toMatchObject({ approved: true })
  second.asked.length = 0
  expect(await cosigner.judge(payOf(account, owner.address, { amount: 2n }))).toMatchObject({ approved: true })
  expect(second.asked).toEqual([])
})

test('behavior: the second endpoint reports another target, or does not answer: nothing is signed', async () => {
  const owner = freshOwner()
  const [first, second] = [faultyChain(chain), faultyChain(chain)]
  const endpoints = [first.client, second.client]
  const operators = ['one', 'two']
  const opened = await open({
    chain: Object.assign(first, { endpoints, operators }),
    quorum: 2,
    timing: { readMs: 700 },
  })
  const { cosigner, signer, stage, lines, store } = opened
  stage.paid.add(owner.address.toLowerCase())
  const { account, policy } = await makeBox(signer.address, { owner: owner.address })
  const target = policy.target.slice(2).toLowerCase()
  second.fault = async (_, go) => String(await go()).replaceAll(target, freshAddress().slice(2).toLowerCase())
  expect(await cosigner.judge(payOf(account, owner.address))).toEqual(veto('simulation_unavailable'))
  expect(lines).toContainEqual(expect.objectContaining({ message: 'endpoints disagree about a box', level: 'error' }))
  second.fault = () => new Promise(() => {})
  expect(await cosigner.judge(payOf(account, owner.address))).toEqual(veto('simulation_unavailable'))
  const bind = { phase: 'bind', account, owner: owner.address, payer: alice.address, until: expiryIn(60) } as const
  expect(await cosigner.judge(await owner.prove(bind))).toEqual(veto('simulation_unavailable'))
  expect(await store.db.selectFrom('signatures').selectAll().execute()).toEqual([])

  // Neither answers before both are asked: if one were asked after the other, neither would ever answer.
  let bothAsked = () => {}
  const together = new Promise<void>((resolve) => {
    bothAsked = resolve
  })
  first.fault = async (given, go) => (isSimulation(given) ? go() : together.then(go))
  second.fault = (_, go) => {
    bothAsked()
    return together.then(go)
  }
  first.asked.length = 0
  expect(await cosigner.judge(payOf(account, owner.address))).toMatchObject({ approved: true })
  // The read, the request to the quorum at the same time, and the simulation.
  expect(first.asked.map((given) => isSimulation(given))).toEqual([false, false, true])
})

test('behavior: two endpoints of one operator are not a quorum; with a third of another one they are', async () => {
  const owner = freshOwner()
  const [first, second, third] = [faultyChain(chain), faultyChain(chain), faultyChain(chain)]
  const endpoints = [first.client, second.client, third.client]
  const operators = ['one', 'one', 'two']
  const { cosigner, signer, stage } = await open({ chain: Object.assign(first, { endpoints, operators }), quorum: 2 })
  stage.paid.add(owner.address.toLowerCase())
  const { account } = await makeBox(signer.address, { owner: owner.address })
  third.fault = async () => {
    throw new Error('down')
  }
  expect(await cosigner.judge(payOf(account, owner.address))).toEqual(veto('simulation_unavailable'))
  third.fault = undefined
  expect(await cosigner.judge(payOf(account, owner.address))).toMatchObject({ approved: true })
})

test('error: a chain that is not served is an error of the caller', async () => {
  const { cosigner } = await open()
  await expect(cosigner.judge(payOf(freshAddress(), freshAddress(), { chainId: 1 }))).rejects.toThrow('1')
})
