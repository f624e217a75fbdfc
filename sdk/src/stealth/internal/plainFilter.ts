import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Hex } from 'viem'
import { findPoint, parsePrivateKey } from './keys.js'
import type { ViewTagFilter } from './viewTagFilter.js'

/**
 * The filter in plain code: runs everywhere, on the thread that calls it.
 *
 * @throws {@link InvalidInputError} when the viewing key is malformed.
 */
export function createPlainFilter(viewingKey: Hex): ViewTagFilter {
  const key = parsePrivateKey('viewingKey', viewingKey)
  return {
    match: ({ count, points, tags }) => {
      const kept: number[] = []
      for (let index = 0; index < count; index++) {
        const point = findPoint(points.subarray(33 * index, 33 * index + 33))
        if (point && keccak_256(point.multiplyUnsafe(key).toBytes(true))[0] === tags[index]) kept.push(index)
      }
      return kept
    },
  }
}
