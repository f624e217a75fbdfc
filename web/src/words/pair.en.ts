import type { PairWords } from './PairWords.js'

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

export const pair: PairWords = {
  title: 'Which address is right?',
  lead: 'You know both, and they look alike. One of them may be an imitation. Only the owner can tell you which one is right.',
  one: 'First address',
  other: 'Second address',
  comparing: 'Looking up what is recorded about both…',
  noEvidence: 'Your payments could not be read, so nothing is known of either address here.',
  incomplete: 'Not everything could be checked: payments may be missing below.',
  saved: { contact: 'In your address book', own: 'Your own account' },
  settled: 'Claimed a protected payment of yours',
  paid: (amount, payments) => `You paid ${amount} in ${plural(payments, 'one payment', `${payments} payments`)}`,
  neverPaid: 'You never paid it',
  firstPaid: (moment) => `The first time: ${moment}`,
  income: (amount) => `It paid you ${amount}`,
  baits: (count) =>
    `${plural(count, 'A worthless transfer', `${count} worthless transfers`)} put it into your history, so that you copy it`,
  ask: {
    title: 'Ask the owner',
    why: 'Call the person, or meet. Do not use an address, a number or a chat that this history led you to. Let the person read two groups of the right address to you.',
    field: (first, second) => `Groups ${first} and ${second}, as the owner reads them to you`,
    wrong: 'Neither address has these characters there. Ask again, or pay neither of them.',
  },
  found: {
    one: 'That is the first address. Payments to the second one will be stopped.',
    other: 'That is the second address. Payments to the first one will be stopped.',
  },
  decide: 'Keep this decision',
  decided: {
    title: 'You decided',
    why: 'Payments to the imitation are stopped. If the right address ever plants a transfer in your history, the decision no longer counts.',
    at: (moment) => `Decided: ${moment}`,
  },
  right: 'Right',
  imitation: 'Imitation',
  back: 'Back',
  revoke: 'Take the decision back',
  revokeWhy: 'It is then open again which one is right, and you are asked before you pay either.',
  keep: 'Keep it',
  none: {
    title: 'Nothing to decide here',
    why: 'Only two addresses that look alike and that you know equally well need a decision. Open this page from the check of a payment.',
  },
  wrongLink: { title: 'Not two addresses', why: 'The address of this page is not complete.' },
}
