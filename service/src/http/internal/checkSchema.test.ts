import { relayAnnounce, relayCreate, relayGas } from '@holdfast/sdk/wire/schemas'
import { expect, test } from 'vitest'
import { checkSchema } from './checkSchema.js'

/** The only fault of a body whose policy has one unknown field. */
function faultOf(name: string) {
  const address = `0x${'12'.repeat(20)}`
  const policy = {
    token: address,
    cosigner: address,
    target: address,
    maxAmount: '5',
    perPullMax: '0',
    expiry: 1_800_000_000,
    interval: 0,
    mode: 0,
    owner: address,
    vault: address,
    [name]: 1,
  }
  return checkSchema(relayCreate, { salt: `0x${'ab'.repeat(32)}`, policy }).errors
}

test.each(['Z9K7QXM3J5Y1VWVS', 'Z9K7-QXM3-J5Y1-VWVS', `0x${'5a'.repeat(32)}`])(
  'regression: a secret in the place of a name is never repeated: %s',
  (secret) => {
    expect(faultOf(secret)).toEqual([{ pointer: '/policy/…', code: 'unknown_key' }])
    const [fault] = checkSchema(relayCreate, { [secret]: 1 }).errors?.slice(-1) ?? []
    expect(fault).toEqual({ pointer: '/…', code: 'unknown_key' })
  },
)

test('behavior: other names are echoed', () => {
  expect(faultOf('max/Amount')).toEqual([{ pointer: '/policy/max~1Amount', code: 'unknown_key' }])
})

test('behavior: a policy with fields of both pairs is judged by the pair of which it has more', () => {
  expect(faultOf('ownerHash')).toEqual([{ pointer: '/policy/ownerHash', code: 'unknown_key' }])
})

test('behavior: every fault is named, in the order of the fields, at most ten', () => {
  expect(checkSchema(relayCreate, { policy: null, chainId: '1' }).errors).toEqual([
    { pointer: '/salt', code: 'required' },
    { pointer: '/policy', code: 'invalid_type' },
    { pointer: '/chainId', code: 'invalid_type' },
  ])
  expect(checkSchema(relayCreate, { policy: {} }).errors).toHaveLength(10)
})

test('behavior: a value of the right type with a wrong form is named by its form', () => {
  const announce = { stealthAddress: '0x12', ephemeralPubKey: '0x', viewTag: 1.5, label: 'x'.repeat(257) }
  const codes = checkSchema(relayAnnounce, { ...announce, box: null, chainId: 0 }).errors?.map(({ code }) => code)
  expect(codes).toEqual(['not_an_address', 'not_hex', 'not_an_integer', 'invalid_type', 'out_of_range', 'not_text'])
})

test('parameter: namesTypes', () => {
  expect(checkSchema(relayGas, [], { namesTypes: true }).errors).toEqual([{ pointer: '', code: 'not_an_object' }])
  expect(checkSchema(relayGas, { to: 1, chainId: '1' }, { namesTypes: true }).errors).toEqual([
    { pointer: '/to', code: 'not_an_address' },
    { pointer: '/chainId', code: 'not_an_integer' },
  ])
})
