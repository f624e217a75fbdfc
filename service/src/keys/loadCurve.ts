import type { Secp256k1 } from '@bitauth/libauth'
// Imported by its file: the library's index creates instances of everything it has, which takes 0.3 s and 30 MB and is
// not used here.
import { instantiateSecp256k1 } from '@bitauth/libauth/build/lib/crypto/secp256k1.js'

/** The curve in WebAssembly (libsecp256k1), one instance for all signing and recovery in this process. */
export function loadCurve(): Promise<Secp256k1> {
  loading ??= instantiateSecp256k1()
  return loading
}

let loading: Promise<Secp256k1> | undefined
