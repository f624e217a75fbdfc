/**
 * The payment that this page is making. Its address already names the row of the journal, so that a reload looks on the chain; the
 * page itself goes on showing the payment.
 */
let entry: string | undefined

export function setUnderWay(next: string | undefined): void {
  entry = next
}

/** Whether a path is that of the payment which this page is making. */
export function isUnderWay(path: string): boolean {
  return entry !== undefined && path === `/sending/${entry}`
}
