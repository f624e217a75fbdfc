import type { PayWords } from './PayWords.js'

const sources: Readonly<Record<string, string>> = {
  counterparties: 'addresses you have paid',
  history: 'your history',
  activity: 'how old it is',
  zeroValueTransfers: 'transfers of 0 USDC',
  verifiedRecipient: 'protected payments to it',
}

/** A source by its name in the library, which may end with a chain: `history:84532`. */
const sourceOf = (source: string): string =>
  source.replace(/^\w+/, (name) => sources[name] ?? name).replace(':', ' on chain ')

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

export const pay: PayWords = {
  firewall: {
    checking: 'Comparing with all addresses you have paid…',
    safe: 'Checked: nothing was found against this address.',
    warning: 'Before you pay',
    unanswered: 'The address could not be checked. An unchecked payment is not a safe one.',
    decide: 'Decide which of the two is right',
    reason: {
      LOOKALIKE_ADDRESS: ({ matched, undecided }) =>
        [
          'It looks like an address that you know',
          matched === undefined
            ? ''
            : `: the first ${matched.prefix} and the last ${matched.suffix} characters are the same, the middle is not`,
          undecided ? '. You know both equally well: only the owner can tell you which one is right.' : '.',
        ].join(''),
      ZERO_VALUE_BAIT: ({ count = 1 }) =>
        `${plural(count, 'A transfer', `${count} transfers`)} of 0 USDC put it into your history, so that you copy it.`,
      COUNTERFEIT_TOKEN_BAIT: ({ count = 1 }) =>
        `${plural(count, 'A transfer', `${count} transfers`)} of a fake token put it into your history, so that you copy it.`,
      DUST_BAIT: () => 'It sent you a tiny amount to get into your history, so that you copy it.',
      NEW_ADDRESS: () => 'It has no history on this chain. That is usual for a new wallet, and for a mistyped address.',
      FRESH_ADDRESS: () => 'It was first seen less than a day ago.',
      VERIFIED_RECIPIENT: () => 'A protected payment of yours was claimed there.',
      KNOWN_COUNTERPARTY: () => 'You have paid it before or saved it, or it is your own.',
      DATA_UNAVAILABLE: ({ sources: missing = [] }) =>
        missing.length === 0
          ? 'Not everything could be checked.'
          : `Not everything could be checked: no answer about ${missing.map(sourceOf).join(', ')}.`,
    },
  },
  send: {
    title: 'Pay in USDC',
    lead: 'The money is locked for the recipient, who claims it with a code from you. Until then you can take it back.',
    recipient: 'Recipient’s address',
    recipientHint: 'From the recipient, not from a history. It is checked while you type.',
    scan: 'Scan a QR code',
    time: 'Time to claim',
    timeHint: 'Afterwards the money goes back to you.',
    times: { hour: '1 hour', day: '1 day', week: '7 days' },
    review: 'Review the payment',
    preparing: 'Preparing the payment…',
    claimLink: 'This is a link to claim money. Open it',
    clipboardChanged: {
      title: 'The pasted text was changed',
      why: 'What arrived in the field is not what was on the clipboard. A program on this device may be exchanging addresses. Do not pay from this device until you have found it.',
      labels: { pasted: 'You pasted', arrived: 'In the field' },
    },
  },
  block: {
    title: 'Do not pay this address',
    titleChanged: 'This changed since you looked',
    lead: 'It imitates an address that you know. Such addresses are made by thieves and planted in histories, to be copied.',
    leadUndecided:
      'Two addresses that you know look alike. One of them may be an imitation, and nothing here can tell which.',
    leadIncomplete: 'Your own payments could not be read, so it is unknown whether this address imitates one of them.',
    paying: 'You are about to pay',
    known: 'You know',
    back: 'Go back',
    told: 'The recipient told me this address in person',
    toldWhy:
      'Then type two groups from its middle, as the recipient reads them to you by voice. You pay against this advice.',
    goOn: 'Go on against this advice',
    reasons: 'What was found',
  },
}
