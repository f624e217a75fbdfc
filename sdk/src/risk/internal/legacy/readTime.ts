import { readDecimal, readObject } from '../../../chain/explorerApi/fields.js'

/** When the transaction of a row was mined, in epoch milliseconds. */
export function readTime(value: unknown): number {
  return Number(readDecimal(readObject(value, 'row').timeStamp, 'timeStamp')) * 1_000
}
