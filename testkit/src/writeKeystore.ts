import { createCipheriv, randomBytes, scryptSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { concatBytes, type Hex, hexToBytes, keccak256 } from 'viem'

/** Writes a keystore (Web3 Secret Storage version 3), cheap to open. */
export function writeKeystore(file: string, privateKey: Hex, password: string): void {
  const [salt, iv] = [randomBytes(32), randomBytes(16)]
  const derived = scryptSync(password, salt, 32, { N: 1_024, r: 8, p: 1 })
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  const ciphertext = Buffer.concat([cipher.update(hexToBytes(privateKey)), cipher.final()])
  const mac = keccak256(concatBytes([derived.subarray(16, 32), ciphertext])).slice(2)
  const crypto = {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: iv.toString('hex') },
    ciphertext: ciphertext.toString('hex'),
    kdf: 'scrypt',
    kdfparams: { dklen: 32, n: 1_024, r: 8, p: 1, salt: salt.toString('hex') },
    mac,
  }
  writeFileSync(file, JSON.stringify({ version: 3, id: 'c4d5a0d2-0000-4000-8000-000000000000', crypto }))
}
