import { FRESH_ADDRESS_MAX_AGE_MS } from '../grades/thresholds.js'
import { type Example, genuine, now, stranger } from './example.js'

const aged = (ageMs: number) => ({ transactionCount: 1, firstSeenAt: new Date(Number(now) - ageMs) })

/** Cases of `freshAddress`. */
export const examples: readonly Example[] = [
  {
    says: 'a millisecond less than 24 hours',
    target: stranger,
    history: [],
    facts: { activity: aged(FRESH_ADDRESS_MAX_AGE_MS - 1) },
    expected: 'warning',
  },
  {
    says: '24 hours',
    target: stranger,
    history: [],
    facts: { activity: aged(FRESH_ADDRESS_MAX_AGE_MS) },
    expected: null,
  },
  {
    says: 'a date in the future',
    target: stranger,
    history: [],
    facts: { activity: aged(-5_000) },
    expected: 'warning',
  },
  {
    says: 'a date that cannot be read',
    target: stranger,
    history: [],
    facts: { activity: aged(Number.NaN) },
    expected: 'warning',
  },
  {
    says: 'a payee',
    target: genuine,
    history: [{ kind: 'payment', to: genuine }],
    facts: { activity: aged(1) },
    expected: 'warning',
  },
  {
    says: 'a verified recipient',
    target: stranger,
    history: [],
    facts: { activity: aged(1), verifiedRecipient: true },
    expected: null,
  },
  {
    says: 'a contact',
    target: stranger,
    history: [],
    facts: { activity: aged(1), contacts: [stranger] },
    expected: null,
  },
]
