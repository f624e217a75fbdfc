import { type Example, genuine, impostor, stranger } from './example.js'

/** Cases of `verifiedRecipient`. */
export const examples: readonly Example[] = [
  {
    says: 'a protected transfer has settled there',
    target: stranger,
    history: [],
    facts: { verifiedRecipient: true },
    expected: 'safe',
  },
  { says: 'none has', target: stranger, history: [], facts: { verifiedRecipient: false }, expected: null },
  { says: 'not asked', target: stranger, history: [], expected: null },
  { says: 'no answer', target: stranger, history: [], facts: { verifiedRecipient: null }, expected: null },
  {
    says: 'the contract’s word about an imitation of an older payee is not a good sign',
    target: impostor,
    history: [{ kind: 'payment', to: genuine }],
    facts: { verifiedRecipient: true },
    expected: null,
  },
]
