import type { MultiplicationPlan } from '../../../curve/multiplicationPlan.js'
import { parseHex } from '../hex.js'
import type { PackedAnnouncements } from '../viewTagFilter.js'

/** An announcement that has the tag of a shared secret. */
export type Suspect = {
  /** Among the packed announcements. */
  index: number
  /** The shared secret, hashed, if the announcement is ours; missing where the filter does not say. */
  hash?: Uint8Array | undefined
}

/** Most announcements that the scanner takes at a time. */
export const scannerCapacity = 512

/** Loads and compiles the scanner; `undefined` where there is no WebAssembly, or none with SIMD, or none allowed. */
export async function compileScanner(): Promise<WebAssembly.Module | undefined> {
  if (typeof WebAssembly !== 'object') return undefined
  const { scannerModule } = await import('./generated/scannerModule.js')
  try {
    // A new array has a buffer of its own.
    return await WebAssembly.compile(parseHex(scannerModule) as Uint8Array<ArrayBuffer>)
  } catch {
    return undefined
  }
}

/** Prepares the scanner on this thread for one viewing key: what it returns takes up to {@link scannerCapacity}. */
export async function startScanner(
  module: WebAssembly.Module,
  plan: MultiplicationPlan,
): Promise<(announcements: PackedAnnouncements) => Suspect[]> {
  const { exports } = await WebAssembly.instantiate(module)
  // What the module exports is ours to know, see sdk/wasm/assembly/scanner.ts.
  const scanner = exports as unknown as ScannerExports
  const memory = new Uint8Array(scanner.memory.buffer)
  scanner.prepare()
  memory[scanner.PLAN.value] = plan.length
  memory[scanner.PLAN.value + 1] = plan.length >> 8
  memory.set(plan, scanner.PLAN.value + 4)
  return ({ count, points, tags }) => {
    if (count === 0) return []
    memory.set(points, scanner.POINTS.value)
    memory.set(tags, scanner.TAGS.value)
    const found = scanner.findSuspects(count)
    return readSuspects(memory.slice(scanner.SUSPECTS.value, scanner.SUSPECTS.value + suspectSize * found))
  }
}

/** Reads suspects as the scanner writes them: index, little-endian, and hash. */
export function readSuspects(bytes: Uint8Array): Suspect[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return Array.from({ length: bytes.length / suspectSize }, (_, order) => {
    const start = suspectSize * order
    return { index: view.getUint32(start, true), hash: bytes.subarray(start + 4, start + suspectSize) }
  })
}

const suspectSize = 36

type ScannerExports = {
  memory: WebAssembly.Memory
  prepare: () => void
  findSuspects: (count: number) => number
} & Readonly<Record<'PLAN' | 'POINTS' | 'TAGS' | 'SUSPECTS', WebAssembly.Global<'i32'>>>
