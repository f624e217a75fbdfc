import { readdir, readFile } from 'node:fs/promises'
import { type Address, type Hex, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Payment } from '../../test/shapes/makeShapes.js'
import { inspectRequest } from '../judge/inspectRequest.js'
import { decodeCall } from './decodeCall.js'
import { decodeTransactionRequest } from './decodeTransactionRequest.js'
import { decodeUserOperation } from './decodeUserOperation.js'
import type { Decoded, Note } from './types.js'

/** A published transaction or request; `recorded/README.md` describes the fields. */
type Recorded = {
  what: string
  chainId?: number
  hash?: Hex
  source?: string
  raw?: Hex
  from?: Address
  to?: Address
  value?: string
  data?: Hex
  authorizationList?: unknown
  userOperation?: unknown
  signer?: Address
  typedData?: unknown
  pays: readonly Payment[]
  notes?: readonly Note['kind'][]
  refused?: string
}

const folder = new URL('../../test/shapes/recorded/', import.meta.url)
const files = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'))
const recorded = await Promise.all(
  files.map(async (name) => {
    const lines = (await readFile(new URL(name, folder), 'utf8')).trimEnd().split('\n')
    return { carrier: name.replace('.jsonl', ''), shapes: lines.map((line) => JSON.parse(line) as Recorded) }
  }),
)

/** How many shapes each carrier has at least: fifty where as many were found. Raise a number with each shape that is added. */
const least: Readonly<Record<string, number>> = {
  native: 50,
  transfer: 50,
  authorization: 50,
  allowance: 50,
  memo: 50,
  multicall: 50,
  permit2: 50,
  cctp: 50,
  safe: 50,
  entryPoint: 50,
  modular: 50,
  setCode: 50,
  own: 50,
  // Not carriers of their own in the guard's list: routers of exchanges, accounts without a standard, payouts to many.
  router: 50,
  account: 39,
  payout: 9,
}

test('there are as many of each carrier as before', () => {
  const found = recorded.map(({ carrier, shapes }) => [carrier, Math.min(shapes.length, 50)])
  expect(Object.fromEntries(found)).toEqual(least)
})

async function decode({ chainId = 1, raw, userOperation, ...one }: Recorded): Promise<Decoded | undefined> {
  const inspect = (method: string, params: unknown[]) => inspectRequest({ method, params }, { chainId })
  if (raw) return (await inspect('eth_sendRawTransaction', [raw]))?.decoded
  if (userOperation) return decodeUserOperation({ chainId, userOperation })
  if (one.typedData)
    return (await inspect('eth_signTypedData_v4', [one.signer, JSON.stringify(one.typedData)]))?.decoded
  const value = BigInt(one.value ?? 0)
  if (one.authorizationList)
    return decodeTransactionRequest({ chainId, request: { ...one, value: `0x${value.toString(16)}` } })
  // What is none of the above is a call.
  return decodeCall({ chainId, from: one.from as Address, to: one.to, value, data: one.data })
}

describe.each(recorded)('recorded: $carrier', ({ shapes }) => {
  test.each(shapes)('$what', async (one) => {
    const decoded = await decode(one)
    expect(decoded?.refusal?.reason).toBe(one.refused)
    const found = decoded?.movements.map(({ payer, payee, chainId, token, amount }) =>
      [payer, payee, chainId, token, String(amount ?? 'any')].join(' ').toLowerCase(),
    )
    expect(found).toEqual(one.pays.map((payment) => payment.join(' ')))
    const kinds = decoded?.notes.map(({ kind }) => kind)
    expect(kinds).toEqual(one.notes ?? kinds)
  })

  test('each has a hash or a source, and signed bytes have their hash', () => {
    for (const { hash, source, raw } of shapes) {
      expect(hash ?? source).toBeDefined()
      if (raw) expect(keccak256(raw)).toBe(hash)
    }
  })

  test('none twice', () => {
    const bytes = shapes.map(({ raw, data, typedData, userOperation, to, authorizationList }) =>
      JSON.stringify([raw, data, typedData, userOperation, to, authorizationList]),
    )
    expect(new Set(bytes).size).toBe(bytes.length)
  })
})
