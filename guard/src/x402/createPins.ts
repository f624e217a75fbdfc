import { type Address, isAddressEqual } from 'viem'

/**
 * Keeps, in memory, to which addresses each host is paid. Implement {@link Pins} over a store of your own to keep them longer.
 *
 * @example
 * const pins = createPins([{ host: 'api.example.com', payee: recipient }])
 */
export function createPins(known: readonly PinnedPayee[] = []): Pins {
  const pinned = [...known]
  return {
    list: async () => [...pinned],
    pin: async ({ host, payee }) => {
      const isKnown = pinned.some((one) => one.host === host && isAddressEqual(one.payee, payee))
      if (!isKnown) pinned.push({ host, payee })
    },
  }
}

/** A host and an address that it may be paid at. */
export type PinnedPayee = { host: string; payee: Address }

/** The payees that are trusted for each host: a set, since a seller may use several addresses. */
export type Pins = {
  list: () => Promise<readonly PinnedPayee[]>
  /** Trusts a payee for a host; a second time it changes nothing. */
  pin: (pinned: PinnedPayee) => Promise<void>
}
