import { type Address, isAddress, isAddressEqual } from 'viem'
import type { Context } from '../command/Context.js'
import { openList } from '../settings/openList.js'

/** The addresses that the person has saved, in `contacts.json`. */
export function openContacts(context: Pick<Context, 'settingsFile' | 'pathOf'>): Contacts {
  const list = openList(context, 'contacts', isContact)
  const without = (address: Address) => list.read().filter((one) => !isAddressEqual(one, address))
  return {
    all: list.read,
    add: (address) => list.write([...without(address), address]),
    remove(address) {
      const rest = without(address)
      const isKnown = rest.length < list.read().length
      if (isKnown) list.write(rest)
      return isKnown
    },
  }
}

type Contacts = {
  all: () => readonly Address[]
  add: (address: Address) => void
  /** @returns Whether it was saved. */
  remove: (address: Address) => boolean
}

function isContact(value: unknown): value is Address {
  return typeof value === 'string' && isAddress(value)
}
