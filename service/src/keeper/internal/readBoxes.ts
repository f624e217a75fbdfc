import { type Address, getAddress } from 'viem'
import type { ServiceParts } from '../../ServiceParts.js'
import type { KeeperOptions } from '../KeeperOptions.js'

/** Boxes to pull from: those of the settings, and those with a binding; without the one that funds the keeper. */
export async function readBoxes(
  { store, now }: Pick<ServiceParts, 'store' | 'now'>,
  chainId: number,
  { boxes = [], refill }: Pick<KeeperOptions, 'boxes' | 'refill'>,
): Promise<Address[]> {
  const bound = await store.db
    .selectFrom('bindings')
    .select('account')
    .where('chain_id', '=', chainId)
    .where('until', '>=', now())
    .execute()
  const named = boxes.filter((box) => box.chainId === chainId).map(({ account }) => account)
  const all = new Set([...named, ...bound.map(({ account }) => account)].map((box) => getAddress(box)))
  if (refill?.chainId === chainId) all.delete(getAddress(refill.box))
  return [...all]
}
