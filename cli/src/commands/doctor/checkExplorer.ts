import { explorerUsable, type ReadClient, requireDeployment } from '@holdfast/sdk/chain'
import { withoutKeys } from '../../settings/readUrl.js'
import type { Finding } from './Finding.js'

/**
 * Compares the explorer with the chain. The firewall reads histories there, so one that cannot be used makes nothing `safe`;
 * where a chain has none, it reads them through the node.
 */
export async function checkExplorer(client: ReadClient, chainId: number, signal: AbortSignal): Promise<Finding> {
  const { explorerApi } = requireDeployment(chainId)
  const { usable, reason, lagBlocks, indexedBlock } = explorerApi
    ? await explorerUsable({ client, chainId, signal })
    : ({ usable: false, reason: 'none', lagBlocks: null, indexedBlock: null } as const)
  const facts = { usable, reason: reason ?? null, lagBlocks, indexedBlock }
  const finding = {
    check: 'explorer',
    subject: explorerApi ? withoutKeys(explorerApi) : 'none',
    facts,
  } as const
  if (usable) return { ...finding, status: 'ok', means: `is ${lagBlocks} blocks behind the chain`, advice: null }
  if (reason === 'none')
    return {
      ...finding,
      status: 'warning',
      means:
        'is set: the firewall reads histories through the node, which takes longer and may not suffice for long ones',
      advice: 'Where the chain has one, name it with --explorer.',
    }
  const words = {
    unavailable: 'does not answer',
    lagging: `is ${lagBlocks} blocks behind the chain`,
    indexing: 'is still indexing older blocks',
    ahead: 'claims blocks that the chain does not have',
    chain_unavailable: 'cannot be compared: the chain does not answer',
  }
  return {
    ...finding,
    status: 'failed',
    means: `${words[reason ?? 'unavailable']}: the firewall cannot call a payment safe`,
    advice: 'Wait until it has caught up, or name another with --explorer.',
  }
}
