import { type Example, genuine, impostor, stranger } from './example.js'

const payment = { kind: 'payment', to: genuine } as const

/** Cases of `knownCounterparty`. */
export const examples: readonly Example[] = [
  { says: 'paid before', target: genuine, history: [payment], expected: 'safe' },
  {
    says: 'paid before, and a protected transfer has settled there',
    target: genuine,
    history: [payment],
    facts: { verifiedRecipient: true },
    expected: 'safe',
  },
  { says: 'a contact', target: stranger, history: [], facts: { contacts: [stranger] }, expected: 'safe' },
  { says: 'an own account', target: stranger, history: [], facts: { own: [stranger] }, expected: 'safe' },
  {
    says: 'without a history: in the list of payees',
    target: genuine,
    facts: { counterparties: { counterparties: [genuine], complete: true } },
    expected: 'safe',
  },
  { says: 'an unknown address', target: stranger, history: [payment], expected: null },
  {
    says: 'an impostor, paid a second time',
    target: impostor,
    history: [payment, { kind: 'payment', to: impostor }],
    expected: null,
  },
  {
    says: 'paid after a bait had advertised it',
    target: stranger,
    history: [
      { kind: 'zero', to: stranger, by: 'other' },
      { kind: 'payment', to: stranger },
    ],
    expected: null,
  },
]
