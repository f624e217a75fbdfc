import type { Address } from 'viem'
import { type Example, genuine, impostor, resembling, stranger } from './example.js'

const known = (to: Address = genuine) => [{ kind: 'payment', to }] as const
const forged = (to: Address) => ({ kind: 'zero', to, by: 'other' }) as const
/** Of one factory: 22 + 4 characters alike, as in MetaMask/core#9943. */
const member = (digit: number) => `0xb2000000000000000000003779298b7eb3d${digit}d501` as const

const ofConfusable = '0xdc91b0b1e1ae382dbdc898ea68012ffcb285a831'
const confusable = '0xde9177777777777777777777777777777777ab31'

/** Cases of `lookalikeAddress` and of the grades it reports. */
export const examples: readonly Example[] = [
  {
    says: 'the imitation of a payee, WBTC, May 2024',
    target: impostor,
    history: known(),
    expected: 'block',
  },
  {
    says: 'the imitation of a payee, USDT, April 2025',
    target: '0x2c1134a046c659fc9c3dfb663061e3e6c7989c0b',
    history: known('0x2c11a3a5f725a21024dc5467f69eb649b1cd9c0b'),
    expected: 'block',
  },
  {
    says: 'the imitation of a payee, USDT, August 2023',
    target: '0xa7bf48749d2e4aa29e3209879956b9baa9e90570',
    history: known('0xa7b4bac8f0f9692e56750aefb5f6cb5516e90570'),
    expected: 'block',
  },
  { says: 'a payee', target: genuine, history: known(), expected: null },
  { says: 'an address that resembles no payee', target: stranger, history: known(), expected: null },
  {
    says: 'a contact is imitated',
    target: impostor,
    history: [],
    facts: { contacts: [genuine] },
    expected: 'block',
  },
  {
    says: 'two payees that look alike, the one paid first: the sender must decide',
    target: genuine,
    history: [...known(), ...known(impostor)],
    expected: 'warning',
  },
  {
    says: 'an imitation was paid a cent first',
    target: genuine,
    history: [{ kind: 'payment', to: impostor, usdc: 0.01 }, ...known()],
    expected: null,
  },
  {
    says: 'the imitation that was paid a cent first',
    target: impostor,
    history: [{ kind: 'payment', to: impostor, usdc: 0.01 }, ...known()],
    expected: 'block',
  },
  {
    says: 'the imitation of an address that has only paid the sender',
    target: impostor,
    history: [{ kind: 'income', from: genuine, usdc: 1 }],
    expected: 'warning',
  },
  {
    says: 'a payment does not make the later one good',
    target: impostor,
    history: [...known(), ...known(impostor), ...known(impostor)],
    expected: 'block',
  },
  {
    says: '3 + 4 characters among 1,903 known addresses',
    target: resembling(3, 4),
    history: known(),
    known: 1_903,
    expected: 'block',
  },
  {
    says: '3 + 4 characters among 1,904',
    target: resembling(3, 4),
    history: known(),
    known: 1_904,
    expected: 'warning',
  },
  {
    says: '3 + 4 characters among 5,000, with a bait',
    target: resembling(3, 4),
    history: [...known(), forged(resembling(3, 4))],
    known: 5_000,
    expected: 'block',
  },
  {
    says: '4 + 4 characters among 18,294',
    target: resembling(4, 4),
    history: known(),
    known: 18_294,
    expected: 'block',
  },
  {
    says: '7 characters at one end among 354',
    target: resembling(0, 7),
    history: known(),
    known: 354,
    expected: 'block',
  },
  {
    says: '7 characters at one end among 355',
    target: resembling(0, 7),
    history: known(),
    known: 355,
    expected: 'warning',
  },
  {
    says: '2 + 4 characters, what a connect button shows',
    target: resembling(2, 4),
    history: known(),
    expected: 'warning',
  },
  {
    says: '2 + 4 characters among 253, with a bait',
    target: resembling(2, 4),
    history: [...known(), forged(resembling(2, 4))],
    known: 253,
    expected: 'block',
  },
  { says: '2 + 3 characters', target: resembling(2, 3), history: known(), expected: null },
  {
    says: '4 + 4 characters, two of them taken for others: e for c, b for 8',
    target: confusable,
    history: known(ofConfusable),
    expected: 'warning',
  },
  {
    says: '4 + 4 characters, two of them taken for others, with a bait',
    target: confusable,
    history: [...known(ofConfusable), forged(confusable)],
    expected: 'block',
  },
  {
    says: '4 + 4 characters, two of them others that look different',
    target: '0xd99167777777777777777777777777777777a231',
    history: known(ofConfusable),
    expected: null,
  },
  {
    says: 'a third contract of a factory two of whose contracts were paid',
    target: member(3),
    history: [...known(member(1)), ...known(member(2))],
    expected: 'warning',
  },
  {
    says: '22 shared characters in front: more than anyone can grind',
    target: member(2),
    history: [...known(member(1)), forged(member(2))],
    expected: 'warning',
  },
  {
    says: 'without a history: 4 + 4 characters',
    target: resembling(4, 4),
    facts: { counterparties: { counterparties: [genuine], complete: true } },
    expected: 'block',
  },
  {
    says: 'without a history: 3 + 4 characters',
    target: resembling(3, 4),
    facts: { counterparties: { counterparties: [genuine], complete: true } },
    expected: null,
  },
]
