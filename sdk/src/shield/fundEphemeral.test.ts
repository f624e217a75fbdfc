import { freshAddress, freshSalt, muteClients, pushPolicy, signingCoSigner } from '@holdfast/testkit/boxPolicies'
import { chainNames, setBoxStage } from '@holdfast/testkit/boxStage'
import type { Address } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assertBoxFundable } from './assertBoxFundable.js'
import { awaitBoxFunded } from './awaitBoxFunded.js'
import { createEphemeral } from './createEphemeral.js'
import { fundEphemeral } from './fundEphemeral.js'
import { isBoxFunding } from './isBoxFunding.js'
import { predictEphemeral } from './predictEphemeral.js'
import { settlePrivatePayment } from './settlePrivatePayment.js'

let stages: Awaited<ReturnType<typeof setBoxStage>>
beforeAll(async () => {
  stages = await setBoxStage()
})
afterAll(() => stages?.stop())

describe.each(chainNames)('on the %s chain', (name) => {
  test('default: moves exactly the amount into the box', async () => {
    const { actor, token, factory, balanceOf } = stages[name]
    const alice = await actor()
    const policy = pushPolicy(token)
    const { account } = await createEphemeral(alice, factory, freshSalt(), policy, { skipRiskCheck: true })
    expect(await fundEphemeral(alice, account, 2_000_000n, policy, { skipRiskCheck: true })).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await balanceOf(account)).toBe(2_000_000n)
    await fundEphemeral(alice, account, 3_000_000n, policy, { skipRiskCheck: true })
    expect(await balanceOf(account)).toBe(5_000_000n)
  })
})

describe('error', () => {
  test('bad input is refused before any request', async () => {
    const { token } = stages.primary
    const box = freshAddress()
    const clients = muteClients()
    const refused = { code: expect.stringMatching(/^invalid_/) }
    for (const [account, amount, policy] of [
      ['0x12' as Address, 1n, pushPolicy(token)],
      [box, 0n, pushPolicy(token)],
      [box, -1n, pushPolicy(token)],
      [box, 1 as unknown as bigint, pushPolicy(token)],
      [box, 1n, pushPolicy(token, { target: token })],
    ] as const)
      await expect(fundEphemeral(clients, account, amount, policy, { skipRiskCheck: true })).rejects.toMatchObject(
        refused,
      )
    await expect(
      fundEphemeral(muteClients(null as never), box, 1n, pushPolicy(token), { skipRiskCheck: true }),
    ).rejects.toMatchObject({
      name: 'MissingAccountError',
    })
  })

  test('an undeployed box, a foreign contract, another policy: nothing is sent', async () => {
    const { actor, token, factory, publicClient, balanceOf } = stages.primary
    const alice = await actor()
    const [policy, salt] = [pushPolicy(token), freshSalt()]
    const account = await predictEphemeral(publicClient, factory, salt, policy)
    await expect(fundEphemeral(alice, account, 1n, policy, { skipRiskCheck: true })).rejects.toMatchObject({
      reason: 'undeployed',
    })
    await expect(fundEphemeral(alice, factory, 1n, policy, { skipRiskCheck: true })).rejects.toMatchObject({
      reason: 'foreign',
    })
    await createEphemeral(alice, factory, salt, policy, { skipRiskCheck: true })
    for (const field of ['owner', 'vault', 'cosigner', 'target'] as const)
      await expect(
        fundEphemeral(alice, account, 1n, { ...policy, [field]: freshAddress() }, { skipRiskCheck: true }),
      ).rejects.toMatchObject({
        name: 'PolicyMismatchError',
        field,
      })
    await expect(
      fundEphemeral(alice, account, 1n, { ...policy, maxAmount: 4n }, { skipRiskCheck: true }),
    ).rejects.toMatchObject({
      field: 'maxAmount',
      expected: 4n,
      actual: 5_000_000n,
    })
    expect(await balanceOf(account)).toBe(0n)
  })

  test('what would be regretted: an expired box, too much, all there is, more than the wallet holds', async () => {
    const { actor, token, factory, balanceOf, control } = stages.primary
    const alice = await actor(10_000_000n)
    const over = pushPolicy(token, { expiry: 1_000 })
    const expired = await createEphemeral(alice, factory, freshSalt(), over, { skipRiskCheck: true })
    await expect(fundEphemeral(alice, expired.account, 1n, over, { skipRiskCheck: true })).rejects.toMatchObject({
      code: 'expired',
    })

    const policy = pushPolicy(token)
    const { account } = await createEphemeral(alice, factory, freshSalt(), policy, { skipRiskCheck: true })
    const tooMuch = { code: 'over_funded', limit: 5_000_000n }
    await expect(fundEphemeral(alice, account, 5_000_001n, policy, { skipRiskCheck: true })).rejects.toMatchObject(
      tooMuch,
    )
    const fundable = (amount: bigint) => assertBoxFundable(alice.publicClient, account, policy, { amount })
    await expect(fundable(5_000_001n)).rejects.toMatchObject(tooMuch)
    await expect(fundable(0n)).rejects.toMatchObject({ code: 'invalid_amount' })
    await fundable(5_000_000n)
    // A stranger's dust must not keep the payer from paying in full.
    await control.fund(account, 7n)
    await fundEphemeral(alice, account, 5_000_000n, policy, { skipRiskCheck: true })
    await expect(fundEphemeral(alice, account, 5_000_000n, policy, { skipRiskCheck: true })).rejects.toMatchObject({
      code: 'over_funded',
      limit: 0n,
    })
    expect(await balanceOf(account)).toBe(5_000_007n)

    const rich = pushPolicy(token, { maxAmount: 100_000_000n })
    const { account: large } = await createEphemeral(alice, factory, freshSalt(), rich, { skipRiskCheck: true })
    await expect(fundEphemeral(alice, large, 50_000_000n, rich, { skipRiskCheck: true })).rejects.toMatchObject({
      code: 'insufficient_balance',
      needed: 50_000_000n,
    })
  })

  test('a box that has paid may be funded only with what it may still pay', async () => {
    const { actor, token, factory } = stages.primary
    const alice = await actor()
    const { cosigner } = signingCoSigner()
    const policy = pushPolicy(token, { cosigner: cosigner.address })
    const { account } = await createEphemeral(alice, factory, freshSalt(), policy, { skipRiskCheck: true })
    await fundEphemeral(alice, account, 3_000_000n, policy, { skipRiskCheck: true })
    expect(
      await settlePrivatePayment(
        alice,
        account,
        3_000_000n,
        cosigner,
        { owner: policy.owner },
        { skipRiskCheck: true },
      ),
    ).toMatchObject({
      ok: true,
    })
    await expect(fundEphemeral(alice, account, 3_000_000n, policy, { skipRiskCheck: true })).rejects.toMatchObject({
      code: 'over_funded',
      limit: 2_000_000n,
    })
    await fundEphemeral(alice, account, 2_000_000n, policy, { skipRiskCheck: true })
  })
})

describe('awaitBoxFunded', () => {
  test('default: true as soon as the amount is there, by any payer', async () => {
    const { publicClient, token, control } = stages.primary
    const box = freshAddress()
    const waiting = awaitBoxFunded(publicClient, box, 5n, token, { pollMs: 20 })
    await control.fund(box, 4n)
    await control.fund(box, 5n)
    expect(await waiting).toBe(true)
    expect(await awaitBoxFunded(publicClient, box, 5n, token, { timeoutMs: 0 })).toBe(true)
  })

  test('behavior: false when time is over, by the given clock, and a silent node is not an answer', async () => {
    const { publicClient, token, stage } = stages.primary
    expect(await awaitBoxFunded(publicClient, freshAddress(), 1n, token, { timeoutMs: 50, pollMs: 10 })).toBe(false)
    let time = 0
    const asked: number[] = []
    const now = () => {
      asked.push(time)
      time += 400
      return time
    }
    expect(await awaitBoxFunded(publicClient, freshAddress(), 1n, token, { timeoutMs: 2_000, pollMs: 1, now })).toBe(
      false,
    )
    expect(asked.length).toBeGreaterThan(4)

    const box = freshAddress()
    await stages.primary.control.fund(box, 1n)
    stage.devnet.faults.set({ rpc: { rules: [{ kind: 'rate-limit', times: 3 }] } })
    expect(await awaitBoxFunded(publicClient, box, 1n, token, { pollMs: 10 })).toBe(true)
    stage.devnet.faults.clear()
  })

  test('behavior: the signal ends it with its reason', async () => {
    const { publicClient, token } = stages.primary
    const stop = new AbortController()
    const waiting = awaitBoxFunded(publicClient, freshAddress(), 1n, token, { signal: stop.signal })
    setTimeout(() => stop.abort(new Error('enough')), 30)
    await expect(waiting).rejects.toThrow('enough')
    await expect(
      awaitBoxFunded(publicClient, freshAddress(), 1n, token, { signal: AbortSignal.abort(new Error('before')) }),
    ).rejects.toThrow('before')
  })

  test('error: bad input', async () => {
    const { publicClient } = muteClients()
    const { token } = stages.primary
    const refused = { code: expect.stringMatching(/^invalid_/) }
    await expect(awaitBoxFunded(publicClient, '0x', 1n, token)).rejects.toMatchObject(refused)
    await expect(awaitBoxFunded(publicClient, freshAddress(), 0n, token)).rejects.toMatchObject(refused)
    await expect(awaitBoxFunded(publicClient, freshAddress(), 1n, '0x')).rejects.toMatchObject(refused)
    for (const options of [{ timeoutMs: -1 }, { pollMs: Number.NaN }])
      await expect(awaitBoxFunded(publicClient, freshAddress(), 1n, token, options)).rejects.toMatchObject(refused)
  })
})

test('isBoxFunding: in any case, and never by resemblance', () => {
  const [box, other] = [freshAddress(), freshAddress()]
  expect(isBoxFunding(box, [other, box.toLowerCase() as Address])).toBe(true)
  expect(isBoxFunding(box.toLowerCase() as Address, [box])).toBe(true)
  expect(isBoxFunding(box, [other])).toBe(false)
  expect(isBoxFunding(box, [])).toBe(false)
})
