import { type Example, genuine, stranger } from './example.js'

const history = [{ kind: 'payment', to: genuine }] as const

/** Cases of `dataUnavailable`. */
export const examples: readonly Example[] = [
  { says: 'every source answered', target: stranger, history, expected: null },
  {
    says: 'half a history, and an unknown address',
    target: stranger,
    history,
    facts: { complete: false },
    expected: 'block',
  },
  { says: 'half a history, and a payee', target: genuine, history, facts: { complete: false }, expected: 'warning' },
  {
    says: 'half a history, and a contact',
    target: stranger,
    history,
    facts: { complete: false, contacts: [stranger] },
    expected: 'warning',
  },
  {
    says: 'nothing of a chain that the payment does not touch',
    target: stranger,
    history,
    facts: { complete: false, unreadChains: [84532] },
    expected: 'warning',
  },
  { says: 'no activity', target: stranger, history, facts: { activity: null }, expected: 'warning' },
  {
    says: 'activity that makes no sense',
    target: stranger,
    history,
    facts: { activity: { transactionCount: Number.NaN, firstSeenAt: null } },
    expected: 'warning',
  },
  {
    says: 'a count that makes no sense',
    target: stranger,
    history,
    facts: { zeroValueTransfers: Number.NaN },
    expected: 'warning',
  },
  {
    says: 'whether the target is a verified recipient',
    target: stranger,
    history,
    facts: { verifiedRecipient: null },
    expected: 'warning',
  },
  {
    says: 'without a history: half a list of payees',
    target: stranger,
    facts: { counterparties: { counterparties: [], complete: false } },
    expected: 'block',
  },
  { says: 'without a history: no count', target: stranger, facts: { zeroValueTransfers: null }, expected: 'warning' },
]
