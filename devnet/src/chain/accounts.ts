import { type Address, bytesToHex, keccak256, stringToHex } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'

/** Throwaway accounts of the well-known mnemonic, without account 1, which the primary chain blocks. */
export const testAccounts = once((): readonly DevnetAccount[] => {
  // One derivation for all: stretching the mnemonic is the slow part of it.
  const parent = mnemonicToAccount('test test test test test test test test test test test junk', {
    path: "m/44'/60'/0'/0",
  }).getHdKey()
  return [0, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((index) => {
    const key = parent.deriveChild(index).privateKey
    if (key === null) throw new Error('A derived account has no key.')
    const privateKey = bytesToHex(key)
    return { address: privateKeyToAccount(privateKey).address, privateKey }
  })
})

/** Pays out the faucet, deploys our contracts, holds the tokens' roles. Its key is public. */
export const operatorAccount = once(() => privateKeyToAccount(keccak256(stringToHex('holdfast devnet operator'))))

/** Sends sponsored user operations and pays for them. Its key is public. */
export const bundlerAccount = once(() => privateKeyToAccount(keccak256(stringToHex('holdfast devnet bundler'))))

/**
 * Signs attestations of the issuer's Bridge and Hub: account 1 of the well-known mnemonic, so that known attestations are
 * valid here. It never sends.
 */
export const attesterAccount = once(() =>
  privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'),
)

/** Sends the issuer's mints on both chains and pays for them. Its key is public. */
export const forwarderAccount = once(() => privateKeyToAccount(keccak256(stringToHex('holdfast devnet forwarder'))))

/** A funded account; the key is throwaway and public. */
export type DevnetAccount = { address: Address; privateKey: `0x${string}` }

function once<value>(make: () => value): () => value {
  let made: { value: value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
