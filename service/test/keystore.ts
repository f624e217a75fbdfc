import { createCipheriv, randomBytes, scryptSync } from 'node:crypto'
import { concatBytes, type Hex, keccak256 } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'

/** Encrypts a key as nodes do (Web3 Secret Storage, version 3, scrypt), with the least work that is accepted. */
export function makeKeystore(privateKey: Hex, password: string) {
  const [salt, iv] = [randomBytes(32), randomBytes(16)]
  const kdfparams = { dklen: 32, n: 4096, p: 1, r: 8, salt: salt.toString('hex') }
  const derived = scryptSync(password, salt, 32, { N: 4096, r: 8, p: 1 })
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  const ciphertext = cipher.update(privateKey.slice(2), 'hex', 'hex') + cipher.final('hex')
  const mac = keccak256(concatBytes([derived.subarray(16), Buffer.from(ciphertext, 'hex')])).slice(2)
  const cipherparams = { iv: iv.toString('hex') }
  return {
    address: privateKeyToAddress(privateKey).slice(2).toLowerCase(),
    Crypto: { cipher: 'aes-128-ctr', cipherparams, ciphertext, kdf: 'scrypt', kdfparams, mac },
    version: 3,
  }
}
