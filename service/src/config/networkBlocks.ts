/**
 * The blocks of addresses that a caller's network counts towards: the network itself and, for an IPv6 /64, the /56 and
 * the /48 around it. A caller with a /48 has 65,536 networks, and a hosting customer gets one for free.
 *
 * Some providers also share a /48 among customers, so it has two shares, and never more than half of everything.
 */
export function networkBlocks(network: string): readonly NetworkBlock[] {
  const own: NetworkBlock = { kind: 'network', name: network, shares: 1 }
  if (!network.endsWith('::/64')) return [own]
  const [first = '0', second = '0', third = '0', fourth = '0'] = network.slice(0, -'::/64'.length).split(':')
  const subnet = (Number.parseInt(fourth, 16) & 0xff00).toString(16)
  return [
    own,
    { kind: 'network-56', name: `${first}:${second}:${third}:${subnet}::/56`, shares: 1 },
    { kind: 'network-48', name: `${first}:${second}:${third}::/48`, shares: 2 },
  ]
}

/** One block, and how many shares it may have. */
export type NetworkBlock = { kind: 'network' | 'network-56' | 'network-48'; name: string; shares: 1 | 2 }

/** What one block may have of a whole, when a share is this many percent. At least 1. */
export function shareOf(whole: number, percent: number, { shares }: Pick<NetworkBlock, 'shares'>): number {
  const most = shares === 1 ? percent : Math.max(percent, Math.min(50, percent * shares))
  return Math.max(1, Math.floor((whole * most) / 100))
}
