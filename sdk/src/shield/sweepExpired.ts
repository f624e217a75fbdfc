import type { Address, Hash } from 'viem'
import type { WriteOptions } from '../chain/transaction/execute.js'
import type { BoxOptions } from './internal/readBox.js'
import { sweep } from './internal/sweep.js'
import type { ShieldClients } from './types.js'

/**
 * Takes everything back to the vault once the policy has expired. The connected wallet must be the vault.
 *
 * @returns Hash of the mined transaction.
 * @throws Before anything is sent: {@link BoxRefusedError} (`not_vault`, `not_expired` with `notBefore`),
 *   {@link NotABoxError}, `InvalidAddressError`, what every write throws.
 * @example
 * const hash = await sweepExpired(clients, box, vault)
 */
export function sweepExpired(
  clients: ShieldClients,
  account: Address,
  vault: Address,
  options: WriteOptions & BoxOptions = {},
): Promise<Hash> {
  return sweep(clients, 'sweepExpired', account, vault, options)
}
