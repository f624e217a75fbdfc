import { protectedTransferAbi } from '@holdfast/contracts'
import type { Hex } from 'viem'
import { decodeRevert, type Revert } from '../../chain/transaction/revert.js'
import { InvalidInputError } from '../../errors/input.js'
import { textOf } from '../../errors/textOf.js'
import { CallRefusedError } from '../../errors/transaction.js'
import { BatchItemFailedError } from '../../errors/transfer.js'
import { transferRefusal } from './contract.js'
import type { SendFields } from './prepareSend.js'

/** Most items of a batch that the contract takes. */
export const MAX_BATCH = 100

/** @throws {@link InvalidInputError} for a list of none, or of more than {@link MAX_BATCH}. */
export function assertBatchSize(parameter: string, items: readonly unknown[]): void {
  if (!Array.isArray(items) || items.length < 1 || items.length > MAX_BATCH)
    throw new InvalidInputError(parameter, `A batch of ${textOf(items?.length)} items is not one of 1 to ${MAX_BATCH}.`)
}

/** What a signed batch says of each item, without what was read besides. */
export function signedItems(items: readonly SendFields[]): readonly SendFields[] {
  return items.map(({ configId, to, amount, claimHash }) => ({ configId, to, amount, claimHash }))
}

/** Does something for each item; a failure names the item. */
export function eachItem<item, result>(items: readonly item[], work: (item: item) => result): result[] {
  return items.map((item, index) => {
    try {
      return work(item)
    } catch (error) {
      // What is thrown here are errors of this library.
      throw new BatchItemFailedError(index, error as Error)
    }
  })
}

/**
 * Names the item that the contract refused, and why.
 *
 * @param refusalOf - Names the refusal of one item in the library's own errors.
 */
export function batchRefusal(
  attempted: string,
  refusalOf: (index: number) => (revert: Revert) => Error | undefined = () => transferRefusal(0n),
): (revert: Revert) => Error | undefined {
  return (revert) => {
    if (revert.errorName !== 'BatchItemFailed') return transferRefusal(0n)(revert)
    // As the contract's error declares them.
    const [place, reason] = revert.errorArgs as [bigint, Hex]
    const index = Number(place)
    const inner = decodeRevert(reason, protectedTransferAbi)
    return new BatchItemFailedError(index, refusalOf(index)(inner) ?? new CallRefusedError(attempted, inner))
  }
}
