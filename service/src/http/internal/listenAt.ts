import type { Server } from 'node:net'
import { ListenError } from '../ListenError.js'

/**
 * Resolves when connections are accepted.
 *
 * @throws {@link ListenError}
 */
export function listenAt(server: Server, { host, port, backlog }: listenAt.Place): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) => reject(new ListenError(host, port, { cause }))
    server.once('error', fail)
    server.listen({ host, port, backlog }, () => {
      server.off('error', fail)
      resolve()
    })
  })
}

export declare namespace listenAt {
  type Place = { host: string; port: number; backlog?: number | undefined }
}
