import { hexToBytes, keccak256 as plainKeccak256 } from 'viem/utils'
import { keccakModule } from './generated/keccakModule.js'

// `as number`: indexes stay below the message's length and the state's 200 bytes.

/** Bytes that go into the state at a time (FIPS 202, with the padding of Ethereum). */
const rate = 136

/** The state, 200 bytes, and what permutes it. */
type Permutation = { state: Uint8Array; permute: () => void }

/** `null` where WebAssembly is missing or not allowed. */
let permutation: Permutation | null | undefined

/** keccak256, several times as fast as in plain code, which does the work where WebAssembly is missing or not allowed. */
export function keccak256(message: Uint8Array): Uint8Array {
  permutation ??= start()
  return permutation ? hashWith(permutation, message) : plainKeccak256(message, 'bytes')
}

function hashWith({ state, permute }: Permutation, message: Uint8Array): Uint8Array {
  let at = 0
  for (let index = 0; index < message.length; index++) {
    state[at] = (state[at] as number) ^ (message[index] as number)
    if (++at < rate) continue
    permute()
    at = 0
  }
  state[at] = (state[at] as number) ^ 1
  state[rate - 1] = (state[rate - 1] as number) ^ 0x80
  permute()
  const hash = state.slice(0, 32)
  state.fill(0)
  return hash
}

/** Compiles at once: the module is small enough for the main thread of every browser. */
function start(): Permutation | null {
  try {
    // viem's bytes are always in a buffer of their own.
    const module = new WebAssembly.Module(hexToBytes(keccakModule) as Uint8Array<ArrayBuffer>)
    // What the module exports is ours to know, see sdk/wasm/keccakWords.ts.
    const { memory, STATE, permute } = new WebAssembly.Instance(module).exports as unknown as KeccakExports
    return { state: new Uint8Array(memory.buffer, STATE.value, 200), permute }
  } catch {
    return null
  }
}

type KeccakExports = { memory: WebAssembly.Memory; STATE: WebAssembly.Global<'i32'>; permute: () => void }
