import { type Address, concatHex, type Hex, numberToHex, size } from 'viem'

/** Creation code of hostile contracts that a caller may name as a box. Each answers any call in its own way. */

/** Loops until its gas is used up. */
export const burner = creationOf('0x5b5f56')

/** Reverts without data. */
export const reverter = creationOf('0x5f5ffd')

/** Answers 32 zero bytes. */
export const garbler = creationOf('0x60205ff3')

/** Answers a megabyte of zeros. */
export const bomb = creationOf('0x63001000005ff3')

/** Answers a given value. */
export function parrot(answer: Hex): Hex {
  const length = numberToHex(size(answer), { size: 2 })
  // Copies the bytes after these 12 to memory and returns them.
  return creationOf(concatHex(['0x61', length, '0x600c5f39', '0x61', length, '0x5ff3', answer]))
}

/** Returns what another contract returns for the same call. */
export function mirror(of: Address): Hex {
  return creationOf(concatHex(['0x365f5f375f5f365f73', of, '0x5afa503d5f5f3e3d5ff3']))
}

/** Calls another contract first, and then answers nothing. */
export function meddler(target: Address, data: Hex): Hex {
  const length = numberToHex(size(data), { size: 2 })
  // Copies the bytes after these 38 to memory and calls the target with them.
  const code = concatHex(['0x61', length, '0x60265f39', '0x5f5f61', length, '0x5f5f73', target, '0x5af100', data])
  return creationOf(code)
}

function creationOf(runtime: Hex): Hex {
  return concatHex(['0x61', numberToHex(size(runtime), { size: 2 }), '0x80600a5f395ff3', runtime])
}
