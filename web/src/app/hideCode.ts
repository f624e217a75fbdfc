let hidden: { shown: string; whole: string } | undefined

/**
 * Takes the secret of a link out of the address of the page: before the first request, so that it is in no history, and in nothing
 * that the page asks. The link is in memory then, until another one is opened.
 *
 * @returns The whole link, of this page or of the one that was opened before at the same place; else the address as it is.
 */
export function hideCode(
  place: Pick<Location, 'hash'> = location,
  past: Pick<History, 'replaceState'> = history,
): string {
  const { hash } = place
  const [whole, shown] = /^(#\/(?:claim|pay)\/[^/]+\/[^/]+)\/.+/.exec(hash) ?? []
  if (whole === undefined || shown === undefined) return hidden?.shown === hash ? hidden.whole : hash
  hidden = { shown, whole }
  past.replaceState(null, '', shown)
  return whole
}
