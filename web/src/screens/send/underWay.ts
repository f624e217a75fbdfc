/**
 * The payment that this page is making. Its address already names the row of the journal, so that a reload looks on the chain; the
 * page itself goes on showing the payment.
 */
let current: { path: string; home: string } | undefined

/** Puts the path of a payment into the address of the page, which goes on showing what is at `home` until the person goes elsewhere. */
export function beginUnderWay(path: string, home: string): void {
  current = { path, home }
  history.replaceState(null, '', `#${path}`)
  addEventListener('hashchange', forgetLeft)
}

/** Ends it: the address is that of its page again, unless the person has gone elsewhere. */
export function endUnderWay(path: string): void {
  if (current?.path !== path) return
  history.replaceState(null, '', `#${current.home}`)
  current = undefined
}

/** What the page shows at a path: a redraw in the middle of a payment leaves that where it is. */
export function placeOf(path: string): string {
  return path === current?.path ? current.home : path
}

/** Once it was left, its path leads to what the chain says of the payment. */
function forgetLeft(): void {
  if (location.hash !== `#${current?.path}`) current = undefined
}
