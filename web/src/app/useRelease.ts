import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { page } from './page.js'

/** Which files the host serves. */
export type Release = {
  /** Hash of all of them. */
  hash: string
  /** Whether they differ from those of this page: a newer release, or another build. */
  isOther: boolean
}

/** What the host serves now: asked every ten minutes, and whenever a person comes back to the tab. */
export function useRelease(): UseQueryResult<Release> {
  return useQuery({
    queryKey: ['version'],
    // Without a network there is no answer, and no failure to be reported.
    networkMode: 'online',
    refetchInterval: 600_000,
    refetchOnWindowFocus: true,
    queryFn: readRelease,
  })
}

/** The first hash that was read: the page cannot contain its own. */
let first: string | undefined

async function readRelease(): Promise<Release> {
  const answer = await fetch('./version.json', { cache: 'no-store' })
  const given: unknown = await answer.json()
  const read = (name: string) => (typeof given === 'object' && given !== null ? Reflect.get(given, name) : undefined)
  const hash = read('tree')
  if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) throw new Error('The host has no hash.')
  first ??= hash
  return { hash, isOther: hash !== first || read('version') !== page.version || read('kind') !== page.kind }
}
