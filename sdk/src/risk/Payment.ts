import type { Address } from 'viem'
import type { ReadClient } from '../chain/clients.js'

/** A payment that is about to be made. */
export type Payment = {
  /** Whose history counts. */
  payer: Address
  /** Who has the money in the end. */
  payee: Address
  /** Base units. */
  amount: bigint
  /** The chain the money leaves, then, where it is another one, the chain where it arrives. */
  chains: readonly PaymentChain[]
}

/** A payment of which the amount need not be known yet; an acknowledgement of its report then must name one. */
export type PaymentToCheck = Omit<Payment, 'amount'> & { amount?: bigint | undefined }

/** A chain that a payment touches. */
export type PaymentChain = {
  chainId: number
  /** Reads the chain. @default the registry's endpoints */
  client?: ReadClient | undefined
}
