import type { Address, Hex } from 'viem'
import { MalformedFieldError, readHash } from '../../chain/explorerApi/fields.js'
import type { GetJson } from '../../chain/explorerApi/getJson.js'
import { lower } from '../history/lower.js'
import type { SettledRecipient } from '../history/SenderHistory.js'
import type { ListScope } from './findings.js'
import { readLogList } from './legacy/readLogList.js'
import { readParty } from './rows.js'

/**
 * `DepositForBurn(address indexed burnToken, uint256 amount, address indexed depositor, bytes32 mintRecipient, …)` of the
 * Bridge.
 */
const depositForBurnTopic: Hex = '0x0c8c1cbdc5190613ebd485511d4e2812cfa45eecb79d845893331fedad5130a5'

/**
 * To whom a sender has bridged USDC, out of the Bridge's raw logs, oldest first: the plain transfers show a burn only. The
 * sender itself is left out.
 *
 * Rejects where the list is not whole.
 */
export async function readMintRecipients(
  get: GetJson,
  { messenger, usdc, sender }: { messenger: Address; usdc: Address; sender: Address },
  scope: ListScope,
): Promise<SettledRecipient[]> {
  const filter = { emitter: messenger, topics: [depositForBurnTopic, usdc, sender] }
  const { rows, shortfall } = await readLogList(get, filter, scope, (log) => {
    const [, token, depositor] = log.topics
    if (!token || !depositor) return undefined
    if (log.data.length < 2 + 2 * 64) throw new MalformedFieldError('log', log.data)
    const recipient = log.data.slice(66, 130)
    // Chains with longer addresses: nothing here resembles them.
    if (!recipient.startsWith('0'.repeat(24))) return undefined
    return {
      address: readParty(`0x${recipient.slice(24)}`, 'mintRecipient'),
      amount: BigInt(log.data.slice(0, 66)),
      blockNumber: log.blockNumber,
      timestamp: log.timestamp,
      transactionHash: readHash(log.transactionHash, 'transactionHash'),
    }
  })
  if (shortfall !== undefined) throw shortfall
  return rows.filter(({ address }) => address !== lower(sender))
}
