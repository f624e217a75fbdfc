import { createContext, useContext } from 'react'

/** Base URL of the devnet that this page was started with, once its control endpoint has answered. */
export const DevnetContext = createContext<string | null>(null)

export function useDevnet(): string | null {
  return useContext(DevnetContext)
}

/** Whether a devnet answers. Only the loopback build asks. */
export async function isDevnet(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/control`).catch(() => undefined)
  return answer?.ok === true
}
