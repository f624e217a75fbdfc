import type { Address } from 'viem'
import { isAddressEqual } from 'viem/utils'
import type { ChainDeployment } from '../../chain/registry.js'
import { guardPayment } from '../../risk/guardPayment.js'
import type { PaymentGuardOptions } from '../../risk/PaymentGuardOptions.js'
import type { ShieldClients } from '../types.js'

/** Guards a payment that stays on the chain of the clients. */
export async function guardHere(
  { publicClient }: ShieldClients,
  { id, usdc }: ChainDeployment,
  { token, ...payment }: { payer: Address; payee: Address; amount: bigint; token?: Address | undefined },
  options: PaymentGuardOptions & { signal?: AbortSignal | undefined },
): Promise<void> {
  const checkOptions = { signal: options.signal, ...options.checkOptions }
  const chains = [{ chainId: id, client: publicClient }]
  // Reports of USDC name no token.
  const other = token && !isAddressEqual(token, usdc) ? token : undefined
  await guardPayment({ ...payment, token: other, chains }, { ...options, checkOptions })
}
