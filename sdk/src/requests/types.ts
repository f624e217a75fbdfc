import type { Address, Hex } from 'viem'

/** What a payee asks for. It names no payer. */
export type PaymentRequest = {
  /** Who is to be paid, and whose signature makes the request valid. */
  payee: Address
  chainId: number
  /** The token's contract on that chain. */
  token: Address
  /** Base units of the token; 0n lets the payer choose. */
  amount: bigint
  /** At most 64 printable ASCII characters of the payee's choice. Show it as the payee's words, never as a fact. */
  reference: string
  /** First second in which it may be paid. */
  notBefore: Date
  /** Last second in which it may be paid, at most 90 days after `notBefore`. */
  expires: Date
  /** Tells equal requests apart. */
  nonce: bigint
}

/** A request with its payee's signature. */
export type SignedPaymentRequest = PaymentRequest & {
  /** 65 bytes by the payee's key, or whatever the payee's contract accepts by ERC-1271. */
  signature: Hex
}
