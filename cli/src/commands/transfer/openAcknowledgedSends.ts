import { MAX_RECALL_WINDOW_SECONDS } from '@holdfast/sdk/transfer'
import { type Hash, isHash } from 'viem'
import type { Context } from '../../command/Context.js'
import { openList } from '../../settings/openList.js'

/** A payment that its sender has made against the advice of the firewall; its outcome may be unknown. */
export type AcknowledgedSend = {
  chainId: number
  /** Under which it was created. Finds the transfer also after a rekey, and opens nothing. */
  claimHash: Hash
}

/**
 * The payments that this person has made against the advice of the firewall, in `acknowledged-sends.json`. An entry is written
 * before anything is signed, and left out once no such payment can be open.
 */
export function openAcknowledgedSends(context: Pick<Context, 'settingsFile' | 'pathOf'>): {
  all: () => readonly AcknowledgedSend[]
  add: (send: AcknowledgedSend) => void
} {
  const list = openList(context, 'acknowledged-sends', isStored)
  return {
    all: list.read,
    add(send) {
      const now = Date.now()
      list.change((sends) => {
        const open = sends.filter(({ at }) => now - Date.parse(at) < longestOpenMs)
        return { items: [...open, { ...send, at: new Date(now).toISOString() }] }
      })
    },
  }
}

type Stored = AcknowledgedSend & {
  /** ISO 8601. */
  at: string
}

/** Twice the longest time to claim: a transaction may be late. */
const longestOpenMs = 2 * MAX_RECALL_WINDOW_SECONDS * 1_000

function isStored(value: unknown): value is Stored {
  const { claimHash, chainId, at }: Record<string, unknown> = Object(value)
  const isTimed = typeof at === 'string' && !Number.isNaN(Date.parse(at))
  return typeof claimHash === 'string' && isHash(claimHash) && Number.isSafeInteger(chainId) && isTimed
}
