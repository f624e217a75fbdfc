import { type Client, createClient, custom } from 'viem'
import { createJudge } from '../judge/createJudge.js'
import type { GuardOptions } from '../wrap/GuardOptions.js'
import { type Eip1193Provider, guardProvider } from '../wrap/guardProvider.js'

/**
 * Puts the firewall into a connector of wagmi: every action and hook that goes through the connected wallet is judged
 * before the wallet opens.
 *
 * wagmi makes connectors of its own for the wallets that announce themselves (EIP-6963), and those are not guarded: set
 * `multiInjectedProviderDiscovery: false`, or announce guarded wallets with {@link announceGuarded}.
 *
 * @param connector - What goes into `connectors` of a wagmi configuration.
 * @example
 * import { guardConnector } from '@holdfast/guard/wagmi'
 * import { primaryChain } from '@holdfast/sdk'
 * import { http } from 'viem'
 * import { createConfig, injected } from 'wagmi'
 *
 * const config = createConfig({
 *   chains: [primaryChain],
 *   connectors: [guardConnector(injected())],
 *   multiInjectedProviderDiscovery: false,
 *   transports: { [primaryChain.id]: http() },
 * })
 */
export function guardConnector<connector extends ConnectorFunction>(
  connector: connector,
  options: GuardOptions = {},
): connector {
  const judge = options.judge ?? createJudge(options)
  const guarded = new WeakMap<Eip1193Provider, Eip1193Provider>()
  const guard = (provider: Eip1193Provider): Eip1193Provider => {
    const known = guarded.get(provider) ?? guardProvider(provider, { judge })
    guarded.set(provider, known)
    return known
  }
  const open = (parameters: never): Connector => {
    const made = connector(parameters)
    const getProvider: Connector['getProvider'] = async (...asked) => {
      const provider = await made.getProvider(...asked)
      return isProvider(provider) ? guard(provider) : provider
    }
    const own = made.getClient?.bind(made)
    if (!own) return { ...made, getProvider }
    const getClient: Connector['getClient'] = async (...asked) => {
      const { account, chain, request } = await own(...asked)
      const transport = custom(guardProvider({ request }, { judge }), { retryCount: 0 })
      return createClient({ account, chain, name: 'Connector Client', transport })
    }
    return { ...made, getProvider, getClient }
  }
  // The same connector, of which two methods are replaced.
  return open as connector
}

/** What wagmi calls to make a connector. */
export type ConnectorFunction = (parameters: never) => Connector

type Connector = {
  getProvider(parameters?: { chainId?: number | undefined }): Promise<unknown>
  getClient?(parameters?: { chainId?: number | undefined }): Promise<Client>
}

function isProvider(value: unknown): value is Eip1193Provider {
  return typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function'
}
