import { readFile } from 'node:fs/promises'
import { type Address, getAddress, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { makeShapes, type Payment, type Shape } from '../../test/shapes/makeShapes.js'
import { writeShapes } from '../../test/shapes/writeShapes.js'
import { inspectRequest } from '../judge/inspectRequest.js'
import { decodeCall } from './decodeCall.js'
import type { Decoded } from './types.js'

const chainId = 5_042_002
const text = await readFile(new URL('../../test/shapes/shapes.jsonl', import.meta.url), 'utf8')
const lines = text
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Shape & { carrier: string })
const carriers = [...new Set(lines.map(({ carrier }) => carrier))]

async function decode({ from, call, raw, typedData }: Shape): Promise<Decoded | undefined> {
  // The file has addresses and data where these types want them.
  if (call)
    return decodeCall({
      chainId,
      from: from as Address,
      to: call.to as Address,
      value: BigInt(call.value),
      data: call.data as Hex,
    })
  const request = raw
    ? { method: 'eth_sendRawTransaction', params: [raw] }
    : { method: 'eth_signTypedData_v4', params: [from, typedData] }
  return (await inspectRequest(request, { chainId }))?.decoded
}

/** Sorted, because payments may be found in any order. */
const sorted = (payments: readonly Payment[]) => payments.map((one) => one.join(' ')).sort()

test('the file is what `writeShapes` writes', async () => {
  expect(text === writeShapes(await makeShapes())).toBe(true)
})

describe.each(carriers)('%s', (name) => {
  const shapes = lines.filter(({ carrier }) => carrier === name)

  test('50 different shapes', () => {
    expect(new Set(shapes.map((one) => JSON.stringify(one))).size).toBeGreaterThanOrEqual(50)
  })

  test('every payment is found with payer, payee, chain, token and amount, and no other', async () => {
    for (const shape of shapes) {
      const decoded = await decode(shape)
      expect(decoded?.refusal, JSON.stringify(shape)).toBeUndefined()
      const found = decoded?.movements.map((one): Payment => {
        const token = one.token === 'native' ? one.token : getAddress(one.token)
        return [one.payer, one.payee, one.chainId, token, String(one.amount ?? 'any')]
      })
      expect(sorted(found ?? []), JSON.stringify(shape)).toEqual(sorted(shape.pays))
    }
  })
})
