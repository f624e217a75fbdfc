import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { RelayOrders } from './relayChild.js'

/**
 * Makes `relayChild.ts` one file, so that a process of it starts in a fraction of the time.
 *
 * @param directory - Where the file is written.
 * @returns Runs such a process to its end; resolves to the signal that killed it, or to its exit code.
 */
export async function buildRelayProcess(directory: string): Promise<(orders: RelayOrders) => Promise<string>> {
  const outfile = join(directory, 'relayChild.mjs')
  await build({
    entryPoints: [fileURLToPath(new URL('relayChild.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@holdfast/source'],
    external: ['pg-native'],
    // The PostgreSQL client is CommonJS.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
    logLevel: 'error',
  })
  return async (orders) => {
    const child = spawn(process.execPath, [outfile, JSON.stringify(orders)], { stdio: ['pipe', 'ignore', 'inherit'] })
    const [code, signal] = await once(child, 'exit')
    return signal ?? `exit ${code}`
  }
}
