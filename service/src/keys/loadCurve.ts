import type { Secp256k1 } from '@bitauth/libauth'
// By its file: the library's index makes instances of everything it has, which takes 0.3 s and 30 MB that nobody here uses.
import { instantiateSecp256k1 } from '@bitauth/libauth/build/lib/crypto/secp256k1.js'

/** The curve in WebAssembly (libsecp256k1), one instance for all who sign or recover in this process. */
export function loadCurve(): Promise<Secp256k1> {
  loading ??= instantiateSecp256k1()
  return loading
}

let loading: Promise<Secp256k1> | undefined
