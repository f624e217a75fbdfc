import type { Account } from 'viem'
import { MissingAccountError } from '../../errors/chain.js'
import type { WriteClient } from '../clients.js'

/** @throws {@link MissingAccountError} */
export function requireAccount(walletClient: WriteClient): Account {
  if (!walletClient.account) throw new MissingAccountError()
  return walletClient.account
}
