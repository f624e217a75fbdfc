import { numberToHex } from 'viem'
import type { AnvilClient } from '../anvil/client.js'
import type { Designators } from './Designators.js'
import { BASE_FEE } from './facts.js'
import { getBlock, type RpcBlock, readBlock } from './ledger/ingest.js'
import type { Ledger } from './ledger/Ledger.js'

/**
 * Makes a number of blocks and adds each to the ledger before the next.
 *
 * @returns Whether any of them has transactions.
 */
export async function makeBlocks({ anvil, ledger, designators }: BlockParts, count: number): Promise<boolean> {
  let left = count
  let hasTransactions = false
  while (left > 0) {
    await makeOne()
    left--
    if (left > 0 && !(await hasWaiting())) break
  }
  if (left === 0) return hasTransactions
  // Nothing is waiting and nothing can arrive meanwhile: the rest is known to be empty.
  await anvil.request('anvil_mine', [numberToHex(left)])
  ledger.append(ledger.head + left, [])
  return hasTransactions

  async function makeOne() {
    // One after another: anvil works on the calls of a batch side by side.
    await anvil.request('anvil_setNextBlockBaseFeePerGas', [numberToHex(BASE_FEE)])
    const [made] = await designators.during(() => anvil.request<RpcBlock[]>('evm_mine_detailed'))
    // Most blocks are empty. Transactions are read again, without what this answer adds to them.
    const latest = made?.transactions.length === 0 ? made : await getBlock(anvil, 'latest')
    const head = Number(latest.number)
    // More than one block to read only when an earlier reading failed.
    for (let number = ledger.head + 1; number <= head; number++) {
      const block = number === head ? latest : await getBlock(anvil, number)
      const transactions = await readBlock(anvil, block)
      hasTransactions ||= transactions.length > 0
      designators.forget(transactions.map(({ hash }) => hash))
      ledger.append(number, transactions)
    }
  }

  async function hasWaiting(): Promise<boolean> {
    const { pending } = await anvil.request<{ pending: string }>('txpool_status')
    return Number(pending) > 0
  }
}

type BlockParts = { anvil: AnvilClient; ledger: Ledger; designators: Designators }
