import type { Facts, Finding } from './facts.js'

/**
 * A source did not answer in full. Missing data is never safe: it warns, and blocks where payees of the sender may be
 * unknown and the sender does not know the target, because nothing then rules an imitation out. What is missing on chains
 * that the payment does not touch (`history:<chain>`) only warns: one explorer that is down must not stop all payments.
 */
export function dataUnavailable({ missing, isKnown, hasHistory }: Facts): Finding | undefined {
  if (missing.length === 0) return undefined
  const lacksPayees = missing.includes('history') || (missing.includes('counterparties') && !hasHistory)
  return {
    severity: lacksPayees && !isKnown ? 'block' : 'warning',
    message: `Not every source answered in full: ${missing.map(named).join(', ')}.`,
    sources: missing,
  }
}

function named(source: string): string {
  const [name, chainId] = source.split(':')
  return chainId === undefined ? source : `${name} of chain ${chainId} (an imitation of a payee there is not noticed)`
}
