import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeLimits } from './rules.js'

const small = fc.bigInt(0n, 50n)
const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const hash = `0x${'1'.repeat(64)}` as const
const given = fc.record({
  amount: small,
  action: fc.constantFrom(0 as const, 1 as const),
  mode: fc.constantFrom(0 as const, 1 as const),
  maxAmount: small,
  perPullMax: small,
  spent: small,
  lastPull: small,
  interval: fc.nat(50),
  expiry: fc.nat(150),
  time: fc.bigInt(0n, 100n),
})

/** The decision of the account itself, written independently of the rules. */
function accepts({
  amount,
  action,
  mode,
  maxAmount,
  perPullMax,
  spent,
  lastPull,
  interval,
  expiry,
  time,
}: Given): boolean {
  const cap = perPullMax === 0n || perPullMax > maxAmount ? maxAmount : perPullMax
  const isInTime = lastPull === 0n || time >= lastPull + BigInt(interval)
  if (mode !== action || amount === 0n || time > BigInt(expiry) || amount > maxAmount - spent) return false
  return action === 0 || (amount <= cap && isInTime)
}

type Given = typeof given extends fc.Arbitrary<infer value> ? value : never

test('property: the rules accept exactly what the account accepts, now and for half a minute', () => {
  fc.assert(
    fc.property(given, (values) => {
      const { amount, action, time, spent, lastPull, ...terms } = values
      const policy = { token: address, cosigner: address, vaultHash: hash, target: address, ...terms } as const
      const passes = judgeLimits({ amount, action }, { ownerHash: hash, policy, spent, lastPull }, time) === undefined
      expect(passes).toBe(accepts(values) && time + 30n < BigInt(values.expiry))
      if (passes) expect(accepts({ ...values, time: time + 30n })).toBe(true)
    }),
    runs(5_000),
  )
})
