import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'

/**
 * Whether a connection of this machine belongs to another user than root and the one who runs this process, or is over, so that it is not
 * known whose it was. Only Linux says so; where the system does not, the answer is no.
 *
 * @param tables - Of the system's connections.
 */
export function isOfOtherUser(
  { localPort, remotePort }: Pick<Socket, 'localPort' | 'remotePort'>,
  tables: string = readTables(),
  own: number | undefined = process.getuid?.(),
): boolean {
  if (own === undefined) return false
  if (localPort === undefined || remotePort === undefined) return true
  const rows = tables.split('\n').map((line) => {
    // sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt uid timeout inode …
    const [, local = '', remote = '', state, , , , user, , inode] = line.trim().split(/\s+/)
    return { local, remote, state, user: inode === '0' ? undefined : Number(user) }
  })
  // The guard listens, so a table without it is of another network.
  if (!rows.some(({ local }) => local.endsWith(portText(localPort)))) return false
  const peers = rows.filter(
    ({ local, remote, state }) =>
      local.endsWith(portText(remotePort)) && remote.endsWith(portText(localPort)) && state !== timeWait,
  )
  // Ports alone may fit two connections of different addresses.
  return peers.length === 0 || peers.some(({ user }) => user !== own && user !== root)
}

/** It can read everything, and carries connections from outside to a virtual machine. */
const root = 0

/** An earlier connection, which has no user. */
const timeWait = '06'

function portText(port: number): string {
  return `:${port.toString(16).toUpperCase().padStart(4, '0')}`
}

function readTables(): string {
  return ['tcp', 'tcp6'].map(readTable).join('\n')
}

function readTable(name: string): string {
  try {
    return readFileSync(`/proc/net/${name}`, 'latin1')
  } catch {
    return ''
  }
}
