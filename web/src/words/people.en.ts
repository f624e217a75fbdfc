import type { PeopleWords } from './PeopleWords.js'

export const people: PeopleWords = {
  title: 'People',
  lead: 'Only you see these names. Payments to imitations of these addresses are stopped.',
  notKept: 'The address book could not be read. Reload the page.',
  empty: { title: 'No people yet', why: 'People appear here after a payment is claimed, or when you add them.' },
  contacts: 'Contacts',
  unconfirmed: {
    title: 'From a list, not confirmed',
    why: 'You are warned of their imitations, and not stopped. Before you rely on one, have its owner read it to you.',
    confirm: 'Confirm',
  },
  settled: {
    title: 'Claimed a payment of yours',
    why: 'The code proved it. Give them a name, so that you find them again.',
    incomplete: 'Some may be missing: your payments could not be read completely.',
  },
  pairs: {
    title: 'Decided pairs',
    why: 'Two addresses that look alike, and which of them you found to be right. Payments to the imitation are stopped.',
  },
  add: {
    title: 'Add a person',
    address: 'Address',
    hint: 'From the person, not from a history. It is checked while you type.',
    name: 'Your name for the person',
    nameHint: 'At most 40 characters. It is kept in this browser.',
    nameWrong: 'This name is taken, looks like another one, or has characters that a name here cannot have.',
    save: 'Save the person',
    blocked: 'The check advises against this address, so it is not saved.',
  },
  more: (left) => `Show more: ${left} left`,
  remove: 'Remove',
  removeWhy: 'After that, the book no longer stops its imitations.',
  keep: 'Keep',
  file: {
    title: 'Lists',
    load: 'Add a list from a file',
    save: 'Save the contacts to a file',
    loaded: (added, skipped) => `${added} added, ${skipped} left out: known already, or with a name that is taken.`,
    wrong: 'This file is not a list of contacts. Nothing was added.',
  },
}
