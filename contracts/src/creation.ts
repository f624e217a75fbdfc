import type { Account, Address, Chain, Client, Hex, TransactionReceipt, Transport } from 'viem'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'

/** Sends the transaction that creates a contract, a call of a factory. */
export function create(
  client: Client<Transport, Chain | undefined, Account | undefined>,
  account: Account,
  { to, data }: { to: Address; data: Hex },
): Promise<Hex> {
  return sendTransaction(client, { account, chain: client.chain ?? null, to, data })
}

/** Waits until a creation is mined. */
export function waitForReceipt(client: Client<Transport, Chain | undefined>, hash: Hex): Promise<TransactionReceipt> {
  return waitForTransactionReceipt(client, { hash })
}
