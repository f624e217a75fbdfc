/** Writes keccak-f[1600] with its state in local variables: the scanner hashes two messages at once, one in each lane. */

/** Offsets of the rotations, lane x + 5 * y (FIPS 202, 3.2.2). */
export const rotations = [0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14]

/**
 * The AssemblyScript function `permute(state)`: `state` is the address of 25 vectors, of which the first four are
 * replaced by the result, the hash.
 */
export function writeKeccak(): string {
  const lines: string[] = []
  const lanes = Array.from({ length: 25 }, (_, i) => i)
  for (const i of lanes) lines.push(`  let a${i}: v128 = v128.load(state, ${16 * i})`)
  lines.push('  for (let round: usize = 0; round < 24; round++) {')
  for (let x = 0; x < 5; x++)
    lines.push(`    const c${x}: v128 = ${[0, 5, 10, 15, 20].map((y) => `a${x + y}`).reduce(xor)}`)
  for (let x = 0; x < 5; x++) {
    lines.push(`    const d${x}: v128 = ${xor(`c${(x + 4) % 5}`, rotate(`c${(x + 1) % 5}`, 1))}`)
    for (let y = 0; y < 25; y += 5) lines.push(`    a${x + y} = ${xor(`a${x + y}`, `d${x}`)}`)
  }
  for (const i of lanes) {
    const [x, y] = [i % 5, (i - (i % 5)) / 5]
    lines.push(`    const b${y + 5 * ((2 * x + 3 * y) % 5)}: v128 = ${rotate(`a${i}`, rotations[i] ?? 0)}`)
  }
  for (const i of lanes) {
    const row = i - (i % 5)
    lines.push(`    a${i} = ${xor(`b${i}`, `v128.andnot(b${row + ((i + 2) % 5)}, b${row + ((i + 1) % 5)})`)}`)
  }
  lines.push('    a0 = v128.xor(a0, v128.load64_splat(ROUND_CONSTANTS + (round << 3)))', '  }')
  for (let i = 0; i < 4; i++) lines.push(`  v128.store(state, a${i}, ${16 * i})`)
  const table = roundConstants().map((value) => `0x${value.toString(16)}`)
  return [
    `const ROUND_CONSTANTS: usize = memory.data<u64>([${table.join(', ')}], 16)`,
    `export function permute(state: usize): void {\n${lines.join('\n')}\n}`,
  ].join('\n')
}

function xor(a: string, b: string): string {
  return `v128.xor(${a}, ${b})`
}

function rotate(vector: string, bits: number): string {
  return bits === 0 ? vector : `v128.or(i64x2.shl(${vector}, ${bits}), i64x2.shr_u(${vector}, ${64 - bits}))`
}

/** Bits of a linear feedback register at the places 2^j - 1 (FIPS 202, 3.2.5). */
export function roundConstants(): bigint[] {
  let register = 1
  return Array.from({ length: 24 }, () => {
    let value = 0n
    for (let j = 0; j < 7; j++) {
      if (register & 1) value |= 1n << BigInt(2 ** j - 1)
      register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1
    }
    return value
  })
}
