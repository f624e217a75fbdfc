import type { Address } from 'viem'

/** The verified signature of a request. */
export type SignedBy = {
  address: Address
  /** Unix milliseconds. */
  timestamp: number
  /** Of the signed message; identifies the request. */
  digest: `0x${string}`
}
