import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { type Address, checksumAddress } from 'viem'
import { expect, test } from 'vitest'
import { ServiceError } from '../errors/base.js'
import { type CosignAuthScope, cosignAuthMessage } from './cosignAuthMessage.js'

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .filter((bytes) => bytes.some((byte) => byte !== 0))
  .map((bytes): Address => checksumAddress(`0x${Buffer.from(bytes).toString('hex')}`))

const count = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
const parts = {
  chain: count,
  account: address,
  payer: address,
  target: address,
  amount: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  action: fc.constantFrom(0 as const, 1 as const),
  until: count,
  accept: address,
}
const scope = fc
  .record(parts, { requiredKeys: [] })
  .filter(({ amount, until }) => (amount === undefined) !== (until === undefined))
const signed = fc.record({ owner: address, ts: count, scope })
type Signed = { owner: Address; ts: number; scope: CosignAuthScope }

const write = ({ owner, ts, scope }: Signed) => cosignAuthMessage(owner, ts, scope)

/** Reads a text back without knowing how it was written. */
function parse(text: string): Record<string, string> {
  const [title, ...lines] = text.split('\n')
  expect(title).toBe('Holdfast co-sign')
  return Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]))
}

test('property: the text says exactly what the scope says', () => {
  fc.assert(
    fc.property(signed, (given) => {
      const { ts, owner, ...rest } = parse(write(given))
      expect(ts).toBe(String(given.ts))
      expect(owner).toBe(given.owner.toLowerCase())
      const expected = Object.entries({ ...given.scope, chain: given.scope.chain ?? 5042002 }).filter(
        ([, value]) => value !== undefined,
      )
      expect(rest).toEqual(Object.fromEntries(expected.map(([key, value]) => [key, String(value).toLowerCase()])))
    }),
    runs(100),
  )
})

test('property: a difference anywhere makes another text', () => {
  fc.assert(
    fc.property(signed, signed, fc.constantFrom('owner', 'ts', ...Object.keys(parts)), (one, other, key) => {
      const isOutside = key === 'owner' || key === 'ts'
      const changed = isOutside
        ? { ...one, [key]: other[key as 'ts'] }
        : { ...one, scope: { ...one.scope, [key]: other.scope[key as 'chain'] } }
      const { amount, until } = changed.scope
      fc.pre((amount === undefined) !== (until === undefined))
      const before = isOutside ? one[key as 'ts'] : one.scope[key as 'chain']
      const after = isOutside ? changed[key as 'ts'] : changed.scope[key as 'chain']
      expect(write(changed as Signed) === write(one)).toBe(before === after)
    }),
    runs(100),
  )
})

test('property: whatever a field holds, a text holds no foreign line', () => {
  const anything = fc.oneof(fc.string(), fc.anything(), address, fc.constant('0x1\nowner: 0x2'))
  fc.assert(
    fc.property(
      anything,
      anything,
      fc.dictionary(fc.constantFrom(...Object.keys(parts)), anything),
      (owner, ts, scope) => {
        let text: string
        try {
          text = cosignAuthMessage(owner as Address, ts as number, scope as CosignAuthScope)
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError)
          return
        }
        for (const line of text.split('\n').slice(1))
          expect(line).toMatch(
            /^(chain|account|owner|payer|target|amount|action|until|accept|ts): (\d+|0x[0-9a-f]{40})$/,
          )
      },
    ),
    runs(100),
  )
})
