import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { bundle } from './bundle.js'
import type { KeeperOrders } from './keeperChild.js'
import type { RelayOrders } from './relayChild.js'

/** Runs `relayChild.ts` to its end; resolves to the signal that killed it, or to its exit code. */
export const runRelayProcess = (orders: RelayOrders): Promise<string> => runChild('relayChild.ts', orders)

/** The same with `keeperChild.ts`. */
export const runKeeperProcess = (orders: KeeperOrders): Promise<string> => runChild('keeperChild.ts', orders)

async function runChild(name: string, orders: object): Promise<string> {
  const script = await bundle(name)
  const child = spawn(process.execPath, [script, JSON.stringify(orders)], { stdio: ['pipe', 'ignore', 'inherit'] })
  const [code, signal] = await once(child, 'exit')
  return signal ?? `exit ${code}`
}
