import { startEndpoint } from './startEndpoint.js'

/** Starts `logEndpoint.ts` with so many logs, in a process of its own. */
export async function startLogEndpoint(logCount: number): Promise<{ url: string; stop: () => void }> {
  const { line, stop } = await startEndpoint('logEndpoint.ts', logCount)
  return { url: line, stop }
}
