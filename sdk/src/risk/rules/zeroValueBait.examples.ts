import { type Example, genuine, impostor, stranger } from './example.js'

const payment = { kind: 'payment', to: genuine } as const

/** Cases of `zeroValueBait`. */
export const examples: readonly Example[] = [
  {
    says: 'the target signed it',
    target: stranger,
    history: [{ kind: 'zero', from: stranger, by: 'target' }],
    expected: 'warning',
  },
  {
    says: 'an impostor signed it',
    target: impostor,
    history: [payment, { kind: 'zero', from: impostor, by: 'target' }],
    expected: 'block',
  },
  {
    says: 'a third party forged it, and the target was paid twice since',
    target: stranger,
    history: [
      { kind: 'zero', to: stranger, by: 'other' },
      { kind: 'payment', to: stranger },
      { kind: 'payment', to: stranger },
    ],
    expected: null,
  },
  {
    says: 'its signer is unknown',
    target: stranger,
    history: [{ kind: 'zero', to: stranger, by: 'unknown' }],
    expected: 'warning',
  },
  {
    says: 'a third party forged it about an impostor',
    target: impostor,
    history: [payment, { kind: 'zero', to: impostor, by: 'other' }],
    expected: 'block',
  },
  {
    says: 'a third party forged a payment to an address that resembles no other',
    target: stranger,
    history: [{ kind: 'zero', to: stranger, by: 'other' }],
    expected: 'warning',
  },
  {
    says: 'a third party forged a payment from it',
    target: stranger,
    history: [{ kind: 'zero', from: stranger, by: 'other' }],
    expected: null,
  },
  {
    says: 'the sender signed it: a cancelled or empty call',
    target: stranger,
    history: [{ kind: 'zero', to: stranger, by: 'sender' }],
    expected: null,
  },
  {
    says: 'forged after the first payment',
    target: genuine,
    history: [payment, { kind: 'zero', from: genuine, by: 'unknown' }],
    expected: null,
  },
  {
    says: 'an own account',
    target: stranger,
    history: [{ kind: 'zero', from: stranger, by: 'target' }],
    facts: { own: [stranger] },
    expected: null,
  },
  {
    says: 'counted elsewhere, and not in the history',
    target: stranger,
    history: [],
    facts: { zeroValueTransfers: 1 },
    expected: 'block',
  },
  {
    says: 'counted elsewhere, beside dust from it',
    target: stranger,
    history: [{ kind: 'income', from: stranger, usdc: 0.01 }],
    facts: { zeroValueTransfers: 1 },
    expected: 'block',
  },
  {
    says: 'counted elsewhere, beside a forged payment to it, which is another transfer',
    target: stranger,
    history: [{ kind: 'zero', to: stranger, by: 'other' }],
    facts: { zeroValueTransfers: 1 },
    expected: 'block',
  },
  {
    says: 'a count that makes no sense',
    target: stranger,
    history: [],
    facts: { zeroValueTransfers: Number.NaN },
    expected: null,
  },
  {
    says: 'without a history: an unknown target',
    target: stranger,
    facts: { zeroValueTransfers: 1 },
    expected: 'block',
  },
  {
    says: 'without a history: a payee',
    target: genuine,
    facts: { zeroValueTransfers: 1, counterparties: { counterparties: [genuine], complete: true } },
    expected: 'warning',
  },
]
