/**
 * Makes a function that asks the node whether an address has code, and keeps the answer for five seconds: wallets ask several times for
 * one payment. A failure counts as code.
 */
export function createCodeReader(): CodeReader {
  const known = new Map<string, Promise<boolean>>()

  return (address, ask) => {
    const kept = known.get(address)
    if (kept) return kept
    const reading = ask('eth_getCode', [address, 'latest']).then(
      (code) => code !== '0x',
      () => {
        known.delete(address)
        return true
      },
    )
    if (known.size === 0) setTimeout(() => known.clear(), keptMs).unref()
    if (known.size < maxKept) known.set(address, reading)
    return reading
  }
}

export type CodeReader = (
  address: string,
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>,
) => Promise<boolean>

const keptMs = 5_000
const maxKept = 1_000
