import { BRIDGE_CHAINS, type BridgeChainName, bridgeChainByChainId } from '@holdfast/sdk/chain'
import { HUB_CHAIN_NAMES, type HubChainName } from '@holdfast/sdk/hub'
import { useChains } from 'wagmi'
import { useDevnet } from '../wallets/DevnetContext.js'

/** Networks of the Bridge and the Hub that this page knows. */
export type Networks = {
  /** Networks that a wallet can pay from: the page reads these. */
  sources: readonly BridgeChainName[]
  destinations: readonly BridgeChainName[]
  hub: readonly HubChainName[]
}

/** A devnet imitates two networks; the issuer knows all. */
export function useNetworks(): Networks {
  const chains = useChains()
  const isDevnet = useDevnet() !== null
  const sources = chains.flatMap(({ id }) => bridgeChainByChainId(id) ?? [])
  const all = Object.keys(BRIDGE_CHAINS).filter((name): name is BridgeChainName => name in BRIDGE_CHAINS)
  const hub = HUB_CHAIN_NAMES.filter((name) => !isDevnet || sources.includes(name))
  return { sources, destinations: isDevnet ? sources : all, hub }
}

/** Base URLs of the issuer's services: its own, or those of a devnet. */
export function useIssuer(): { attestation: string | undefined; hub: string | undefined } {
  const devnet = useDevnet()
  if (devnet === null) return { attestation: undefined, hub: undefined }
  return { attestation: `${devnet}/issuer/attestation`, hub: `${devnet}/issuer/hub` }
}
