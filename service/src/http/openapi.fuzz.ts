import type { Schema } from '@holdfast/sdk/wire/schemas'
import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { describeRoutes } from '../../tools/describeRoutes.js'
import { createRoutes } from '../routes/createRoutes.js'
import type { RouteParts } from '../routes/RouteParts.js'
import { checkSchema } from './internal/checkSchema.js'

const routes = createRoutes({ keys: {}, chains: new Map() } as unknown as RouteParts, undefined)
const { paths } = describeRoutes(routes)

const address = `0x${'12'.repeat(20)}`
const hash = `0x${'ab'.repeat(32)}`
const auth = { address, timestamp: 1_790_000_000_000, signature: `0x${'11'.repeat(65)}` }
const terms = {
  token: address,
  cosigner: address,
  target: address,
  maxAmount: '5',
  perPullMax: '0',
  expiry: 1_800_000_000,
  interval: 0,
  mode: 0,
}
const stealth = { stealthAddress: address, ephemeralPubKey: `0x02${'ab'.repeat(32)}`, viewTag: 31, label: 'rent' }
const authorize = { account: address, owner: address, payer: address, amount: '5', auth, nonce: { any: [null] } }

/** Valid bodies, in which every field occurs. */
const taken: Readonly<Record<string, readonly object[]>> = {
  '/api/cosign': [
    { phase: 'precheck', chainId: 5_042_002, owner: address, target: address, amount: '5', auth },
    { ...authorize, phase: 'authorize', action: 0 },
    { ...authorize, action: 1 },
    { account: address, amount: '5', action: 1 },
    {
      phase: 'counterfactual',
      factory: address,
      ownerHash: hash,
      salt: hash,
      policy: { ...terms, vaultHash: hash },
      box: address,
      owner: address,
      payer: address,
      amount: '5',
      auth,
    },
    { phase: 'bind', account: address, owner: address, payer: address, until: 1_800_000_000, auth },
  ],
  '/api/gasless-claim': [
    { transferId: '42', code: '7K3M-ABCD', salt: hash, recipient: address },
    { transferId: '42', recipient: address, signature: `0x${'11'.repeat(65)}` },
  ],
  '/api/investigate': [{ chainId: 5_042_002, sender: address, target: address }],
  '/api/relay/announce': [{ chainId: 5_042_002, ...stealth, box: address }],
  '/api/relay/create': [
    { salt: hash, policy: { ...terms, owner: address, vault: address }, announce: stealth },
    { chainId: 5_042_002, salt: hash, policy: { ...terms, ownerHash: hash, vaultHash: hash } },
  ],
  '/api/relay/gas': [{ chainId: 5_042_002, to: address }],
}

/** Zero, a wrong checksum and a number above 256 bits are well-formed: no JSON schema can refuse them. */
const odd: readonly unknown[] = [
  ...[null, true, false, [], {}, '', ' ', 'x', 'x'.repeat(64), 'x'.repeat(65), 'x'.repeat(257), 'é', '\n'],
  ...[0, 1, 2, -1, 1.5, 255, 256, 2 ** 40 - 1, 2 ** 40, Number.MAX_SAFE_INTEGER, 2 ** 53, 1e21],
  ...['0', '1', '01', '-1', '+1', '1.0', '1e3', '1'.repeat(78), '1'.repeat(79)],
  ...[address, address.replace('0x', '0X'), `${address}0`, address.slice(2), hash, hash.toUpperCase(), `${hash}00`],
  ...[`0x03${'ab'.repeat(32)}`, `0x04${'ab'.repeat(32)}`, `0x${'11'.repeat(64)}`, `0x${'1'.repeat(129)}`],
  ...['precheck', 'authorize', 'counterfactual', 'bind', 'owner'],
]
const names = ['x', 'owner', 'ownerHash', 'payer', 'label', 'target', 'now', 'action', 'chainId', 'code']

type Change = { place: number; how: 'set' | 'remove' | 'add'; value: unknown; name: string }
const change: fc.Arbitrary<Change> = fc.record({
  place: fc.nat(),
  how: fc.constantFrom('set', 'remove', 'add'),
  value: fc.constantFrom(...odd),
  name: fc.constantFrom(...names),
})

/** Each field once with each value and once without one, and each object with each name. */
const eachChange = (body: object): readonly Change[] =>
  placesOf(body).flatMap((_, place) => [
    ...odd.map((value) => ({ place, how: 'set' as const, value, name: '' })),
    ...names.map((name) => ({ place, how: 'add' as const, value: address, name })),
    { place, how: 'remove' as const, value: null, name: '' },
  ])

function changed(body: object, changes: readonly Change[]): unknown {
  let result = JSON.parse(JSON.stringify(body))
  for (const { place, how, value, name } of changes) {
    const places = placesOf(result)
    const [parent, key] = places[place % places.length] ?? []
    if (parent === undefined || key === undefined) result = value
    else if (how === 'set') parent[key] = value
    else if (how === 'remove') delete parent[key]
    else parent[name] = value
  }
  return result
}

type Node = Record<string, unknown>

/** Every field of every object; the first is the whole. */
function placesOf(node: unknown): readonly (readonly [Node?, string?])[] {
  const inside = (value: unknown): (readonly [Node, string])[] =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? []
      : Object.entries(value).flatMap(([key, field]) => [[value as Node, key] as const, ...inside(field)])
  return [[], ...inside(node)]
}

describe('a body is accepted exactly when the description allows it', () => {
  test.each(routes.filter(({ method }) => method === 'POST'))('POST $path', (route) => {
    const schema = paths[route.path]?.post?.requestBody?.content['application/json']?.schema
    const described = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
    const isTaken = (body: unknown) => {
      const { errors = [] } = checkSchema(route.body as Schema, body, route)
      for (const { code } of errors)
        expect(code).toMatch(/^(required|unknown_key|invalid_type|out_of_range|not_[a-z_]+)$/)
      return errors.length === 0
    }
    const bodies = taken[route.path] ?? []
    const agree = (body: object, changes: readonly Change[]) => {
      const given = changed(body, changes)
      if (described.safeParse(given).success !== isTaken(given))
        expect.fail(`${isTaken(given) ? 'taken' : 'refused'}, and not described so: ${JSON.stringify(given)}`)
    }
    for (const body of bodies) {
      expect([body, isTaken(body)]).toEqual([body, true])
      for (const one of eachChange(body)) agree(body, [one])
    }
    fc.assert(
      fc.property(fc.constantFrom(...bodies), fc.array(change, { minLength: 2, maxLength: 4 }), agree),
      runs(300, 3_000),
    )
  })
})
