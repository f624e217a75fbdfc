import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { bundle } from './bundle.js'
import type { RelayOrders } from './relayChild.js'

/** Runs `relayChild.ts` to its end; resolves to the signal that killed it, or to its exit code. */
export async function runRelayProcess(orders: RelayOrders): Promise<string> {
  const script = await bundle('relayChild.ts')
  const child = spawn(process.execPath, [script, JSON.stringify(orders)], { stdio: ['pipe', 'ignore', 'inherit'] })
  const [code, signal] = await once(child, 'exit')
  return signal ?? `exit ${code}`
}
