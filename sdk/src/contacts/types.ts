import type { Address } from 'viem'

/** An address that a person has saved, under the person's own name for it (a petname). */
export type Contact = {
  address: Address
  /** One to 40 characters; left out where the address was saved without one. No two contacts have names that are the same or look the same. */
  name?: string | undefined
  /**
   * `confirmed` by the person, one by one: good to pay. `imported` from another person's list: protects against imitations with a
   * warning, and makes nothing good to pay.
   */
  status: 'confirmed' | 'imported'
}

/** All contacts of a person, in the order of saving. The caller stores it. */
export type ContactBook = readonly Contact[]
