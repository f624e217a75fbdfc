import type { ReadClient } from '../clients.js'
import { PRIMARY_CHAIN_ID } from '../constants.js'
import { withoutSecrets } from '../failure.js'
import { readClientFor } from '../newClient.js'
import { requireDeployment } from '../registry.js'
import { withDeadline } from '../withDeadline.js'
import { connect } from './connect.js'
import { readIndexedBlock } from './indexedBlock.js'
import type { ExplorerOptions } from './options.js'

/** Blocks that an explorer may be behind the chain and still be asked: one minute of the primary chain. */
export const EXPLORER_MAX_LAG_BLOCKS = 120

/**
 * Whether a chain's explorer is close enough to the chain to be asked for logs. Where it is not, read them from the chain
 * itself.
 *
 * Silence is an answer: an explorer or a chain that cannot be reached makes the explorer unusable, and `reason` says so.
 * What the explorer says of itself counts for five seconds; {@link clearExplorerState} forgets it.
 *
 * @param options - All optional: the primary chain's explorer and endpoints, by default.
 * @throws `UnknownChainError`, `InvalidInputError` on options that make no sense, and the reason of `signal`.
 * @example
 * const { usable, reason } = await explorerUsable({ client: publicClient })
 * if (!usable) console.log(`Reading logs from the chain: the explorer is ${reason}.`)
 */
export async function explorerUsable(options: ExplorerOptions = {}): Promise<ExplorerHealth> {
  const { client, signal, timeoutMs = 15_000, maxLagBlocks = EXPLORER_MAX_LAG_BLOCKS } = options
  const nothing = { usable: false, headBlock: null, indexedBlock: null, lagBlocks: null }
  const chainId = options.chainId ?? client?.chain?.id
  if (options.apiUrl === undefined && requireDeployment(chainId ?? PRIMARY_CHAIN_ID).explorerApi === undefined)
    return { ...nothing, reason: 'none' }
  const explorer = connect(options)
  const [head, index] = await Promise.allSettled([
    withDeadline(async () => readHead(client ?? (await readClientFor(explorer.chain))), { timeoutMs, signal }),
    withDeadline(() => readIndexedBlock(explorer), { signal }),
  ])
  signal?.throwIfAborted()
  const headBlock = head.status === 'fulfilled' ? head.value : null
  if (index.status === 'rejected') return { ...nothing, headBlock, reason: 'unavailable', cause: index.reason }
  const { block: indexedBlock, finished } = index.value
  if (head.status === 'rejected')
    return { ...nothing, indexedBlock, reason: 'chain_unavailable', cause: withoutSecrets(head.reason) }

  const lead = indexedBlock - head.value
  const known = { headBlock: head.value, indexedBlock, lagBlocks: lead > 0n ? 0 : Number(-lead) }
  if (!finished) return { ...known, usable: false, reason: 'indexing' }
  if (known.lagBlocks > maxLagBlocks) return { ...known, usable: false, reason: 'lagging' }
  // Of a chain's future an explorer knows nothing, so this one shows another chain, or the node is stuck.
  if (lead > BigInt(maxLagBlocks)) return { ...known, usable: false, reason: 'ahead' }
  return { ...known, usable: true }
}

/** How an explorer compares with its chain. */
export type ExplorerHealth = {
  /** Whether its logs may be taken for the chain's, up to `indexedBlock`. */
  usable: boolean
  /** Head of the chain; null where the chain did not say. */
  headBlock: bigint | null
  /** Newest block in the explorer's index; null where it did not say. */
  indexedBlock: bigint | null
  /** Blocks by which it is behind; null where one of the two is missing. */
  lagBlocks: number | null
  /**
   * Why it is not usable: the chain has `none`; it is `unavailable` or too far behind (`lagging`); it is still `indexing`
   * older blocks; it claims to be `ahead` of the chain; or the chain itself did not answer (`chain_unavailable`).
   */
  reason?: 'none' | 'unavailable' | 'lagging' | 'indexing' | 'ahead' | 'chain_unavailable' | undefined
  /** What came instead of an answer. */
  cause?: unknown
}

async function readHead(client: ReadClient): Promise<bigint> {
  return BigInt(await client.request({ method: 'eth_blockNumber' }))
}
