import type { Cosigner } from '../../cosign/Cosigner.js'
import { createKeeper } from '../../keeper/createKeeper.js'
import type { Keeper } from '../../keeper/Keeper.js'
import { cosignerInProcess } from '../../keeper/KeeperCosigner.js'
import type { ServiceParts } from '../../ServiceParts.js'
import type { Closers } from './Closers.js'

/** Opens a keeper inside the service when there is a key for it. */
export function openKeeper(
  parts: ServiceParts,
  cosigner: Cosigner | undefined,
  closers: Closers,
  options: createKeeper.Options = {},
): Keeper | undefined {
  if (parts.keys.keeper === undefined) return undefined
  const { dailyLimit, pullLimit, boxes, refill } = parts.config.keeping
  const inProcess = cosigner && cosignerInProcess(cosigner)
  const keeper = createKeeper(parts, { dailyLimit, pullLimit, boxes, refill, cosigner: inProcess, ...options })
  closers.add(() => keeper.stop())
  return keeper
}
