import type { ClientPair } from '../chain/clients.js'
import { canSign } from '../chain/transaction/erc1271.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'

/**
 * Whether an account can pay by signature at all: it has no code, or code that answers ERC-1271. Where it cannot,
 * offer `approveUsdc` and `sendProtected`.
 *
 * @example
 * if (!(await canPayBySignature(clients))) await approveUsdc(clients, amount)
 */
export async function canPayBySignature(clients: ClientPair): Promise<boolean> {
  return canSign(clients, requireAccount(clients.walletClient).address)
}
