import type { Address, Hex, SignableMessage, TransactionSerializableEIP1559, TypedDataDefinition } from 'viem'

/** A key, wherever it is. It never shows itself. */
export type Signer = {
  readonly address: Address
  /** Text, or bytes as `{ raw }` (EIP-191). */
  signMessage: (message: SignableMessage) => Promise<Hex>
  /**
   * @param digest - The hash of `data` (EIP-712), where it is known: a key in this process signs just that, one that is
   *   elsewhere hashes the data all the same and refuses another digest.
   */
  signTypedData: (data: TypedDataDefinition, digest?: Hex) => Promise<Hex>
  /** @returns The serialized, signed transaction. */
  signTransaction: (transaction: TransactionSerializableEIP1559) => Promise<Hex>
  /** Proves that it can sign; throws when it cannot. */
  health: () => Promise<void>
}
