import {
  freshAddress,
  freshSalt,
  muteClients,
  pullPolicy,
  pushPolicy,
  signingCoSigner,
} from '@holdfast/testkit/boxPolicies'
import { chainNames, setBoxStage, throughProxy } from '@holdfast/testkit/boxStage'
import { startCountingProxy } from '@holdfast/testkit/countingProxy'
import type { Actor } from '@holdfast/testkit/stage'
import { type Address, encodeFunctionData, erc20Abi, formatUnits, type Hex, maxUint256 } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADDRESSES } from '../chain/addresses.js'
import { PAY_GAS_LIMIT } from '../chain/gasReserve.js'
import { deploymentFor } from '../chain/registry.js'
import { createEphemeral } from './createEphemeral.js'
import { fundEphemeral } from './fundEphemeral.js'
import { LocalCoSigner } from './LocalCoSigner.js'
import { ownerHash } from './ownerHash.js'
import { predictEphemeral } from './predictEphemeral.js'
import { readAccount } from './readAccount.js'
import { type SettleBatchedParams, settlePrivatePaymentBatched } from './settlePrivatePaymentBatched.js'
import { signSweep, sweepWithSignature } from './sweepWithSignature.js'
import type { EphemeralPolicy } from './types.js'

let stages: Awaited<ReturnType<typeof setBoxStage>>
beforeAll(async () => {
  stages = await setBoxStage()
})
afterAll(() => stages?.stop())

type Name = (typeof chainNames)[number]

const amount = 5_000_000n
const nonceOf = ({ publicClient, address }: Actor) => publicClient.getTransactionCount({ address })

async function scene(name: Name, over: Partial<EphemeralPolicy> = {}, funds?: bigint) {
  const { actor, token, factory, publicClient } = stages[name]
  const alice = await actor(funds)
  const judge = signingCoSigner()
  const policy = pushPolicy(token, { cosigner: judge.cosigner.address, ...over })
  const salt = freshSalt()
  const box = await predictEphemeral(publicClient, factory, salt, policy)
  const payment: SettleBatchedParams = {
    factory,
    salt,
    policy,
    amount,
    cosigner: judge.cosigner,
    owner: policy.owner,
  }
  return { alice, judge, policy, salt, box, payment, before: await nonceOf(alice) }
}

/** Any known address that a target may resemble. */
const known = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

describe.each(chainNames)('on the %s chain', (name) => {
  test('default: one transaction creates, funds and pays; every unit is accounted for', async () => {
    const { alice, judge, policy, salt, box, payment, before } = await scene(name)
    const { balanceOf, chainId, factory } = stages[name]
    let signatures = 0
    const counting = countSignatures(alice, () => {
      signatures += 1
    })
    const outcome = await settlePrivatePaymentBatched(counting, { ...payment, accept: known }, { skipRiskCheck: true })
    if (!outcome.ok) throw new Error(outcome.code)
    expect(outcome.result.account).toBe(box)
    expect(judge.asked).toEqual([
      {
        factory,
        ownerHash: ownerHash(policy.owner),
        salt,
        policy: {
          token: policy.token,
          cosigner: policy.cosigner,
          vaultHash: ownerHash(policy.vault),
          target: policy.target,
          maxAmount: '5000000',
          perPullMax: '0',
          expiry: policy.expiry,
          interval: 0,
          mode: 0,
        },
        box,
        owner: policy.owner,
        payer: alice.address,
        accept: known,
        amount,
        chainId,
      },
    ])
    expect(await nonceOf(alice)).toBe(before + 1)
    // On the primary chain the transaction is the only thing signed; the router needs the payer's word as well.
    expect(signatures).toBe(name === 'primary' ? 0 : 1)
    const { gasUsed, effectiveGasPrice } = await alice.publicClient.getTransactionReceipt({
      hash: outcome.result.txHash,
    })
    expect(gasUsed).toBeLessThan(PAY_GAS_LIMIT / 3n)
    expect(await balanceOf(policy.target)).toBe(amount)
    expect(await balanceOf(box)).toBe(0n)
    const fee = name === 'primary' ? gasUsed * effectiveGasPrice : 0n
    const expected = 1_000_000_000n * 10n ** 12n - amount * 10n ** 12n - fee
    expect(formatUnits(await balanceOf(alice.address), 6)).toBe(formatUnits(expected / 10n ** 12n, 6))
    expect(await readAccount(alice.publicClient, box)).toMatchObject({ nonce: 1n, spent: amount, remaining: 0n })
  })

  test('behavior: a repetition finds the payment and pays nothing twice', async () => {
    const { alice, judge, policy, payment } = await scene(name)
    const outcome = await settlePrivatePaymentBatched(alice, payment, { skipRiskCheck: true })
    const nonce = await nonceOf(alice)
    expect(await settlePrivatePaymentBatched(alice, payment, { skipRiskCheck: true })).toEqual(outcome)
    expect(judge.asked).toHaveLength(1)
    expect(await nonceOf(alice)).toBe(nonce)
    expect(await stages[name].balanceOf(policy.target)).toBe(amount)
  })

  test('behavior: a stranger who creates the box first does no harm', async () => {
    const { alice, policy, salt, box, payment } = await scene(name)
    await createEphemeral(await stages[name].actor(), stages[name].factory, salt, policy, { skipRiskCheck: true })
    expect(await settlePrivatePaymentBatched(alice, payment, { skipRiskCheck: true })).toMatchObject({
      ok: true,
      result: { account: box },
    })
    expect(await stages[name].balanceOf(policy.target)).toBe(amount)
  })

  test('behavior: less than the cap leaves a box that goes on', async () => {
    const { alice, policy, box, payment } = await scene(name)
    await settlePrivatePaymentBatched(alice, { ...payment, amount: 2_000_000n }, { skipRiskCheck: true })
    await fundEphemeral(alice, box, 3_000_000n, policy, { skipRiskCheck: true })
    expect((await readAccount(alice.publicClient, box)).remaining).toBe(3_000_000n)
    await expect(
      settlePrivatePaymentBatched(alice, { ...payment, amount: 1_000_000n }, { skipRiskCheck: true }),
    ).rejects.toMatchObject({
      code: 'already_spent',
    })
    expect(
      await settlePrivatePaymentBatched(alice, { ...payment, amount: 2_000_000n }, { skipRiskCheck: true }),
    ).toMatchObject({ ok: true })
  })

  test('behavior: two attempts at once pay once', async () => {
    const { alice, policy, payment } = await scene(name)
    const attempt = () => settlePrivatePaymentBatched(alice, payment, { skipRiskCheck: true, timeoutMs: 3_000 })
    await Promise.allSettled([attempt(), attempt()])
    // One of them paid or, where they got into each other's way, neither did; a third finds out which.
    expect(await attempt()).toMatchObject({ ok: true })
    expect(await attempt()).toMatchObject({ ok: true })
    expect(await stages[name].balanceOf(policy.target)).toBe(amount)
  })

  test('behavior: the co-signer in the payer’s own process', async () => {
    const cosigner = new LocalCoSigner(generatePrivateKey(), {
      riskCheck: (owner) => ({ level: owner === alice.address ? 'safe' : 'block', complete: true }),
    })
    const { alice, policy, payment } = await scene(name, { cosigner: cosigner.address })
    expect(await settlePrivatePaymentBatched(alice, { ...payment, cosigner }, { skipRiskCheck: true })).toMatchObject({
      ok: true,
    })
    expect(await stages[name].balanceOf(policy.target)).toBe(amount)
    const other = { ...payment, salt: freshSalt(), cosigner, payer: freshAddress() }
    expect(await settlePrivatePaymentBatched(alice, other, { skipRiskCheck: true })).toMatchObject({
      ok: false,
      code: 'risk_blocked',
    })
  })
})

describe('the router', () => {
  const routerOf = (name: Name) => deploymentFor(stages[name].chainId)?.privatePayRouter as Address

  test('by authorization, also where the wallet could do without', async () => {
    const { alice, policy, payment } = await scene('primary')
    const outcome = await settlePrivatePaymentBatched(
      alice,
      { ...payment, router: routerOf('primary') },
      { skipRiskCheck: true },
    )
    if (!outcome.ok) throw new Error(outcome.code)
    const { to } = await alice.publicClient.getTransactionReceipt({ hash: outcome.result.txHash })
    expect(to?.toLowerCase()).toBe(routerOf('primary').toLowerCase())
    expect(await stages.primary.balanceOf(policy.target)).toBe(amount)
  })

  test('by Permit for another token, where its allowance covers the amount', async () => {
    const token = ADDRESSES.EURC
    const { alice, judge, policy, payment } = await scene('primary', { token })
    const viaRouter = { ...payment, router: routerOf('primary') }
    await expect(settlePrivatePaymentBatched(alice, viaRouter, { skipRiskCheck: true })).rejects.toMatchObject({
      code: 'insufficient_balance',
    })
    await fetch(`${stages.primary.stage.devnet.url}/primary/faucet`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address: alice.address, amount: '9000000', token: 'EURC' }),
    })
    await expect(settlePrivatePaymentBatched(alice, viaRouter, { skipRiskCheck: true })).rejects.toMatchObject({
      name: 'PrivatePayUnavailableError',
      reason: 'no_allowance',
    })
    expect(judge.asked).toEqual([])
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [ADDRESSES.PERMIT, maxUint256] })
    await mined(alice, { to: token, data })
    expect(await settlePrivatePaymentBatched(alice, viaRouter, { skipRiskCheck: true })).toMatchObject({ ok: true })
    const balance = { address: token, abi: erc20Abi, functionName: 'balanceOf' } as const
    expect(await alice.publicClient.readContract({ ...balance, args: [policy.target] })).toBe(amount)
    expect(await alice.publicClient.readContract({ ...balance, args: [alice.address] })).toBe(4_000_000n)
    expect(await settlePrivatePaymentBatched(alice, viaRouter, { skipRiskCheck: true })).toMatchObject({ ok: true })
    expect(await alice.publicClient.readContract({ ...balance, args: [policy.target] })).toBe(amount)
  })

  test('error: a payer whose code takes no signature', async () => {
    const { alice, judge, payment } = await scene('remote')
    const { account } = alice.walletClient
    if (!account) throw new Error('An account is needed.')
    const authorization = await alice.walletClient.signAuthorization({
      account,
      contractAddress: ADDRESSES.MULTICALL3,
      executor: 'self',
    })
    await mined(alice, { to: freshAddress(), authorizationList: [authorization] })
    await expect(settlePrivatePaymentBatched(alice, payment, { skipRiskCheck: true })).rejects.toMatchObject({
      name: 'PrivatePayUnavailableError',
      reason: 'cannot_sign',
    })
    expect(judge.asked).toEqual([])
  })

  test('error: a factory of one’s own needs a router of its own', async () => {
    const { alice, payment } = await scene('remote')
    await expect(
      settlePrivatePaymentBatched(alice, { ...payment, factory: freshAddress() }, { skipRiskCheck: true }),
    ).rejects.toMatchObject({
      parameter: 'router',
    })
  })
})

describe('a co-signer that withholds its signature, or cannot be relied on: nothing is created, funded or sent', () => {
  test.each<[string, (signature: Hex) => unknown, string]>([
    ['a veto', () => ({ approved: false, code: 'risk_blocked', reason: 'No.' }), 'risk_blocked'],
    ['it throws', () => Promise.reject(new Error('down')), 'cosigner_unavailable'],
    ['it hangs', () => new Promise(() => {}), 'cosigner_unavailable'],
    ['garbage', () => ({ approved: 1 }), 'cosigner_garbled'],
    ['another signature', () => ({ approved: true, signature: `0x${'11'.repeat(65)}` }), 'cosigner_mismatch'],
  ])('%s', async (_, answer, code) => {
    const { alice, judge, policy, box, payment, before } = await scene('primary')
    judge.answerWith(answer)
    expect(
      await settlePrivatePaymentBatched(alice, payment, { skipRiskCheck: true, cosignerTimeoutMs: 50 }),
    ).toMatchObject({
      ok: false,
      vetoed: true,
      code,
    })
    expect(await nonceOf(alice)).toBe(before)
    expect(await stages.primary.balanceOf(box)).toBe(0n)
    expect(await stages.primary.balanceOf(policy.target)).toBe(0n)
    await expect(readAccount(alice.publicClient, box)).rejects.toMatchObject({ reason: 'undeployed' })
  })

  test('another one than the policy names is not asked', async () => {
    const { alice, payment } = await scene('primary')
    const other = signingCoSigner()
    expect(
      await settlePrivatePaymentBatched(alice, { ...payment, cosigner: other.cosigner }, { skipRiskCheck: true }),
    ).toMatchObject({
      ok: false,
      code: 'foreign_cosigner',
    })
    expect(other.asked).toEqual([])
  })
})

describe('error: before the co-signer is asked', () => {
  test('bad input, before any request', async () => {
    const { judge, policy, payment } = await scene('primary')
    const clients = muteClients()
    const refused = { code: expect.stringMatching(/^invalid_/) }
    for (const over of [
      { factory: '0x12' },
      { salt: '0x12' },
      { amount: 0n },
      { amount: 5_000_001n },
      { owner: freshAddress() },
      { owner: '0x12' },
      { router: '0x12' },
      { payer: '0x12' },
      { policy: { ...policy, target: policy.token } },
      { policy: pullPolicy(policy.token, { owner: policy.owner }) },
      { cosigner: { ...payment.cosigner, authorizeCounterfactual: undefined } },
    ])
      await expect(
        settlePrivatePaymentBatched(clients, { ...payment, ...over } as SettleBatchedParams, { skipRiskCheck: true }),
      ).rejects.toMatchObject(refused)
    await expect(
      settlePrivatePaymentBatched(muteClients(null as never), payment, { skipRiskCheck: true }),
    ).rejects.toMatchObject({
      name: 'MissingAccountError',
    })
    expect(judge.asked).toEqual([])
  })

  test('expired; too little; funded before; swept before', async () => {
    const { actor, factory, control, token } = stages.primary
    const over = await scene('primary', { expiry: 1_000 })
    await expect(settlePrivatePaymentBatched(over.alice, over.payment, { skipRiskCheck: true })).rejects.toMatchObject({
      code: 'expired',
    })
    const poor = await scene('primary', {}, 4_000_000n)
    await expect(settlePrivatePaymentBatched(poor.alice, poor.payment, { skipRiskCheck: true })).rejects.toMatchObject({
      code: 'insufficient_balance',
    })
    const full = await scene('primary')
    await control.fund(full.box, 4_999_999n)
    expect(
      await settlePrivatePaymentBatched(full.alice, { ...full.payment, salt: freshSalt() }, { skipRiskCheck: true }),
    ).toMatchObject({
      ok: true,
    })
    await control.fund(full.box, 1n)
    await expect(settlePrivatePaymentBatched(full.alice, full.payment, { skipRiskCheck: true })).rejects.toMatchObject({
      code: 'over_funded',
    })

    const vault = await actor()
    const policy = pushPolicy(token, { vault: vault.address })
    const swept = await scene('primary', { ...policy, cosigner: signingCoSigner().cosigner.address })
    await createEphemeral(vault, factory, swept.salt, swept.policy, { skipRiskCheck: true })
    await sweepWithSignature(vault, await signSweep(vault, swept.box))
    await expect(
      settlePrivatePaymentBatched(swept.alice, swept.payment, { skipRiskCheck: true }),
    ).rejects.toMatchObject({
      code: 'already_spent',
    })
    for (const { judge } of [over, poor, swept]) expect(judge.asked).toEqual([])
  })
})

test('requests: what a whole payment asks of the chain', async () => {
  const proxy = await startCountingProxy(stages.primary.stage.devnet.url, 0)
  const { alice, policy, payment } = await scene('primary')
  const counted = throughProxy(alice, proxy)
  await predictEphemeral(counted.publicClient, payment.factory, payment.salt, policy)
  proxy.reset()
  expect(await settlePrivatePaymentBatched(counted, payment, { skipRiskCheck: true })).toMatchObject({ ok: true })
  const names = proxy.requests.map(({ name }) => name)
  const sent = names.indexOf('eth_sendRawTransaction')
  expect(names.slice(0, sent + 1).sort()).toMatchInlineSnapshot(`
    [
      "eth_call",
      "eth_estimateGas",
      "eth_feeHistory",
      "eth_getCode",
      "eth_getTransactionCount",
      "eth_sendRawTransaction",
    ]
  `)
  await proxy.stop()
})

async function mined(actor: Actor, request: object) {
  const { account } = actor.walletClient
  const hash = await actor.walletClient.sendTransaction({ account, chain: null, ...request } as never)
  const { status } = await actor.publicClient.waitForTransactionReceipt({ hash })
  expect(status).toBe('success')
}

/** The same wallet; `onSign` hears of every typed signature. */
function countSignatures(actor: Actor, onSign: () => void): Actor {
  const { account } = actor.walletClient
  if (account?.type !== 'local') throw new Error('A local account is needed.')
  const signTypedData = ((message: never) => {
    onSign()
    return account.signTypedData(message)
  }) as typeof account.signTypedData
  const counted = { ...account, signTypedData }
  return { ...actor, walletClient: Object.assign(Object.create(actor.walletClient), { account: counted }) }
}
