import { announceProvider, requestProviders } from 'mipd'
import { createJudge } from '../judge/createJudge.js'
import type { GuardOptions } from './GuardOptions.js'
import { guardProvider } from './guardProvider.js'

/**
 * Announces each wallet of the page a second time, with the firewall in front of it (EIP-6963): a wallet picker then lists
 * both, the guarded one under a name and an identifier of its own.
 *
 * Wallets that a page finds in another way are not guarded.
 *
 * @returns Ends the announcements.
 * @example
 * const stop = announceGuarded({ checkOptions: { contacts: [recipient] } })
 */
export function announceGuarded({ rdns = 'io.holdfast.guard', ...options }: AnnounceOptions = {}): () => void {
  const judge = options.judge ?? createJudge(options)
  const own = new Set<string>()
  const announced = new Map<string, () => void>()
  const stop = requestProviders(({ info, provider }) => {
    if (own.has(info.uuid) || announced.has(info.uuid)) return
    const uuid = crypto.randomUUID()
    own.add(uuid)
    const guarded = { ...info, uuid, name: `${info.name} (guarded)`, rdns: `${rdns}.${info.rdns}` }
    // Noted first: an announcement is heard by its own listener at once.
    announced.set(info.uuid, () => {})
    announced.set(info.uuid, announceProvider({ info: guarded, provider: guardProvider(provider, { judge }) }))
  })
  return () => {
    stop?.()
    for (const end of announced.values()) end()
  }
}

/** How guarded wallets are announced. */
export type AnnounceOptions = GuardOptions & {
  /** Reverse domain name before that of the wallet; it is never the wallet's own.
   * @default 'io.holdfast.guard' */
  rdns?: string | undefined
}
