import { rotations, roundConstants } from './keccak.js'

/** Writes keccak-f[1600] in words of 64 bits as AssemblyScript: `permute()` replaces the 25 words at `STATE`. */
export function writeKeccakWords(): string {
  const lanes = Array.from({ length: 25 }, (_, i) => i)
  const lines = lanes.map((i) => `  let a${i} = load<u64>(STATE, ${8 * i})`)
  lines.push('  for (let round: usize = 0; round < 192; round += 8) {')
  for (let x = 0; x < 5; x++) lines.push(`    const c${x} = ${[0, 5, 10, 15, 20].map((y) => `a${x + y}`).join(' ^ ')}`)
  for (let x = 0; x < 5; x++) {
    lines.push(`    const d${x} = c${(x + 4) % 5} ^ rotl(c${(x + 1) % 5}, 1)`)
    for (let y = 0; y < 25; y += 5) lines.push(`    a${x + y} ^= d${x}`)
  }
  for (const i of lanes) {
    const [x, y] = [i % 5, (i - (i % 5)) / 5]
    lines.push(`    const b${y + 5 * ((2 * x + 3 * y) % 5)} = rotl(a${i}, ${rotations[i] ?? 0})`)
  }
  for (const i of lanes) {
    const row = i - (i % 5)
    lines.push(`    a${i} = b${i} ^ (~b${row + ((i + 1) % 5)} & b${row + ((i + 2) % 5)})`)
  }
  lines.push('    a0 ^= load<u64>(ROUND_CONSTANTS + round)', '  }')
  for (const i of lanes) lines.push(`  store<u64>(STATE, a${i}, ${8 * i})`)
  const table = roundConstants().map((value) => `0x${value.toString(16)}`)
  return [
    `const ROUND_CONSTANTS: usize = memory.data<u64>([${table.join(', ')}], 8)`,
    'export const STATE: usize = memory.data(200, 8)',
    `export function permute(): void {\n${lines.join('\n')}\n}`,
  ].join('\n')
}
