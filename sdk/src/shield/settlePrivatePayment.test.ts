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
import { type Address, type Hex, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SignatureDeclinedError, WalletSilentError } from '../errors/transaction.js'
import { createEphemeral } from './createEphemeral.js'
import { fundEphemeral } from './fundEphemeral.js'
import { ownerHash } from './ownerHash.js'
import { readAccount } from './readAccount.js'
import { settlePrivatePayment } from './settlePrivatePayment.js'
import { spendTypedData } from './spendDigest.js'
import { submitPay } from './submitPay.js'
import type { EphemeralPolicy } from './types.js'

let stages: Awaited<ReturnType<typeof setBoxStage>>
beforeAll(async () => {
  stages = await setBoxStage()
})
afterAll(() => stages?.stop())

async function scene(name: (typeof chainNames)[number], over: Partial<EphemeralPolicy> = {}, amount = 5_000_000n) {
  const { actor, token, factory } = stages[name]
  const alice = await actor()
  const judge = signingCoSigner()
  const policy = pushPolicy(token, { cosigner: judge.cosigner.address, ...over })
  const { account } = await createEphemeral(alice, factory, freshSalt(), policy, { skipRiskCheck: true })
  if (amount > 0n) await fundEphemeral(alice, account, amount, policy, { skipRiskCheck: true })
  return { alice, judge, cosigner: judge.cosigner, policy, account, owner: policy.owner }
}

const nonceOf = ({ publicClient, address }: Actor) => publicClient.getTransactionCount({ address })

/** Any known address that a target may resemble. */
const known: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

describe.each(chainNames)('on the %s chain', (name) => {
  test('default: asks with what the chain says, pays, and can pay again', async () => {
    const { alice, judge, cosigner, policy, account, owner } = await scene(name)
    const payer = alice.address
    const first = await settlePrivatePayment(
      alice,
      account,
      2_000_000n,
      cosigner,
      { owner, payer, accept: known },
      { skipRiskCheck: true },
    )
    expect(first).toMatchObject({ ok: true, result: { account } })
    expect(judge.asked[0]).toEqual({
      account,
      owner,
      payer,
      accept: known,
      target: policy.target,
      amount: 2_000_000n,
      nonce: 0n,
      chainId: stages[name].chainId,
      action: 0,
      remaining: 5_000_000n,
      expiry: policy.expiry,
      now: expect.any(Number),
    })
    const second = await settlePrivatePayment(alice, account, 3_000_000n, cosigner, { owner }, { skipRiskCheck: true })
    expect(second).toMatchObject({ ok: true })
    expect(await stages[name].balanceOf(policy.target)).toBe(5_000_000n)
    expect(await readAccount(alice.publicClient, account)).toMatchObject({ nonce: 2n, spent: 5_000_000n })
  })
})

describe('a co-signer that withholds its signature, or cannot be relied on: a value, and nothing sent', () => {
  const wrong = privateKeyToAccount(generatePrivateKey())
  const cases: [string, (signature: Hex) => unknown, object][] = [
    [
      'a veto',
      () => ({ approved: false, code: 'risk_blocked', reason: 'No.', riskReasons: ['LOOKALIKE_ADDRESS', 5] }),
      { code: 'risk_blocked', reason: 'No.', riskReasons: ['LOOKALIKE_ADDRESS'] },
    ],
    [
      'a veto without a code',
      () => ({ approved: false, reason: 'No.', riskReasons: ['LOOKALIKE_ADDRESS'] }),
      { reason: 'No.', riskReasons: ['LOOKALIKE_ADDRESS'] },
    ],
    ['it throws', () => Promise.reject(new Error('down')), { code: 'cosigner_unavailable' }],
    ['it hangs', () => new Promise(() => {}), { code: 'cosigner_unavailable' }],
    ['undefined', () => undefined, { code: 'cosigner_garbled' }],
    ['null', () => null, { code: 'cosigner_garbled' }],
    ['text', () => 'yes', { code: 'cosigner_garbled' }],
    ['approved without a signature', () => ({ approved: true }), { code: 'cosigner_garbled' }],
    ['approved by a word', (signature) => ({ approved: 'true', signature }), { code: 'cosigner_garbled' }],
    ['a veto without a reason', () => ({ approved: false }), { code: 'cosigner_garbled' }],
    ['a signature that is not hex', () => ({ approved: true, signature: 'sig' }), { code: 'cosigner_garbled' }],
    ['an empty signature', () => ({ approved: true, signature: '0x' }), { code: 'cosigner_mismatch' }],
    [
      'a signature by another key',
      async () => ({ approved: true, signature: await wrong.signMessage({ message: 'x' }) }),
      { code: 'cosigner_mismatch' },
    ],
    [
      'the right one with a flipped bit',
      (signature) => ({ approved: true, signature: signature.replace(/.$/, (last) => (last === 'b' ? 'c' : 'b')) }),
      { code: 'cosigner_mismatch' },
    ],
  ]
  let shared: Awaited<ReturnType<typeof scene>>
  beforeAll(async () => {
    shared = await scene('primary')
  })
  // Whatever was answered before, the right answer pays, so every case began with a box that could pay.
  afterAll(async () => {
    const { alice, judge, cosigner, account, owner } = shared
    judge.answerWith(undefined)
    expect(
      await settlePrivatePayment(alice, account, 5_000_000n, cosigner, { owner }, { skipRiskCheck: true }),
    ).toMatchObject({ ok: true })
  })

  test.each(cases)('%s', async (_, answer, expected) => {
    const { alice, judge, cosigner, policy, account, owner } = shared
    const before = await nonceOf(alice)
    judge.answerWith(answer)
    const outcome = await settlePrivatePayment(
      alice,
      account,
      5_000_000n,
      cosigner,
      { owner },
      { skipRiskCheck: true, cosignerTimeoutMs: 50 },
    )
    expect(outcome).toMatchObject({ ok: false, vetoed: true, reason: expect.stringMatching(/\.$/), ...expected })
    expect(await nonceOf(alice)).toBe(before)
    expect(await stages.primary.balanceOf(policy.target)).toBe(0n)
  })

  test.each(['amount', 'nonce', 'action', 'target', 'chainId', 'account'] as const)(
    'it signs another %s',
    async (field) => {
      const { alice, judge, cosigner, policy, account, owner } = shared
      const spend = { account, chainId: 5042002, target: policy.target, amount: 1n, nonce: 0n, action: 0 as const }
      const others = {
        amount: 2n,
        nonce: 1n,
        action: 1,
        target: freshAddress(),
        chainId: 84532,
        account: freshAddress(),
      }
      judge.answerWith(async () => ({
        approved: true,
        signature: await judge.account.signTypedData(spendTypedData({ ...spend, [field]: others[field] })),
      }))
      expect(
        await settlePrivatePayment(alice, account, 1n, cosigner, { owner }, { skipRiskCheck: true }),
      ).toMatchObject({
        ok: false,
        code: 'cosigner_mismatch',
      })
    },
  )

  test('another co-signer than the box names is not even asked', async () => {
    const { alice, account, owner } = shared
    const other = signingCoSigner()
    expect(
      await settlePrivatePayment(alice, account, 1n, other.cosigner, { owner }, { skipRiskCheck: true }),
    ).toMatchObject({
      ok: false,
      code: 'foreign_cosigner',
    })
    expect(other.asked).toEqual([])
  })

  test.each([
    ['declines', () => new SignatureDeclinedError('proving to the co-signer who is asking')],
    ['is silent', () => new WalletSilentError('proving to the co-signer who is asking', false)],
  ])('the wallet %s where the owner proves who is asking: that is not a fault of the co-signer', async (_, made) => {
    const { alice, judge, cosigner, account, owner } = shared
    const error = made()
    judge.answerWith(() => Promise.reject(error))
    const paying = settlePrivatePayment(alice, account, 1n, cosigner, { owner }, { skipRiskCheck: true })
    await expect(paying).rejects.toBe(error)
  })

  test('the caller gives up while it thinks', async () => {
    const { alice, judge, cosigner, account, owner } = shared
    const stop = new AbortController()
    judge.answerWith(() => {
      stop.abort()
      return new Promise(() => {})
    })
    expect(
      await settlePrivatePayment(alice, account, 1n, cosigner, { owner }, { skipRiskCheck: true, signal: stop.signal }),
    ).toMatchObject({
      ok: false,
      code: 'cosigner_unavailable',
    })
  })
})

describe('a co-signer that is a contract', () => {
  test('its answer is asked of the chain', async () => {
    const { actor } = stages.primary
    const deployer = await actor()
    // Code that says yes to every signature (ERC-1271).
    const hash = await deployer.walletClient.sendTransaction({
      data: '0x601080600b6000396000f3631626ba7e60e01b60005260206000f3',
      account: deployer.walletClient.account as never,
      chain: null,
    })
    const { contractAddress } = await deployer.publicClient.waitForTransactionReceipt({ hash })
    const contract = contractAddress as Address
    expect(
      await deployer.publicClient.readContract({
        address: contract,
        abi: parseAbi(['function isValidSignature(bytes32, bytes) view returns (bytes4)']),
        functionName: 'isValidSignature',
        args: [`0x${'00'.repeat(32)}`, '0x'],
      }),
    ).toBe('0x1626ba7e')
    const { alice, cosigner, account, owner } = await scene('primary', { cosigner: contract })
    expect(
      await settlePrivatePayment(
        alice,
        account,
        5_000_000n,
        { ...cosigner, address: contract },
        { owner },
        { skipRiskCheck: true },
      ),
    ).toMatchObject({ ok: true })
  })
})

describe('a payment that is repeated', () => {
  test('of a box that can make it only once: found, and nothing sent or asked', async () => {
    const { alice, judge, cosigner, policy, account, owner } = await scene('primary')
    const outcome = await settlePrivatePayment(alice, account, 5_000_000n, cosigner, { owner }, { skipRiskCheck: true })
    const before = await nonceOf(alice)
    expect(
      await settlePrivatePayment(alice, account, 5_000_000n, cosigner, { owner }, { skipRiskCheck: true }),
    ).toEqual(outcome)
    expect(judge.asked).toHaveLength(1)
    expect(await nonceOf(alice)).toBe(before)
    expect(await stages.primary.balanceOf(policy.target)).toBe(5_000_000n)
    const fromBlock = (await alice.publicClient.getBlockNumber()) + 1n
    await expect(
      settlePrivatePayment(alice, account, 5_000_000n, cosigner, { owner }, { skipRiskCheck: true, fromBlock }),
    ).rejects.toMatchObject({ code: 'already_paid' })
  })

  test('of any box, with what it had spent before', async () => {
    const { alice, cosigner, account, owner } = await scene('primary')
    const pay = (amount: bigint, spentBefore: bigint) =>
      settlePrivatePayment(alice, account, amount, cosigner, { owner, spentBefore }, { skipRiskCheck: true })
    const first = await pay(1_000_000n, 0n)
    expect(await pay(1_000_000n, 0n)).toEqual(first)
    const second = await pay(1_000_000n, 1_000_000n)
    expect(second).toMatchObject({ ok: true })
    expect(second).not.toEqual(first)
    expect(await pay(1_000_000n, 1_000_000n)).toEqual(second)
    expect(await pay(1_000_000n, 0n)).toEqual(first)
    await expect(pay(3_000_000n, 0n)).rejects.toMatchObject({ code: 'already_spent' })
    await expect(pay(1_500_000n, 0n)).rejects.toMatchObject({ code: 'already_spent' })
    expect((await readAccount(alice.publicClient, account)).spent).toBe(2_000_000n)
  })

  test('a stranger submits the signature first: the payment is made all the same, once', async () => {
    const { alice, judge, cosigner, policy, account, owner } = await scene('primary')
    const stranger = await stages.primary.actor()
    let hash: Hex | undefined
    judge.answerWith(async (signature) => {
      hash = await submitPay(stranger, account, 2_000_000n, signature)
      return { approved: true, signature }
    })
    expect(
      await settlePrivatePayment(alice, account, 2_000_000n, cosigner, { owner }, { skipRiskCheck: true }),
    ).toEqual({
      ok: true,
      result: { account, txHash: hash },
    })
    expect(await stages.primary.balanceOf(policy.target)).toBe(2_000_000n)
  })
})

describe('error: before the co-signer is asked', () => {
  test('wrong mode, another owner, not funded, nothing there, no box', async () => {
    const { actor, token, factory } = stages.primary
    const alice = await actor()
    const judge = signingCoSigner()
    const { cosigner } = judge
    const pull = pullPolicy(token, { cosigner: cosigner.address })
    const { account: pulled } = await createEphemeral(alice, factory, freshSalt(), pull, { skipRiskCheck: true })
    const settle = (account: Address, owner: Address) =>
      settlePrivatePayment(alice, account, 1n, cosigner, { owner }, { skipRiskCheck: true })
    await expect(settle(pulled, pull.owner)).rejects.toMatchObject({ code: 'wrong_mode' })
    const push = pushPolicy(token, { cosigner: cosigner.address })
    const { account } = await createEphemeral(alice, factory, freshSalt(), push, { skipRiskCheck: true })
    await expect(settle(account, push.owner)).rejects.toMatchObject({ code: 'insufficient_balance', available: 0n })
    const stranger = freshAddress()
    await expect(settle(account, stranger)).rejects.toMatchObject({
      name: 'PolicyMismatchError',
      field: 'owner',
      expected: ownerHash(stranger),
      actual: ownerHash(push.owner),
    })
    await expect(settle(freshAddress(), push.owner)).rejects.toMatchObject({ reason: 'undeployed' })
    await expect(settle(factory, push.owner)).rejects.toMatchObject({ reason: 'foreign' })
    expect(judge.asked).toEqual([])
  })

  test('bad input is refused before any request', async () => {
    const clients = muteClients()
    const judge = signingCoSigner()
    const [box, owner] = [freshAddress(), freshAddress()]
    const refused = { code: expect.stringMatching(/^invalid_/) }
    for (const [account, amount, params] of [
      ['0x12' as Address, 1n, { owner }],
      [box, 0n, { owner }],
      [box, 1n, { owner: '0x12' as Address }],
      [box, 1n, { owner, payer: '0x12' as Address }],
      [box, 1n, { owner, spentBefore: -1n }],
      [box, 1n, { owner, spentBefore: 1 as unknown as bigint }],
    ] as const)
      await expect(
        settlePrivatePayment(clients, account, amount, judge.cosigner, params, { skipRiskCheck: true }),
      ).rejects.toMatchObject(refused)
    expect(judge.asked).toEqual([])
  })
})

test('error: what the box refuses although it was co-signed', async () => {
  const { alice, cosigner, account, owner } = await scene('primary', {}, 0n)
  await stages.primary.control.fund(account, 9_000_000n)
  const before = await nonceOf(alice)
  await expect(
    settlePrivatePayment(alice, account, 6_000_000n, cosigner, { owner }, { skipRiskCheck: true }),
  ).rejects.toMatchObject({
    code: 'over_limit',
    limit: 5_000_000n,
  })
  expect(await nonceOf(alice)).toBe(before)
})

test('requests: one to read the box, none about the signature, then those of every write', async () => {
  const { alice, cosigner, account, owner } = await scene('primary')
  const proxy = await startCountingProxy(stages.primary.stage.devnet.url, 0)
  const counted = throughProxy(alice, proxy)
  await settlePrivatePayment(counted, account, 1n, cosigner, { owner }, { skipRiskCheck: true })
  proxy.reset()
  await settlePrivatePayment(counted, account, 1n, cosigner, { owner }, { skipRiskCheck: true })
  // The receipt is asked for until it is there.
  const names = proxy.requests.map(({ name }) => name)
  expect(names.slice(0, 6).sort()).toEqual([
    'eth_call',
    'eth_estimateGas',
    'eth_feeHistory',
    'eth_getTransactionCount',
    'eth_getTransactionReceipt',
    'eth_sendRawTransaction',
  ])
  await proxy.stop()
})
