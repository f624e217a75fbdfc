import { type Example, genuine, impostor, resembling, stranger } from './example.js'

const payment = { kind: 'payment', to: genuine } as const

/** Cases of `dustBait`. */
export const examples: readonly Example[] = [
  {
    says: 'from an impostor',
    target: impostor,
    history: [payment, { kind: 'income', from: impostor, usdc: 0.99 }],
    expected: 'block',
  },
  {
    says: 'less than a cent: a reward',
    target: stranger,
    history: [{ kind: 'income', from: stranger, usdc: 0.009_999 }],
    expected: null,
  },
  {
    says: 'a cent: a test payment',
    target: stranger,
    history: [{ kind: 'income', from: stranger, usdc: 0.01 }],
    expected: null,
  },
  {
    says: 'a cent that a third party moved',
    target: stranger,
    history: [{ kind: 'income', from: stranger, usdc: 0.01, by: 'other' }],
    expected: null,
  },
  {
    says: 'four characters in front are those of a payee',
    target: resembling(4, 0),
    history: [payment, { kind: 'income', from: resembling(4, 0), usdc: 0.01 }],
    expected: 'warning',
  },
  {
    says: 'ten dollars from an impostor: no dust any more',
    target: impostor,
    history: [payment, { kind: 'income', from: impostor, usdc: 10 }],
    expected: null,
  },
  {
    says: 'after the first payment',
    target: genuine,
    history: [payment, { kind: 'income', from: genuine, usdc: 0.001 }],
    expected: null,
  },
]
