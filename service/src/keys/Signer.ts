import type { Address, Hex, SignableMessage, TransactionSerializableEIP1559, TypedDataDefinition } from 'viem'

/** A key in any place. It cannot be read. */
export type Signer = {
  readonly address: Address
  /** Text, or bytes as `{ raw }` (EIP-191). */
  signMessage: (message: SignableMessage) => Promise<Hex>
  /**
   * @param digest - The hash of `data` (EIP-712), if known: a key in this process signs just that, a remote one still
   *   hashes the data and refuses another digest.
   */
  signTypedData: (data: TypedDataDefinition, digest?: Hex) => Promise<Hex>
  /** @returns The serialized, signed transaction. */
  signTransaction: (transaction: TransactionSerializableEIP1559) => Promise<Hex>
  /** Checks that it can sign; throws when it cannot. */
  health: () => Promise<void>
}
