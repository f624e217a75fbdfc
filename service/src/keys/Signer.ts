import type { Address, Hex, TransactionSerializableEIP1559, TypedDataDefinition } from 'viem'

/** A key, wherever it is. It never shows itself. */
export type Signer = {
  readonly address: Address
  signMessage: (message: string) => Promise<Hex>
  signTypedData: (data: TypedDataDefinition) => Promise<Hex>
  /** @returns The serialized, signed transaction. */
  signTransaction: (transaction: TransactionSerializableEIP1559) => Promise<Hex>
  /** Proves that it can sign; throws when it cannot. */
  health: () => Promise<void>
}
