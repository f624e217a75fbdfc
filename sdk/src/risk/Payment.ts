import type { Address } from 'viem'
import type { ReadClient } from '../chain/clients.js'
import type { IDataProvider } from './history/IDataProvider.js'

/** A payment that is about to be made. */
export type Payment = {
  /** Whose payment history the firewall reads. */
  payer: Address
  /** Who has the money in the end. */
  payee: Address
  /** Base units. */
  amount: bigint
  /** What is paid: an acknowledgement of an amount of another token does not cover it. @default USDC */
  token?: Address | undefined
  /** The chain the money leaves, then, where it is another one, the chain where it arrives. */
  chains: readonly PaymentChain[]
}

/** A payment of which the amount need not be known yet; an acknowledgement of its report then must name one. */
export type PaymentToCheck = Omit<Payment, 'amount'> & { amount?: bigint | undefined }

/** A chain that a payment touches, or another one on which the payer has paid. */
export type PaymentChain = {
  chainId: number
  /** Reads payers on this chain. @default its explorer, else its node */
  provider?: IDataProvider | undefined
  /** Reads the chain. @default the registry's endpoints */
  client?: ReadClient | undefined
}

/**
 * Adds the payers' histories of further chains to a provider, of which that of the payment may be one; {@link readPayerChains}
 * makes it.
 *
 * @param own - Reads the chains of the payment.
 * @param touched - Their ids: they are not read again.
 */
export type PayerChains = (own: IDataProvider, touched: readonly number[]) => IDataProvider | Promise<IDataProvider>
