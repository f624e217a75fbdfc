import type { Address } from 'viem'
import type { ChainDeployment } from '../../chain/registry.js'
import { guardPayment } from '../../risk/guardPayment.js'
import type { PaymentGuardOptions } from '../../risk/PaymentGuardOptions.js'
import type { ShieldClients } from '../types.js'

/** Guards a payment that stays on the chain of the clients. */
export async function guardHere(
  { publicClient }: ShieldClients,
  { id }: ChainDeployment,
  payment: { payer: Address; payee: Address; amount: bigint },
  options: PaymentGuardOptions & { signal?: AbortSignal | undefined },
): Promise<void> {
  const checkOptions = { signal: options.signal, ...options.checkOptions }
  await guardPayment({ ...payment, chains: [{ chainId: id, client: publicClient }] }, { ...options, checkOptions })
}
