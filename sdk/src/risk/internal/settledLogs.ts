import type { Address, Hex } from 'viem'
import { readAddress, readHash } from '../../chain/explorerApi/fields.js'
import type { GetJson } from '../../chain/explorerApi/getJson.js'
import type { SettledRecipient } from '../history/SenderHistory.js'
import type { ListScope } from './findings.js'
import { readLogList } from './legacy/readLogList.js'

/** `RecipientVerified(address indexed sender, address indexed recipient, uint256 transferId)` of the transfer contract. */
export const recipientVerifiedTopic: Hex = '0x8e526517343d7033b34d82507e001f1470a8c07f1cef4de12c75ca18c6c5bcf9'

/**
 * Whom a sender's protected transfers have reached, out of the transfer contract's raw logs, oldest first. The plain
 * transfers of a history do not name them: there the money goes to the contract and comes from it.
 *
 * Rejects where the list is not whole.
 */
export async function readSettledRecipients(
  get: GetJson,
  contract: Address,
  sender: Address,
  scope: ListScope,
): Promise<SettledRecipient[]> {
  const filter = { emitter: contract, topics: [recipientVerifiedTopic, sender] }
  const { rows, shortfall } = await readLogList(get, filter, scope, (log): SettledRecipient | undefined => {
    const [, payer, recipient] = log.topics
    if (!payer || !recipient) return undefined
    return {
      address: readAddress(`0x${recipient.slice(26)}`, 'topic'),
      blockNumber: log.blockNumber,
      timestamp: log.timestamp,
      transferId: BigInt(log.data),
      transactionHash: readHash(log.transactionHash, 'transactionHash'),
    }
  })
  if (shortfall !== undefined) throw shortfall
  return [...new Map(rows.map((row) => [row.address, row])).values()]
}
