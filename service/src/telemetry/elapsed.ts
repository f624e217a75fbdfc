/**
 * Milliseconds since an arbitrary moment. It never goes back, so every age and every wait within the process is measured by
 * it; the clock on the wall, which an operator or a time server can set, is for rows, people and the chain.
 */
export const elapsed = (): number => performance.now()
