import { connectChain } from '../../chains/connectChain.js'
import type { ServedChain } from '../../chains/ServedChain.js'
import type { Config } from '../../config/Config.js'

/** Connects to every chain of the settings; the primary chain comes first. */
export async function connectChains(
  { chains }: Pick<Config, 'chains'>,
  options: Parameters<typeof connectChain>[1],
): Promise<ReadonlyMap<number, ServedChain>> {
  const connected = await Promise.all(chains.map((chain) => connectChain(chain, options)))
  return new Map(connected.map((chain) => [chain.id, chain]))
}
