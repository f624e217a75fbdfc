/** Where choices are stored for later visits; `undefined` where the browser refuses that, or where other sites could read it. */
export function openStorage(): Storage | undefined {
  if (isSharedOrigin(location.pathname)) return undefined
  try {
    return localStorage
  } catch {
    return undefined
  }
}

/**
 * Whether the host serves other sites from the same origin, where each can read what another has stored: a gateway by path does.
 *
 * @param path - Of the page, in any spelling that such a gateway takes.
 */
export function isSharedOrigin(path: string): boolean {
  const written = path.replace(/%([0-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  // A browser leaves an encoded step back as it is, and a proxy in front of the gateway may take it.
  const url = new URL('http://host')
  url.pathname = written
  return [written, url.pathname].some((one) => /^\/+(ip[fn]s|bzz)\//i.test(one))
}
