import type { StandingBinding } from '@holdfast/sdk/shield'
import { COSIGN_PROOF_WINDOW_MS } from '@holdfast/sdk/wire'
import type { Address } from 'viem'
import { getAddress, isAddress } from 'viem'
import type { Store } from '../../store/Store.js'
import type { Sealer } from './createSealer.js'

/** The standing bindings of a store. The payer of a box, and what its owner accepts, are stored encrypted only. */
export function createBindings(store: Store, sealer: Sealer, now: () => number): Bindings {
  const placeOf = (chainId: number, account: string) => `binding:${chainId}:${account}`
  return {
    async find(chainId, account) {
      const key = account.toLowerCase()
      const row = await store.db
        .selectFrom('bindings')
        .select(['sealed', 'until'])
        .where('chain_id', '=', chainId)
        .where('account', '=', key)
        .executeTakeFirst()
      if (row === undefined || row.until < now()) return undefined
      return parse(sealer.open(placeOf(chainId, key), row.sealed))
    },
    async keep(chainId, account, { payer, until, timestamp, accept }) {
      const key = account.toLowerCase()
      const sealed = sealer.seal(placeOf(chainId, key), JSON.stringify({ payer, until, timestamp, accept }))
      const row = { sealed, signed_at: timestamp, until: until * 1000 }
      const { numInsertedOrUpdatedRows } = await store.db
        .insertInto('bindings')
        .values({ chain_id: chainId, account: key, ...row })
        // Checked again by the store, since another instance may have stored a later binding meanwhile.
        .onConflict((conflict) =>
          conflict.columns(['chain_id', 'account']).doUpdateSet(row).where('bindings.signed_at', '<=', timestamp),
        )
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },
    async purge() {
      const at = now()
      await store.db
        .deleteFrom('bindings')
        .where('until', '<', at)
        // An earlier binding whose proof is still fresh must find the one that replaced it, also at an instance whose
        // clock is behind.
        .where('signed_at', '<', at - 2 * COSIGN_PROOF_WINDOW_MS)
        .execute()
    },
  }
}

export type Bindings = {
  /** @returns `undefined` also for a binding that has ended or cannot be decrypted. */
  find: (chainId: number, account: Address) => Promise<StandingBinding | undefined>
  /** @returns Whether it was stored: false when a later one exists. */
  keep: (chainId: number, account: Address, binding: StandingBinding) => Promise<boolean>
  /** Deletes those that have ended, once no proof that they replaced can be used any more. */
  purge: () => Promise<void>
}

function parse(text: string | undefined): StandingBinding | undefined {
  if (text === undefined) return undefined
  // Decrypted and authenticated: this text was written by `keep`.
  const { payer, until, timestamp, accept } = JSON.parse(text) as StandingBinding
  if (!isAddress(payer)) return undefined
  return {
    payer: getAddress(payer),
    until,
    timestamp,
    ...(accept && isAddress(accept) && { accept: getAddress(accept) }),
  }
}
