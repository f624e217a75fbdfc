import { type Address, getAddress, type Hex } from 'viem'
import { invalid } from './refusal.js'

/** An address in a path or query, or a 422. */
export function addressParameter(value: string, name = 'address_hash_param'): Address {
  if (!/^0x[0-9a-fA-F]{40}$/.test(value)) throw invalid(name, 'Invalid format. Expected ~r/^0x([A-Fa-f0-9]{40})$/')
  return getAddress(value.toLowerCase())
}

/** A 32-byte hash in a path or query, or a 422. */
export function hashParameter(value: string, name = 'transaction_hash_param'): Hex {
  if (!/^0x[0-9a-fA-F]{64}$/.test(value)) throw invalid(name, 'Invalid format. Expected ~r/^0x([A-Fa-f0-9]{64})$/')
  // Matched above.
  return value.toLowerCase() as Hex
}

/** A word from a list in the query, undefined when absent, or a 422. */
export function wordParameter<const word extends string>(
  query: URLSearchParams,
  name: string,
  words: readonly word[],
): word | undefined {
  const value = query.get(name)
  if (value === null || value === '') return undefined
  const known = words.find((word) => word === value)
  if (known === undefined) throw invalid(name, `Invalid value for enum. Expected one of ${words.join(', ')}`)
  return known
}
