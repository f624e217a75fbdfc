/**
 * Milliseconds since an arbitrary moment. It never goes back, so ages and waits within the process are measured with
 * it; the wall clock, which an operator or a time server can set, is for stored rows, displayed times and comparison
 * with the chain.
 */
export const elapsed = (): number => performance.now()
