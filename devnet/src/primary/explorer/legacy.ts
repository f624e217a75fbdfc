import { json, type Surface } from '../../http/reply.js'
import { blockByTime } from './blockByTime.js'
import type { ExplorerContext } from './context.js'
import { legacyAccount } from './legacyAccount.js'
import { legacyLogs } from './legacyLogs.js'
import { type LegacyReply, ok, refused } from './legacyReply.js'
import type { References } from './references.js'

/** The explorer's Etherscan-like API: `?module=…&action=…`. */
export function legacySurface(context: ExplorerContext, references: References): Surface {
  async function route(query: URLSearchParams): Promise<LegacyReply> {
    const name = `${query.get('module')}.${query.get('action')?.toLowerCase()}`
    switch (name) {
      case 'logs.getlogs':
        return legacyLogs(context, query)
      case 'account.txlist':
      case 'account.txlistinternal':
      case 'account.tokentx':
      case 'account.balance':
        return legacyAccount(context, references, query)
      case 'block.getblocknobytime':
        return blockByTime(context, query)
      case 'block.eth_block_number':
        return ok(`0x${context.ledger.head.toString(16)}`)
      default:
        return refused('Unknown action')
    }
  }
  return async ({ query }) => json(200, await route(query))
}
