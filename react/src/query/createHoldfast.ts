import type { ContactReferences } from '@holdfast/sdk/contacts'
import type { CheckOptions } from '@holdfast/sdk/risk'
import type { ServiceClientOptions } from '@holdfast/sdk/service'
import type { Address } from 'viem'
import { createJournal, type Journal, type JournalStore } from './journal.js'

/** What the queries and mutations of an application share. Histories that checks have read are remembered by it too. */
export type Holdfast = {
  readonly journal: Journal
  readonly service: ServiceClientOptions | undefined
  readonly contractAddress: Address | undefined
  readonly contacts: () => Promise<KnownPeople>
  readonly payerChains: CheckOptions['payerChains']
  readonly onJournalError: (error: unknown) => void
}

/** What a check is given of the people that a person knows. */
type KnownPeople = Partial<ContactReferences> & Pick<CheckOptions, 'pairs'>

/** What an application decides once. */
export type HoldfastOptions = {
  /** How to reach a service, for gasless claims, relays and second opinions. */
  service?: ServiceClientOptions | undefined
  /** Where the journal is stored. @default memory, which a reload loses */
  store?: JournalStore | undefined
  /** The address book, as `contactReferences` reads it, and decisions on pairs that look alike; asked before each check. */
  contacts?: (() => KnownPeople | Promise<KnownPeople>) | undefined
  /**
   * Reads payers on their other chains, as `readPayerChains` of the SDK makes it: an imitation of a payee of one is found on every
   * other, by each check and before each payment.
   * @default none: payees of the chains of a payment alone are protected
   */
  payerChains?: CheckOptions['payerChains']
  /** Overrides the registry's transfer contract. */
  contractAddress?: Address | undefined
  /** Called when a row of the journal could not be updated after a wallet was asked; the write goes on. */
  onJournalError?: ((error: unknown) => void) | undefined
}

/**
 * Makes what the queries and mutations of an application share: a journal, an address book and a service.
 *
 * @example
 * const holdfast = createHoldfast({ service: { baseUrl: 'https://pay.example.com' } })
 */
export function createHoldfast(options: HoldfastOptions = {}): Holdfast {
  return {
    journal: createJournal(options.store),
    service: options.service,
    contractAddress: options.contractAddress,
    payerChains: options.payerChains,
    contacts: async () => (await options.contacts?.()) ?? {},
    onJournalError: options.onJournalError ?? (() => {}),
  }
}
