import { type Address, type Hex, numberToHex } from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { isMap, readAddress, readQuantity } from '../json.js'
import type { Authorization } from './entry/Entry.js'

/** Most authorizations in one transaction that are read; each costs a signature's recovery. */
const maxAuthorizations = 16

/**
 * The accounts behind EIP-7702 authorizations, as a transaction or a JSON-RPC request lists them. One without a signature is
 * the sender's own.
 *
 * @returns Undefined where the list or an item is malformed.
 */
export async function recoverAuthorities(list: unknown, sender: Address): Promise<Authorization[] | undefined> {
  if (!Array.isArray(list) || list.length > maxAuthorizations) return undefined
  const read = await Promise.all(list.map((one) => recoverAuthority(one, sender)))
  return read.every((one) => one !== undefined) ? read : undefined
}

async function recoverAuthority(item: unknown, sender: Address): Promise<Authorization | undefined> {
  if (!isMap(item)) return undefined
  const address = agreed([item.address, item.contractAddress], readAddress)
  const isSigned = item.r != null || item.s != null
  // Without a signature the wallet makes it for the chain that it is on.
  const [chainId, nonce] = [item.chainId ?? (isSigned ? undefined : 0), item.nonce].map(readQuantity)
  const yParity = agreed([item.yParity, item.v], readParity)
  if (address === undefined || chainId === undefined) return undefined
  const valid = { chainId: Number(chainId), address }
  if (!isSigned) return { ...valid, authority: sender }
  const [r, s] = [readWord(item.r), readWord(item.s)]
  if (nonce === undefined || yParity === undefined || r === undefined || s === undefined) return undefined
  try {
    const signature = { r, s, yParity }
    const authority = await recoverAuthorizationAddress({
      authorization: { ...valid, nonce: Number(nonce) },
      signature,
    })
    return { ...valid, authority }
  } catch {
    // The chain skips an authorization whose signature is invalid.
    return { ...valid, authority: address }
  }
}

/** A member of two names, of which wallets and nodes read the one or the other: undefined where they differ. */
function agreed<read>(given: readonly unknown[], read: (value: unknown) => read | undefined): read | undefined {
  const [first, ...others] = given.filter((one) => one !== undefined && one !== null).map(read)
  return others.every((other) => other === first) ? first : undefined
}

/** 0 or 1, also written as 27 or 28. */
function readParity(value: unknown): number | undefined {
  const number = readQuantity(value)
  return number === undefined ? undefined : Number(number) % 27
}

function readWord(value: unknown): Hex | undefined {
  const number = readQuantity(value)
  return number === undefined ? undefined : numberToHex(number, { size: 32 })
}
