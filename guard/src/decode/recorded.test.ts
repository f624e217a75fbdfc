import { readFile } from 'node:fs/promises'
import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import { decodeCall } from './decodeCall.js'

/** A transaction that a chain has carried out, as a public source has it. */
type Recorded = {
  carrier: string
  source: string
  from: Address
  to: Address
  value: string
  data: Hex
  pays: readonly (readonly [string, string, number, string, string])[]
}

const text = await readFile(new URL('../../test/shapes/recorded.jsonl', import.meta.url), 'utf8')
const recorded = text
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

test.each(recorded.map((one) => [one.carrier, one] as const))('recorded on Ethereum: %s', (_, one) => {
  const { movements, refusal } = decodeCall({ ...one, chainId: 1, value: BigInt(one.value) })
  expect(refusal).toBeUndefined()
  expect(
    movements.map(({ payer, payee, chainId, token, amount }) => [
      payer.toLowerCase(),
      payee.toLowerCase(),
      chainId,
      token.toLowerCase(),
      String(amount ?? 'any'),
    ]),
  ).toEqual(one.pays)
})
