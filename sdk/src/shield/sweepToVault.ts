import type { Address, Hash } from 'viem'
import type { WriteOptions } from '../chain/transaction/execute.js'
import type { BoxOptions } from './internal/readBox.js'
import { sweep } from './internal/sweep.js'
import type { ShieldClients } from './types.js'

/**
 * Sends everything that the box holds to its vault, at any time. The connected wallet must be the vault; a vault without gas signs
 * instead ({@link signSweep}).
 *
 * It also voids co-signatures that are not yet spent. The vault's address is public from then on.
 *
 * @returns Hash of the mined transaction.
 * @throws Before anything is sent: {@link BoxRefusedError} with code `not_vault`, {@link NotABoxError},
 *   `InvalidAddressError`, what every write throws.
 * @example
 * const hash = await sweepToVault(clients, box, vault)
 */
export function sweepToVault(
  clients: ShieldClients,
  account: Address,
  vault: Address,
  options: WriteOptions & BoxOptions = {},
): Promise<Hash> {
  return sweep(clients, 'sweepToVault', account, vault, options)
}
