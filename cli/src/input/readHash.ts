import { type Hash, isHex, size } from 'viem'
import { usageFailure } from '../failure/CommandFailure.js'

/** 32 bytes as typed. */
export function readHash(name: string, text: string | undefined): Hash {
  if (text !== undefined && isHex(text) && size(text) === 32 && text.length === 66) return text
  throw usageFailure('invalid_hash', `${name} is not 64 hex digits after 0x.`)
}
