import { startEndpoint } from './startEndpoint.js'

/** Starts `logEndpoint.ts` with a number of logs, in a separate process. */
export async function startLogEndpoint(logCount: number): Promise<{ url: string; stop: () => void }> {
  const { line, stop } = await startEndpoint('logEndpoint.ts', logCount)
  return { url: line, stop }
}
