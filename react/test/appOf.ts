import { primaryChain } from '@holdfast/sdk/chain'
import type { Actor, TestStage } from '@holdfast/testkit/stage'
import { type CreateConnectorFn, createConfig, http } from 'wagmi'
import { connect } from 'wagmi/actions'

/** The configuration of an application of wagmi on the devnet, in which an actor has connected its wallet. */
export async function appOf({ devnet }: TestStage, actor?: Actor) {
  const config = createConfig({
    chains: [primaryChain],
    transports: { [primaryChain.id]: http(devnet.primary.rpcUrl, { retryCount: 0, timeout: 120_000 }) },
    multiInjectedProviderDiscovery: false,
    storage: null,
    pollingInterval: 25,
  })
  if (actor) await connect(config, { connector: walletOf(actor) })
  return config
}

/** A wallet that signs whatever it is asked to. */
function walletOf({ address, walletClient, publicClient }: Actor): CreateConnectorFn {
  const wallet = () => ({
    id: 'test',
    name: 'Test wallet',
    type: 'test',
    connect: async () => ({ accounts: [address], chainId: primaryChain.id }),
    disconnect: async () => {},
    getAccounts: async () => [address],
    getChainId: async () => primaryChain.id,
    getProvider: async () => publicClient,
    getClient: async () => walletClient,
    isAuthorized: async () => true,
    onAccountsChanged: () => {},
    onChainChanged: () => {},
    onDisconnect: () => {},
  })
  // What a connector answers without capabilities, which no test asks for.
  return wallet as unknown as CreateConnectorFn
}
