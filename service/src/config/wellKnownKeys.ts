import { type Address, bytesToHex, keccak256, numberToHex, stringToHex } from 'viem'
import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'

/**
 * Whether the private key of an address is publicly known: the accounts of development nodes and of our devnet, and
 * keys that are small numbers.
 */
export function isWellKnown(address: Address): boolean {
  known ??= addresses()
  return known.has(address.toLowerCase())
}

let known: ReadonlySet<string> | undefined

function addresses(): ReadonlySet<string> {
  // Stretching the mnemonic is the slow part, so it is done once.
  const parent = mnemonicToAccount('test test test test test test test test test test test junk', {
    path: "m/44'/60'/0'/0",
  }).getHdKey()
  const derived = Array.from({ length: 20 }, (_, index) => parent.deriveChild(index).privateKey).flatMap((key) =>
    key === null ? [] : [bytesToHex(key)],
  )
  const small = Array.from({ length: 32 }, (_, index) => numberToHex(index + 1, { size: 32 }))
  const keys = [...derived, ...small, keccak256(stringToHex('holdfast devnet operator'))]
  return new Set(keys.map((key) => privateKeyToAddress(key).toLowerCase()))
}
