import { useSyncExternalStore } from 'react'

let hidden: { shown: string; whole: string } | undefined

/**
 * Keeps a link in memory, for the page that it opens: until another one is opened. A secret in the address of the page would be in
 * the history of the browser, and in whatever copies that.
 *
 * @param hash - In any spelling that the routes accept.
 * @returns What of it may be in the address of the page: kind and numbers, and nothing else; as it is where that is all.
 */
export function keepLink(hash: string): string {
  const [, kind = '', rest = ''] = /^#?\/?(claim|pay)\/(.+)$/i.exec(hash) ?? []
  const [ids = ''] = /^(?:\d+(?:\/\d+)?(?=\/|$))?/.exec(rest) ?? []
  const isWhole = /^\/?$/.test(rest.slice(ids.length))
  if (isWhole) return hash
  const page = `#/${kind.toLowerCase()}/`
  hidden = { shown: page + ids, whole: page + rest }
  return hidden.shown
}

/**
 * Takes the secret of a link out of the address of the page: before any request, and before the page of the link has loaded.
 *
 * @returns The whole link, of this page or of the one that was opened before at the same place; else the address as it is.
 */
export function hideCode(
  place: Pick<Location, 'hash'> = location,
  past: Pick<History, 'replaceState'> = history,
): string {
  const { hash } = place
  const shown = keepLink(hash)
  if (shown !== hash) past.replaceState(null, '', shown)
  return hidden?.shown === shown ? hidden.whole : hash
}

/** Does so as soon as a link is opened in this page, before any other hook looks at its address. */
export function useLink(): string {
  return useSyncExternalStore(watchLink, () => hideCode())
}

function watchLink(changed: () => void): () => void {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}
