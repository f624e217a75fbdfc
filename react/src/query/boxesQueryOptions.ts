import { LogsIncompleteError } from '@holdfast/sdk/errors'
import { type AccountCreation, AccountOwnerIndex, ownerHash } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import type { Holdfast } from './createHoldfast.js'
import { type ReadContext, read } from './internal/read.js'
import type { ReadBuilder } from './types.js'

/**
 * Options of a query for the boxes that were made for an owner, oldest first, over all factories. Any account can make one for any
 * owner: compare its terms before money goes in. `complete` is false where boxes may be missing.
 */
export const boxesQueryOptions: ReadBuilder<
  { owner: Address },
  { boxes: readonly AccountCreation[]; complete: boolean }
> = /* @__PURE__ */ read({
  name: 'boxes',
  needs: ['owner'],
  async run(context, { owner }) {
    const hash = ownerHash(owner)
    const index = indexOf(context, hash)
    try {
      await index.sync({ signal: context.signal })
    } catch (error) {
      // What was read stays, and says that it is not all.
      if (!(error instanceof LogsIncompleteError)) throw error
    }
    return { boxes: index.boxesOf(hash), complete: index.complete }
  },
})

/** The index of an owner on a chain: a later read asks for new blocks alone. */
function indexOf({ holdfast, chainId, client }: ReadContext, hash: ReturnType<typeof ownerHash>): AccountOwnerIndex {
  const ofHoldfast = indexes.get(holdfast) ?? new Map<string, AccountOwnerIndex>()
  indexes.set(holdfast, ofHoldfast)
  const key = `${chainId}:${hash}`
  const index = ofHoldfast.get(key) ?? new AccountOwnerIndex({ client, ownerHashes: [hash] })
  ofHoldfast.set(key, index)
  return index
}

const indexes = new WeakMap<Holdfast, Map<string, AccountOwnerIndex>>()
