import { type Example, genuine, stranger } from './example.js'

const activity = { transactionCount: 0, firstSeenAt: null }

/** Cases of `newAddress`. */
export const examples: readonly Example[] = [
  { says: 'no history on the chain', target: stranger, history: [], facts: { activity }, expected: 'warning' },
  {
    says: 'one that has only received is not new',
    target: stranger,
    history: [],
    facts: { activity: { transactionCount: 0, firstSeenAt: new Date('2024-05-03') } },
    expected: null,
  },
  {
    says: 'a payee',
    target: genuine,
    history: [{ kind: 'payment', to: genuine }],
    facts: { activity },
    expected: null,
  },
  { says: 'a contact', target: stranger, history: [], facts: { activity, contacts: [stranger] }, expected: null },
  {
    says: 'a verified recipient',
    target: stranger,
    history: [],
    facts: { activity, verifiedRecipient: true },
    expected: null,
  },
  { says: 'unknown activity', target: stranger, history: [], facts: { activity: null }, expected: null },
]
