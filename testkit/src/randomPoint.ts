import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** A compressed point of secp256k1, as an announcement names for its ephemeral key. */
export function randomPoint(): Hex {
  // Uncompressed: 04, x, y. Each x of a point has an even y too.
  return `0x02${privateKeyToAccount(generatePrivateKey()).publicKey.slice(4, 68)}`
}
