import type { Address } from 'viem'
import { checksum, zeroAddress } from '../../chain/address.js'
import type { ChainDeployment } from '../../chain/registry.js'
import type { CounterpartyScan } from '../history/IDataProvider.js'
import { lower } from '../history/lower.js'
import { type ListRead, type ListScope, LongListError, type RawRecord, type TransactionRow } from './findings.js'
import { type MovementLists, payableTokens } from './readHistory.js'

/**
 * The recipients of something of value from the sender, in a token of the registry or in the chain's own coin. The explorer's
 * own filters are not relied on. A list that goes on behind the page cap makes the scan incomplete.
 *
 * @param sender - In lower case.
 * @throws Why a list could not be read.
 */
export async function readPayees(
  lists: MovementLists,
  chain: ChainDeployment,
  sender: Address,
  scope: ListScope,
): Promise<CounterpartyScan> {
  const tokens = payableTokens(chain)
  const read = await Promise.all<ListRead<RawRecord | TransactionRow>>([
    ...tokens.map((token) => lists.readTransfers(token, scope)),
    // Where USDC is the chain's own coin, its explorer lists native payments among the token transfers.
    ...(chain.gasIsUsdc ? [] : [lists.readTransactions(scope)]),
  ])
  const failed = read.find(({ shortfall }) => shortfall !== undefined && !(shortfall instanceof LongListError))
  if (failed) throw failed.shortfall
  const payable = new Set(tokens.map(lower))
  const payees = new Set<Address>()
  for (const row of read.flatMap(({ rows }) => rows)) {
    const { from, to, value } = row
    const isPaid = 'isSettled' in row ? row.isSettled : row.token !== null && payable.has(row.token)
    if (isPaid && value > 0n && from === sender && to !== null && to !== zeroAddress) payees.add(to)
  }
  return {
    counterparties: [...payees].map(checksum),
    complete: read.every(({ shortfall }) => shortfall === undefined),
  }
}
