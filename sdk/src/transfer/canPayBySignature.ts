import type { ClientPair } from '../chain/clients.js'
import { requireAccount } from '../chain/transaction/execute.js'
import { askErc1271, codeAt } from './internal/signTyped.js'

/**
 * Whether an account can pay by signature at all: it has no code, or code that answers ERC-1271. Where it cannot,
 * offer `approveUsdc` and `sendProtected`.
 *
 * @example
 * if (!(await canPayBySignature(clients))) await approveUsdc(clients, amount)
 */
export async function canPayBySignature(clients: ClientPair): Promise<boolean> {
  const account = requireAccount(clients.walletClient)
  if (!(await codeAt(clients, account.address, 'reading the account'))) return true
  return (
    (await askErc1271(clients.publicClient, account.address, `0x${'00'.repeat(32)}`, `0x${'00'.repeat(65)}`)) !== '0x'
  )
}
