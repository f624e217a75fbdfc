import { createPublicClient, createWalletClient, custom, type PublicClient } from 'viem'
import type { Actor } from './stage.js'

/** The same account over two transports of its own, whose requests are recorded. */
export type CountedClients = {
  clients: Actor
  /** Methods, in the order in which they were asked for. */
  readonly calls: readonly string[]
  /** Resets the count to zero. */
  reset: () => void
}

/** A receipt is only answered once it exists: otherwise the number of polls would depend on the machine. */
export function countedClients({ address, publicClient, walletClient }: Actor): CountedClients {
  const { account, chain } = walletClient
  if (!account) throw new Error('An account is needed.')
  let calls: string[] = []
  const transport = () =>
    custom(
      {
        async request({ method, params }: { method: string; params?: unknown }) {
          calls.push(method)
          if (method === 'eth_getTransactionReceipt') await mined(publicClient, (params as [`0x${string}`])[0])
          return publicClient.request({ method, params } as never)
        },
      },
      { retryCount: 0 },
    )
  const named = chain && { chain }
  return {
    clients: {
      address,
      publicClient: createPublicClient({ ...named, transport: transport() }),
      walletClient: createWalletClient({ ...named, account, transport: transport() }),
    },
    get calls() {
      return calls
    },
    reset: () => {
      calls = []
    },
  }
}

async function mined(client: PublicClient, hash: `0x${string}`): Promise<void> {
  await client.waitForTransactionReceipt({ hash, pollingInterval: 25 })
}
