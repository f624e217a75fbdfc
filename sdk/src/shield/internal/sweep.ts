import type { Address, Hash } from 'viem'
import { isAddressEqual } from 'viem'
import { parseParty } from '../../chain/address.js'
import { assertNetwork } from '../../chain/network.js'
import type { WriteOptions } from '../../chain/transaction/execute.js'
import { requireAccount } from '../../chain/transaction/requireAccount.js'
import { BoxRefusedError } from '../../errors/shield.js'
import { vaultHash } from '../ownerHash.js'
import type { ShieldClients } from '../types.js'
import { act } from './act.js'
import { parseVault } from './policy.js'
import { type Box, type BoxOptions, readBox } from './readBox.js'

/** Lets the connected wallet, which must be the vault, take back what a box holds. */
export async function sweep(
  clients: ShieldClients,
  functionName: 'sweepToVault' | 'sweepExpired',
  account: Address,
  vault: Address,
  options: WriteOptions & BoxOptions,
): Promise<Hash> {
  const from = parseParty('account', account)
  const to = parseVault('vault', vault, { account: from })
  if (!isAddressEqual(requireAccount(clients.walletClient).address, to)) throw new BoxRefusedError(from, 'not_vault')
  const deployment = await assertNetwork(clients)
  const box = await readBox(clients.publicClient, from, options)
  assertVaultOf(box, to)
  if (functionName === 'sweepExpired' && box.now <= box.policy.expiry)
    throw new BoxRefusedError(from, 'not_expired', { notBefore: box.policy.expiry + 1 })
  const { transactionHash } = await act(
    clients,
    deployment,
    from,
    { functionName, args: [to] },
    'sweeping the box',
    options,
  )
  return transactionHash
}

/** @throws {@link BoxRefusedError} with code `not_vault` unless the box was made for this vault. */
export function assertVaultOf({ account, policy }: Box, vault: Address): void {
  if (vaultHash(vault) !== policy.vaultHash) throw new BoxRefusedError(account, 'not_vault')
}
