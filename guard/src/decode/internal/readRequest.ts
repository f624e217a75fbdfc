import type { Address, Hex } from 'viem'
import { isMap, readAddress, readHex, readQuantity } from '../json.js'

/** A transaction as JSON-RPC has it. */
export type Request = {
  /** Undefined where the request names none. */
  readonly from: Address | undefined
  /** Undefined: it creates a contract. */
  readonly to: Address | undefined
  readonly value: bigint
  readonly data: Hex
  /** The chain it is for; undefined where it says nothing. */
  readonly chainId: bigint | undefined
  /** As given. */
  readonly authorizationList: unknown
}

/** Reads a transaction request from outside; undefined where a field is not what JSON-RPC has there. */
export function readRequest(request: unknown): Request | undefined {
  if (!isMap(request)) return undefined
  const isNamed = (field: string) => request[field] !== undefined && request[field] !== null
  const data = ['data', 'input'].filter(isNamed).map((field) => readHex(request[field]))
  const read = {
    from: readAddress(request.from),
    to: readAddress(request.to),
    value: isNamed('value') ? readValue(request.value) : 0n,
    data: data.length === 0 ? ('0x' as const) : data[0],
    chainId: readQuantity(request.chainId),
    authorizationList: request.authorizationList ?? [],
  }
  const isBad = (field: 'from' | 'to' | 'chainId') => isNamed(field) && read[field] === undefined
  // Where both are given they must agree: nodes differ in which of them counts.
  if (isBad('from') || isBad('to') || isBad('chainId') || new Set(data).size > 1) return undefined
  const { value, data: calldata } = read
  return value === undefined || calldata === undefined ? undefined : { ...read, value, data: calldata }
}

/** Without `0x` some wallets take the digits for decimal and others for hexadecimal. */
function readValue(value: unknown): bigint | undefined {
  return typeof value === 'string' && !value.startsWith('0x') ? undefined : readQuantity(value)
}
