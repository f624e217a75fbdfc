import type { Socket } from 'node:net'
import type { Limits } from '../../config/Config.js'
import { networkBlocks, shareOf } from '../../config/networkBlocks.js'

/**
 * Limits how many connections one network may have open, so that it cannot block other callers. The machine itself and
 * trusted proxies, which carry the connections of many callers, have only the global limit.
 */
export function createPeerLimit(
  { connections, networkSharePercent }: Pick<Limits, 'connections' | 'networkSharePercent'>,
  networkOfPeer: (socket: Socket) => string | undefined,
): PeerLimit {
  const open = new Map<string, number>()
  const add = (name: string, change: 1 | -1) => {
    const count = (open.get(name) ?? 0) + change
    if (count > 0) open.set(name, count)
    else open.delete(name)
  }

  return {
    admit(socket) {
      const network = networkOfPeer(socket)
      if (network === undefined) return true
      const blocks = networkBlocks(network)
      const isFull = blocks.some(
        (block) => (open.get(block.name) ?? 0) >= shareOf(connections, networkSharePercent, block),
      )
      if (isFull) return false
      for (const { name } of blocks) add(name, 1)
      socket.once('close', () => {
        for (const { name } of blocks) add(name, -1)
      })
      return true
    },
  }
}

/** Connections by network. */
export type PeerLimit = {
  /** Counts a connection until it closes; `false` for one too many. */
  admit: (socket: Socket) => boolean
}
