import { usageFailure } from '../failure/CommandFailure.js'

/** The id of a transfer as typed: a whole number from 1. */
export function readTransferId(text: string | undefined): bigint {
  if (text === undefined || !/^[1-9]\d{0,77}$/.test(text))
    throw usageFailure('invalid_transfer_id', `${(text ?? '').slice(0, 80)} is no transfer id.`, [
      'They are whole numbers from 1.',
    ])
  return BigInt(text)
}

/** Ids separated by commas, each once; no more than `most`. */
export function readTransferIds(text: string | undefined, most: number): bigint[] {
  const ids = [...new Set((text ?? '').split(',').map((one) => readTransferId(one.trim())))]
  if (ids.length <= most) return ids
  throw usageFailure('too_many_ids', `${ids.length} transfers are too many for one transaction; ${most} fit.`)
}
