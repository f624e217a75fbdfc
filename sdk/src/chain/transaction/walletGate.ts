import type { Abi, Address, Hash, Hex, TransactionReceipt, TypedDataDefinition } from 'viem'
import type { WriteClient } from '../clients.js'
import type { Price } from './fees.js'

/**
 * What every prompt of a wallet passes first. A plan is made by a gate that writes down what the wallet is asked for, and is
 * carried out behind one that lets nothing else through.
 */
export type WalletGate = {
  /**
   * Asked before the wallet is; several calls are made as one, all or none.
   *
   * @returns What happens instead of the calls, or how those that are made are followed.
   * @throws Where the calls must not be made.
   */
  call: (chainId: number, calls: readonly GatedCall[]) => GatedReceipt | GatedWrite
  /**
   * Asked before a transaction is signed what it may offer for each unit of its gas.
   *
   * @throws Where that is less than the next block asks for.
   */
  price: (gas: bigint, price: Price) => bigint
  /** @returns A signature to take instead; `undefined` where the wallet is to sign. @throws Where it must not. */
  sign: (message: TypedDataDefinition) => Hex | undefined
  /** @returns A signature to take instead of a co-signer's; `undefined` where the co-signer is asked. */
  cosign: () => Hex | undefined
}

/** A call as a gate sees it. */
export type GatedCall = { to: Address; data: Hex; abi?: Abi | undefined }

/** What a gate says that a call which was not made has done. */
export type GatedReceipt = Pick<TransactionReceipt, 'logs' | 'transactionHash' | 'blockNumber'>

/** How a call that is made is followed, besides what its operation asks for. */
export type GatedWrite = {
  onTransactionHash?: ((txHash: Hash, nonce?: number) => unknown) | undefined
}

const gates = /* @__PURE__ */ new WeakMap<object, WalletGate>()

/** The same wallet behind a gate. */
export function withGate<wallet extends WriteClient>(walletClient: wallet, gate: WalletGate): wallet {
  const gated = { ...walletClient }
  gates.set(gated, gate)
  return gated
}

/** The gate that a wallet is behind. */
export function gateOf(walletClient: WriteClient): WalletGate | undefined {
  return gates.get(walletClient)
}

/** Whether a gate has answered in place of the chain. */
export function isReceipt(answer: GatedReceipt | GatedWrite): answer is GatedReceipt {
  return 'transactionHash' in answer
}

/** Options with which a call is made behind a gate: the operation hears of its transaction first. */
export function followedBoth<options extends GatedWrite>(options: options, { onTransactionHash }: GatedWrite): options {
  if (onTransactionHash === undefined) return options
  return {
    ...options,
    async onTransactionHash(txHash: Hash, nonce?: number) {
      await options.onTransactionHash?.(txHash, nonce)
      await onTransactionHash(txHash, nonce)
    },
  }
}
