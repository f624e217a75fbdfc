import { type Address, bytesToHex, keccak256, stringToHex } from 'viem'
import { generatePrivateKey, mnemonicToAccount, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

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

/**
 * A fresh account, random and without money, whose address begins and ends like most: without two zeros or three of a kind
 * in the ends that people compare. One address in twenty has them, and whatever judges addresses by their ends may take
 * those for made on purpose.
 *
 * @example
 * const { primary } = await startDevnet()
 * const alice = ordinaryAccount()
 * await primary.fund(alice.address, 25_000_000n) // 25 USDC
 */
export function ordinaryAccount(): PrivateKeyAccount {
  for (;;) {
    const account = privateKeyToAccount(generatePrivateKey())
    if (!run.test(account.address)) return account
  }
}

/** Two zeros in four characters of an end, or three of a kind in six. */
const run = /^0x(.{0,2}00|.{0,3}(.)\2\2)|(00.{0,2}|(.)\4\4.{0,3})$/i

/** A funded account; the key is throwaway and public. */
export type DevnetAccount = { address: Address; privateKey: `0x${string}` }

function once<value>(make: () => value): () => value {
  let made: { value: value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
