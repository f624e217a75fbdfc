import { bridgeChainFacts } from '../../chain/bridgeChains.js'
import type { ClientPair } from '../../chain/clients.js'
import { guardPayment } from '../../risk/guardPayment.js'
import type { PaymentGuardOptions } from '../../risk/PaymentGuardOptions.js'
import type { BridgeProgress } from '../types.js'
import type { BridgeFlowOptions } from './runBridge.js'

/** Guards a burn that is about to be signed: on the chain it leaves and on the one where it is minted. */
export async function guardBurn(
  { publicClient }: ClientPair,
  { from, to, sender, recipient, amount }: BridgeProgress,
  options: BridgeFlowOptions & PaymentGuardOptions,
): Promise<void> {
  const chains = [
    { chainId: bridgeChainFacts(from).chainId, client: publicClient },
    { chainId: bridgeChainFacts(to).chainId, client: options.destinationClient },
  ]
  const payment = { payer: sender, payee: recipient, amount: BigInt(amount), chains }
  await guardPayment(payment, { ...options, checkOptions: { signal: options.signal, ...options.checkOptions } })
}
