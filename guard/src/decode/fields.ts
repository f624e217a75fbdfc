import { type Address, getAddress } from 'viem'
import { isMap, readAddress } from './json.js'

/** Parameters that no wallet could read either, or that two readers could read in two ways. */
export class MalformedRequestError extends Error {}

/** An object of any keys. */
export type Fields = Readonly<Record<string, unknown>>

export function recordOf(name: string, value: unknown): Fields {
  if (!isMap(value)) throw new MalformedRequestError(`${name} is not an object.`)
  return value
}

export function listOf(name: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new MalformedRequestError(`${name} is not a list.`)
  if (value.length > maxListed) throw new MalformedRequestError(`${name} has more than ${maxListed} entries.`)
  return value
}

export function addressOf(name: string, value: unknown): Address {
  // A wrong checksum is for the wallet to judge: what counts here is who is meant.
  const address = readAddress(value)
  if (address === undefined) throw new MalformedRequestError(`${name} is not an address.`)
  return getAddress(address)
}

/** Each address once, however its letters are written. */
export function distinctAddresses(name: string, values: readonly unknown[]): readonly Address[] {
  return [...new Set(values.map((one) => addressOf(name, one)))]
}

/** A chain id as wallets take it: a number, its hexadecimal or its decimal text. */
export function chainIdOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined
  const isText = typeof value === 'string' && /^(?:0x[\da-f]{1,13}|\d{1,15})$/i.test(value)
  const chainId = isText || typeof value === 'number' || typeof value === 'bigint' ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(chainId)) throw new MalformedRequestError('its chain is not a number.')
  return chainId
}

const maxListed = 1_000
