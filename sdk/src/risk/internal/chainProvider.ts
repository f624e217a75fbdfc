import type { Address } from 'viem'
import type { ReadClient } from '../../chain/clients.js'
import { type ChainDeployment, deploymentFor } from '../../chain/registry.js'
import { withDeadline } from '../../chain/withDeadline.js'
import { ExplorerDataProvider } from '../ExplorerDataProvider.js'
import type { HistoryOptions, HistoryReading, IDataProvider } from '../history/IDataProvider.js'
import type { PaymentChain } from '../Payment.js'
import { RpcDataProvider, type RpcDataProviderOptions } from '../RpcDataProvider.js'
import { once } from './once.js'

/** How long a node without an explorer is read before a payment. What it has not told by then is missing. */
const nodeReadingMs = 12_000

/** Reads one chain: through its explorer, else through its node. A chain that the registry does not know cannot be read. */
export function chainProvider(
  { chainId, client }: PaymentChain,
  { ignoreNative }: Pick<RpcDataProviderOptions, 'ignoreNative'> = {},
): IDataProvider {
  const deployment = deploymentFor(chainId)
  if (deployment === undefined) return unreadable(chainId)
  if (deployment.explorerApi) return new ExplorerDataProvider({ chainId, client })
  const read = (client: ReadClient) => new RpcDataProvider({ chainId, client, ignoreNative })
  const given = client && read(client)
  return nodeProvider(once(async () => given ?? read(await openClient(deployment))))
}

/** viem's transports are loaded only where they are needed: most callers have a client of their own. */
async function openClient(deployment: ChainDeployment): Promise<ReadClient> {
  const { readClientFor } = await import('../../chain/newClient.js')
  return readClientFor(deployment)
}

/** Reads a sender from the chain's first block on; what it has read when the time is over counts, as incomplete. */
function nodeProvider(open: () => Promise<RpcDataProvider>): IDataProvider {
  return {
    getOutgoingCounterparties: async (sender, options) => (await open()).getOutgoingCounterparties(sender, options),
    getAddressActivity: async (address, options) => (await open()).getAddressActivity(address, options),
    countZeroValueTransfers: async (from, to, options) => (await open()).countZeroValueTransfers(from, to, options),
    async getHistory(sender: Address, options: HistoryOptions = {}): Promise<HistoryReading> {
      const { signal } = options
      const node = await open()
      // A failure shows in the history itself.
      await withDeadline((limit) => node.sync(sender, { signal: limit }), { timeoutMs: nodeReadingMs, signal }).catch(
        () => signal?.throwIfAborted(),
      )
      return node.getHistory(sender, options)
    },
  }
}

function unreadable(chainId: number): IDataProvider {
  const refuse = async (): Promise<never> => {
    throw new Error(`Chain ${chainId} is not in the registry: its histories cannot be read.`)
  }
  return {
    getOutgoingCounterparties: refuse,
    getAddressActivity: refuse,
    countZeroValueTransfers: refuse,
    getHistory: refuse,
  }
}
