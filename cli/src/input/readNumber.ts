import { usageFailure } from '../failure/CommandFailure.js'

/** A whole number as typed, between two bounds. */
export function readNumber(name: string, text: string, [least, most]: readonly [number, number]): number {
  const number = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw usageFailure('invalid_number', `${name} is ${text}, not a whole number from ${least} to ${most}.`)
}

/** The id of a transfer as typed: a whole number from 1. */
export function readTransferId(text: string | undefined): bigint {
  if (text === undefined || !/^[1-9]\d{0,77}$/.test(text))
    throw usageFailure('invalid_transfer_id', `${(text ?? '').slice(0, 80)} is not a transfer id.`, [
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
