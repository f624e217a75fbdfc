/**
 * The operator of an endpoint, as far as its address shows: endpoints of one operator fail, and can give false answers,
 * together. Hosts of the public operators have one name each; any other operator is named by its host, whatever the
 * port, path or key.
 */
export function operatorOf(rpcUrl: string): string {
  const host = new URL(rpcUrl).hostname
  // The primary chain's own names: two families, with the same four operators behind both.
  const family = /^rpc\.(?:([a-z]+)\.)?(?:testnet|mainnet)\.arc\.(?:io|network)$/.exec(host)
  if (family) return family[1] ?? 'circle'
  return publicOperators.find(([, domain]) => host.endsWith(`.${domain}`))?.[0] ?? host
}

const publicOperators = [
  ['alchemy', 'alchemy.com'],
  ['blockdaemon', 'blockdaemon.com'],
  ['drpc', 'drpc.org'],
  ['infura', 'infura.io'],
  ['publicnode', 'publicnode.com'],
  ['quicknode', 'quiknode.pro'],
  ['tenderly', 'tenderly.co'],
] as const
