import { predictBoxAddress } from '@holdfast/contracts'
import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { type Address, checksumAddress, toHex } from 'viem'
import { expect, test } from 'vitest'
import { requireDeployment } from '../../chain/registry.js'
import type { EphemeralPolicy } from '../types.js'
import { assertSameTerms, pullCapOf, termsOf } from './policy.js'

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => checksumAddress(toHex(bytes)))
  .filter((value) => BigInt(value) > 2n ** 32n)

const push = fc.record({
  token: address,
  owner: address,
  cosigner: address,
  vault: address,
  target: address,
  maxAmount: fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
  expiry: fc.integer({ min: 1, max: 2 ** 40 - 1 }),
  interval: fc.constant(0),
  mode: fc.constant(0 as const),
})

const pull = fc
  .tuple(push, fc.integer({ min: 1, max: 2 ** 40 - 1 }), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }))
  .map(([policy, interval, cap]) => ({
    ...policy,
    interval,
    mode: 1 as const,
    perPullMax: cap % (policy.maxAmount + 1n),
  }))

const policies: fc.Arbitrary<EphemeralPolicy> = fc
  .oneof(push, pull)
  .filter(({ token, vault, target }) => token !== vault && token !== target)

const { spendPolicyFactory, spendPolicyAccountImpl } = requireDeployment(5042002)
const factory = { address: spendPolicyFactory, implementation: spendPolicyAccountImpl }
const salt = `0x${'01'.repeat(32)}` as const
const at = (policy: EphemeralPolicy) => predictBoxAddress(factory, { ...termsOf(policy), salt })

test('a policy equals itself, however its addresses are written', () => {
  fc.assert(
    fc.property(policies, (policy) => {
      const lower = Object.fromEntries(
        Object.entries(policy).map(([name, value]) => [name, typeof value === 'string' ? value.toLowerCase() : value]),
      ) as EphemeralPolicy
      expect(termsOf(lower)).toEqual(termsOf(policy))
      expect(() => assertSameTerms(policy.target, termsOf(lower), termsOf(policy))).not.toThrow()
      expect(at(lower)).toBe(at(policy))
    }),
    runs(100),
  )
})

test('any change of one field is another address; and a mismatch, unless the cap in force stays', () => {
  const changes: ((policy: EphemeralPolicy, other: EphemeralPolicy) => EphemeralPolicy)[] = (
    ['token', 'owner', 'cosigner', 'vault', 'target', 'maxAmount', 'expiry', 'perPullMax'] as const
  ).map((field) => (policy, other) => ({ ...policy, [field]: other[field] }))
  fc.assert(
    fc.property(policies, policies, fc.constantFrom(...changes), (policy, other, change) => {
      const changed = change(policy, other)
      let terms: ReturnType<typeof termsOf>
      try {
        terms = termsOf(changed)
      } catch {
        return
      }
      const isSame = Object.entries(terms.policy).every(
        ([name, value]) => value === termsOf(policy).policy[name as keyof typeof terms.policy],
      )
      if (isSame && terms.ownerHash === termsOf(policy).ownerHash) return
      expect(at(changed)).not.toBe(at(policy))
      const compare = () => assertSameTerms(policy.target, termsOf(policy), terms)
      const sameCap =
        changed.maxAmount === policy.maxAmount && pullCapOf(terms.policy) === pullCapOf(termsOf(policy).policy)
      const onlyCapDiffers = (['token', 'owner', 'cosigner', 'vault', 'target', 'maxAmount', 'expiry'] as const).every(
        (field) => changed[field] === policy[field],
      )
      if (sameCap && onlyCapDiffers) expect(compare).not.toThrow()
      else expect(compare).toThrow(expect.objectContaining({ name: 'PolicyMismatchError' }))
    }),
    runs(100),
  )
})

test('whatever is refused is refused with an error of ours, and never with another', () => {
  const anything = fc.oneof(
    fc.constant(undefined),
    fc.constant(null),
    fc.string(),
    fc.double(),
    fc.bigInt(),
    fc.boolean(),
    fc.constant('0x0000000000000000000000000000000000000000' as Address),
  )
  fc.assert(
    fc.property(
      policies,
      fc.constantFrom('token', 'owner', 'cosigner', 'vault', 'target', 'maxAmount', 'expiry', 'interval', 'mode'),
      anything,
      (policy, field, value) => {
        try {
          termsOf({ ...policy, [field]: value } as EphemeralPolicy)
        } catch (error) {
          expect(error).toMatchObject({ code: expect.stringMatching(/^invalid_(input|address|amount)$/) })
        }
      },
    ),
    runs(100),
  )
})
