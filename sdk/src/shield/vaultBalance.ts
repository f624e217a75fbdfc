import type { Address } from 'viem'
import { parseParty } from '../chain/address.js'
import type { ReadClient } from '../chain/clients.js'
import { readView } from '../chain/readView.js'
import { vaultBalanceView } from './internal/vault.js'

/**
 * The USDC that the ledger (`ShieldVault`) records for an owner. It is not the vault of a box.
 *
 * @returns Base units.
 * @throws `InvalidAddressError` before any request; `ChainUnavailableError`.
 * @example
 * const balance = await vaultBalance(publicClient, SHIELD_VAULT_ADDRESS, account.address)
 */
export async function vaultBalance(publicClient: ReadClient, vault: Address, owner: Address): Promise<bigint> {
  const address = parseParty('vault', vault)
  return readView<bigint>(publicClient, 'reading the vault', vaultBalanceView(address, parseParty('owner', owner)))
}
