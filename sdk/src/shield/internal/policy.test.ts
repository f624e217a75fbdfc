import { freshAddress, pullPolicy, pushPolicy } from '@holdfast/testkit/boxPolicies'
import { describe, expect, test } from 'vitest'
import { DEPLOYMENTS, requireDeployment } from '../../chain/registry.js'
import { PolicyMismatchError } from '../../errors/shield.js'
import type { EphemeralPolicy } from '../types.js'
import { assertSameTerms, pullCapOf, termsOf } from './policy.js'

const usdc = '0x3600000000000000000000000000000000000000'
const zero = '0x0000000000000000000000000000000000000000'
const account = freshAddress()

test('default: the contracts’ own fields, owner and vault as hashes', () => {
  const policy = pullPolicy(usdc)
  const { ownerHash, policy: plain } = termsOf(policy)
  expect(ownerHash).toMatch(/^0x[0-9a-f]{64}$/)
  expect(plain).toEqual({
    token: usdc,
    cosigner: policy.cosigner,
    vaultHash: ownerHash,
    target: policy.target,
    maxAmount: 5_000_000n,
    perPullMax: 1_000_000n,
    expiry: policy.expiry,
    interval: 3_600,
    mode: 1,
  })
})

describe('error: every bad field, by name', () => {
  const bad: [string, Partial<Record<keyof EphemeralPolicy, unknown>>, 'push' | 'pull'][] = [
    ['policy.token', { token: zero }, 'push'],
    ['policy.token', { token: '0x12' }, 'push'],
    ['policy.owner', { owner: zero }, 'push'],
    ['policy.cosigner', { cosigner: zero }, 'push'],
    ['policy.vault', { vault: zero }, 'push'],
    ['policy.vault', { vault: usdc }, 'push'],
    ['policy.target', { target: zero }, 'push'],
    ['policy.target', { target: usdc }, 'push'],
    ['policy.expiry', { expiry: 0 }, 'push'],
    ['policy.expiry', { expiry: 1.5 }, 'push'],
    ['policy.expiry', { expiry: 2 ** 40 }, 'push'],
    ['policy.expiry', { expiry: Number.NaN }, 'push'],
    ['policy.expiry', { expiry: '1' }, 'push'],
    ['policy.interval', { interval: 1 }, 'push'],
    ['policy.interval', { interval: -1 }, 'push'],
    ['policy.interval', { interval: 0 }, 'pull'],
    ['policy.perPullMax', { perPullMax: 1n }, 'push'],
    ['policy.mode', { mode: 2 }, 'push'],
    ['policy.mode', { mode: undefined }, 'push'],
  ]
  test.each(bad)('%s %o of a %s box', (parameter, over, mode) => {
    const policy = { ...(mode === 'push' ? pushPolicy(usdc) : pullPolicy(usdc)), ...over } as EphemeralPolicy
    expect(() => termsOf(policy)).toThrow(expect.objectContaining({ parameter }))
  })

  test.each([
    { maxAmount: 0n },
    { maxAmount: -1n },
    { maxAmount: 5 },
    { maxAmount: 5_000_000 },
    { maxAmount: 2n ** 256n },
    { perPullMax: -1n },
    { perPullMax: 5_000_001n },
    { perPullMax: 1 },
  ])('amounts: %o', (over) => {
    const policy = { ...pullPolicy(usdc), ...over } as unknown as EphemeralPolicy
    expect(() => termsOf(policy)).toThrow(expect.objectContaining({ name: 'InvalidAmountError' }))
  })

  const push = pushPolicy(usdc)
  const pull = pullPolicy(usdc)
  const cap = 'is not a cap: `policy.maxAmount` is a positive bigint'
  const pullCap = 'is not a cap of one pull: `policy.perPullMax` is a bigint from 0n to `policy.maxAmount`'
  test.each<[object, string]>([
    [{ ...push, target: usdc }, 'is a contract from which no payment comes back'],
    [{ ...push, vault: requireDeployment(5042002).permit }, 'is a contract that cannot sweep a box'],
    [{ ...push, maxAmount: 0n }, `The amount "0" ${cap}.`],
    [{ ...pull, perPullMax: -1n }, `The amount "-1" ${pullCap}.`],
    [{ ...push, mode: 2 }, '`policy.mode` is 2, not 0 (pays) or 1 (is pulled from).'],
    [{ ...push, expiry: 0 }, '`policy.expiry` is 0, not whole seconds from 1.'],
    [{ ...push, interval: -1 }, '`policy.interval` is -1, not whole seconds from 0.'],
    [{ ...push, interval: 1 }, 'A box that pays has no interval, but `policy.interval` is 1.'],
    [{ ...push, perPullMax: 1n }, 'A box that pays is not pulled from: leave `policy.perPullMax` out.'],
    [{ ...pull, interval: 0 }, 'A box that is pulled from needs an interval of at least 1 second.'],
  ])('what is wrong is said: %#', (policy, text) => {
    expect(() => termsOf(policy as EphemeralPolicy)).toThrow(text)
  })

  test('the cap of one pull is at most that of all', () => {
    const caps = [0n, 4n, 5n, 6n].map((perPullMax) => pullCapOf({ perPullMax, maxAmount: 5n }))
    expect(caps).toEqual([5n, 4n, 5n, 5n])
  })

  test('seconds: the first and the last', () => {
    for (const expiry of [1, 2 ** 40 - 1]) expect(termsOf({ ...push, expiry }).policy.expiry).toBe(expiry)
    for (const interval of [1, 2 ** 40 - 1]) expect(termsOf({ ...pull, interval }).policy.interval).toBe(interval)
  })

  test('amounts: the largest', () => {
    expect(termsOf({ ...pullPolicy(usdc), maxAmount: 2n ** 256n - 1n }).policy.maxAmount).toBe(2n ** 256n - 1n)
    expect(termsOf({ ...pullPolicy(usdc), perPullMax: 5_000_000n }).policy.perPullMax).toBe(5_000_000n)
  })

  test('every contract of ours as vault or target, on every chain', () => {
    for (const entry of Object.values(DEPLOYMENTS)) {
      const contracts = [
        entry.transferContract,
        entry.spendPolicyAccountImpl,
        entry.spendPolicyFactory,
        entry.privatePayRouter,
        entry.stealthAnnouncer,
        entry.shieldVault,
        entry.codeClaimVerifier,
        entry.permit,
      ]
      for (const contract of contracts)
        for (const field of ['vault', 'target'] as const)
          expect(() => termsOf(pushPolicy(usdc, { owner: account, [field]: contract }))).toThrow(
            expect.objectContaining({ parameter: `policy.${field}` }),
          )
    }
  })
})

describe('assertSameTerms', () => {
  const policy = pullPolicy(usdc)

  test('behavior: two ways to write the same cap of one pull are the same', () => {
    const [open, full] = [0n, policy.maxAmount].map((perPullMax) => termsOf({ ...policy, perPullMax }))
    expect(() => assertSameTerms(account, open as never, full as never)).not.toThrow()
    expect(pullCapOf((open as never as ReturnType<typeof termsOf>).policy)).toBe(policy.maxAmount)
  })

  test.each<[string, Partial<EphemeralPolicy>]>([
    ['token', { token: freshAddress() }],
    ['owner', { owner: freshAddress() }],
    ['cosigner', { cosigner: freshAddress() }],
    ['vault', { vault: freshAddress() }],
    ['target', { target: freshAddress() }],
    ['maxAmount', { maxAmount: 5_000_001n }],
    ['perPullMax', { perPullMax: 999_999n }],
    ['expiry', { expiry: policy.expiry + 1 }],
    ['interval', { interval: policy.interval + 1 }],
    ['mode', { mode: 0, interval: 0, perPullMax: 0n }],
  ])('error: names the field that differs: %s', (field, over) => {
    const [expected, actual] = [termsOf(policy), termsOf({ ...policy, ...over })]
    let thrown: unknown
    try {
      assertSameTerms(account, expected, actual)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(PolicyMismatchError)
    const fields = field === 'mode' ? ['perPullMax', 'interval', 'mode'] : [field]
    expect(fields).toContain((thrown as PolicyMismatchError).field)
    expect((thrown as PolicyMismatchError).account).toBe(account)
    expect((thrown as PolicyMismatchError).expected).not.toBe((thrown as PolicyMismatchError).actual)
  })
})
