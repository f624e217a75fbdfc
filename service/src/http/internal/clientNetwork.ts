import type { Socket } from 'node:net'
import { type Cidr, isIn, networkOf, parseCidr, parseIp } from '../../config/addresses.js'

/**
 * Finds out which network a request comes from. `X-Forwarded-For` counts only where a trusted proxy wrote it: it is
 * read from the right, and the first address that is not a trusted proxy's is the caller. Entries to the left of it
 * were written by the caller.
 *
 * @throws When a network is not in CIDR form.
 */
export function createClientNetwork(trustedProxies: readonly string[]): ClientNetworks {
  const trusted = trustedProxies.map((text) => {
    const network = parseCidr(text)
    if (network === undefined) throw new TypeError(`\`${text}\` is not a network in CIDR form.`)
    return network
  })
  const isTrusted = (bytes: Uint8Array) => trusted.some((network) => isIn(bytes, network))
  const peers = new WeakMap<Socket, Peer>()

  function peerOf(socket: Socket): Peer {
    const known = peers.get(socket)
    if (known !== undefined) return known
    const bytes = parseIp(socket.remoteAddress ?? '')
    const peer: Peer =
      bytes === undefined
        ? { network: 'unknown', trusted: false, local: false }
        : {
            network: networkOf(bytes),
            trusted: isTrusted(bytes),
            local: loopback.some((network) => isIn(bytes, network)),
          }
    peers.set(socket, peer)
    return peer
  }

  const networkOfPeer = (socket: Socket) => {
    const { network, trusted, local } = peerOf(socket)
    return trusted || local ? undefined : network
  }

  return Object.assign(callerOf, { networkOfPeer })

  function callerOf(socket: Socket, forwardedFor: string | undefined): Caller {
    const peer = peerOf(socket)
    if (forwardedFor === undefined) return peer.local ? { key: peer.network, network: undefined } : of(peer.network)
    if (!peer.trusted) return of(peer.network)
    const hops = forwardedFor.split(',')
    for (let index = hops.length - 1; index >= 0; index--) {
      const bytes = parseIp((hops[index] ?? '').trim())
      if (bytes === undefined) break
      if (!isTrusted(bytes)) return of(networkOf(bytes))
    }
    return of(peer.network)
  }
}

/** Finds callers, and peers. */
type ClientNetworks = ClientNetwork & {
  /** The network that a connection comes from; `undefined` for the machine itself and for trusted proxies. */
  networkOfPeer: (socket: Socket) => string | undefined
}

/** The caller, from the connection and the `X-Forwarded-For` header. */
export type ClientNetwork = (socket: Socket, forwardedFor: string | undefined) => Caller

/** A caller's network. */
type Caller = {
  /** The key under which it is counted. */
  key: string
  /** Undefined for the machine itself, without a proxy in between. */
  network: string | undefined
}

type Peer = { network: string; trusted: boolean; local: boolean }

const loopback: readonly Cidr[] = [
  { bytes: Uint8Array.of(127, 0, 0, 0), bits: 8 },
  { bytes: Uint8Array.from({ length: 16 }, (_, index) => (index === 15 ? 1 : 0)), bits: 128 },
]

function of(network: string): Caller {
  return { key: network, network }
}
