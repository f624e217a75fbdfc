import type { ActivityWords, SentState } from './ActivityWords.js'

const stateOf = (state: SentState, until: string): string => {
  if (state === 'open') return `locked until ${until}`
  const states = {
    overdue: 'not claimed in time: it can be returned to you',
    locked: 'locked after five wrong codes',
    claimed: 'claimed',
    cancelled: 'taken back',
    returned: 'returned to you',
  }
  return states[state]
}

export const activity: ActivityWords = {
  title: 'Activity',
  lead: 'What really happened. Rows that strangers planted for you to copy are hidden.',
  whose: {
    label: 'Address to look at',
    hint: 'Any address. Reading needs no wallet.',
    show: 'Show its activity',
    wrong: 'This is not a whole address.',
  },
  readOnly: 'You are looking at',
  empty: {
    title: 'Nothing yet',
    why: 'Payments appear here as soon as they are made.',
    first: 'Make the first payment',
  },
  sent: ({ amount, state, until }) => [`${amount} for `, `, ${stateOf(state, until)}`],
  link: ({ amount, state, until }) =>
    `${amount} by payment link, ${state === 'open' ? `open until ${until}` : stateOf(state, until)}`,
  paid: (amount) => [`${amount} to `, ''],
  received: (amount) => [`${amount} from `, ''],
  claimed: (amount) => `${amount} claimed from a protected payment`,
  locked: (amount) => `${amount} locked in several payments at once`,
  minted: (amount) => `${amount} arrived from another network`,
  burned: (amount) => `${amount} left for another network`,
  details: 'Details',
  transaction: 'Transaction',
  open: 'Open the payment',
  more: 'Show older rows',
  hidden: (count) => (count === 1 ? '1 row is hidden' : `${count} rows are hidden`),
  hiddenWhy: 'They were made by strangers. Do not pay an address that you find in one of them.',
  show: 'Show them',
  hide: 'Hide them again',
  reason: {
    ZERO_VALUE: 'Nothing was moved. Anyone can write such a row into your history.',
    UNKNOWN_TOKEN: 'A token that this page does not know. It can have any name.',
    DUST: 'A tiny amount from an address that you never paid, sent to be noticed.',
    IMPOSTOR: 'The address imitates one that you know.',
  },
  counted: (count) => (count === 1 ? '1 row' : `${count} rows`),
  older: { title: 'Older rows are missing', why: 'The history could not be read to its beginning.' },
  failed: (source, chain) =>
    source === 'history'
      ? `The history on ${chain} could not be read`
      : `Your protected payments on ${chain} could not be read`,
  failedWhy: 'What you see comes from the other sources.',
  again: 'Try again',
  asOf: (time) => `Not read again since ${time}.`,
}
