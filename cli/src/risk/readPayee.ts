import { findContact } from '@holdfast/sdk/contacts'
import { addressWords } from '@holdfast/sdk/words'
import type { Address } from 'viem'
import type { Context } from '../command/Context.js'
import { CommandFailure, usageFailure } from '../failure/CommandFailure.js'
import { readAddress } from '../input/readAddress.js'
import { openContacts } from './openContacts.js'

/** Whom to pay, and what a person is shown of it beside the address. */
export type Payee = { to: Address; facts: readonly (readonly [label: string, value: string])[] }

/**
 * An address as typed, or `@` and the name of a contact: `@Bob`. A name decides who is paid, so it must be one that this person
 * has confirmed; the author of an imported list chose both name and address.
 *
 * @param name - What it is, for the message: `to`.
 * @throws CommandFailure `unknown_contact`, `contact_not_confirmed`, those of `readAddress`.
 */
export function readPayee(
  context: Pick<Context, 'settingsFile' | 'pathOf'>,
  name: string,
  text: string | undefined,
): Payee {
  if (text === undefined || !text.startsWith('@')) return { to: readAddress(name, text), facts: [] }
  const contact = findContact(openContacts(context).book(), text.slice(1))
  if (contact?.name === undefined)
    throw usageFailure('unknown_contact', `You have no contact of the name ${text.slice(0, 80)}.`, [
      'holdfast contacts list shows all of them.',
    ])
  const words = addressWords(contact.address).join(' ')
  if (contact.status !== 'confirmed')
    throw new CommandFailure(
      'refused',
      'contact_not_confirmed',
      `The contact ${contact.name} comes from an imported list, and is not confirmed.`,
      [
        `Its address: ${contact.address}`,
        `Its four words: ${words}`,
        `Compare them with the person, then: holdfast contacts confirm ${contact.address}`,
      ],
    )
  return {
    to: contact.address,
    facts: [
      ['name', contact.name],
      ['words', words],
    ],
  }
}
