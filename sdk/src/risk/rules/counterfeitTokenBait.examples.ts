import { type Example, genuine, impostor, stranger } from './example.js'

const payment = { kind: 'payment', to: genuine } as const

/** Cases of `counterfeitTokenBait`. */
export const examples: readonly Example[] = [
  {
    says: 'it shows a payment to an impostor',
    target: impostor,
    history: [payment, { kind: 'counterfeit', to: impostor, by: 'other' }],
    expected: 'block',
  },
  {
    says: 'an impostor sent it',
    target: impostor,
    history: [payment, { kind: 'counterfeit', from: impostor, by: 'target' }],
    expected: 'block',
  },
  {
    says: 'it shows a payment to an address that resembles no other',
    target: stranger,
    history: [{ kind: 'counterfeit', to: stranger, by: 'other' }],
    expected: 'warning',
  },
  {
    says: 'an airdrop from an address that resembles no other',
    target: stranger,
    history: [{ kind: 'counterfeit', from: stranger, by: 'target' }],
    expected: null,
  },
  {
    says: 'the sender paid in a token outside the registry',
    target: stranger,
    history: [{ kind: 'counterfeit', to: stranger, by: 'sender' }],
    expected: null,
  },
  {
    says: 'forged after the first payment',
    target: genuine,
    history: [payment, { kind: 'counterfeit', to: genuine, by: 'other' }],
    expected: null,
  },
  {
    says: 'a contact',
    target: stranger,
    history: [{ kind: 'counterfeit', to: stranger, by: 'other' }],
    facts: { contacts: [stranger] },
    expected: null,
  },
]
