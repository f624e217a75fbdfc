import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import {
  hashTypedData,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializableEIP1559,
  type TypedDataDefinition,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCertificates, type TestCertificates } from '../../test/certificates.js'
import { makeKeystore } from '../../test/keystore.js'
import { startWeb3Signer, type TestWeb3Signer } from '../../test/web3signer.js'
import type { RemoteTls } from '../config/Config.js'
import { openSigner } from './openSigner.js'

/** The key and the first file are a test vector of the Web3 Secret Storage definition. */
const fixedKey = '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d'
const password = 'testpassword'
const pbkdf2 = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: {
      c: 262144,
      dklen: 32,
      prf: 'hmac-sha256',
      salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
    },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
}
/** The definition's own vector for scrypt uses numbers that scrypt does not allow. */
const scrypt = makeKeystore(fixedKey, password)

const account = privateKeyToAccount(fixedKey)
const typedData = {
  domain: { name: 'Holdfast SpendPolicy', version: '1', chainId: 5042002, verifyingContract: account.address },
  types: {
    Spend: [
      { name: 'target', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  primaryType: 'Spend',
  message: { target: account.address, amount: 5n },
} as const satisfies TypedDataDefinition
const transaction = {
  chainId: 5042002,
  nonce: 7,
  gas: 21_000n,
  maxFeePerGas: 40_000_000_000n,
  maxPriorityFeePerGas: 0n,
  to: account.address,
  value: 1n,
} as const satisfies TransactionSerializableEIP1559

let directory: string
let remote: TestWeb3Signer
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'holdfast-keys-'))
  remote = await startWeb3Signer([`0x${'11'.repeat(32)}`, fixedKey])
})
afterAll(async () => {
  await remote.stop()
  await rm(directory, { recursive: true })
})

async function keystore(content: unknown): Promise<string> {
  const path = join(directory, `${Math.random()}.json`)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

describe.each(['raw', 'pbkdf2', 'scrypt', 'remote'] as const)('%s', (kind) => {
  const open = async () => {
    if (kind === 'raw') return openSigner({ kind, privateKey: fixedKey })
    if (kind === 'remote') return openSigner({ kind, url: remote.url, address: account.address })
    const path = await keystore(kind === 'pbkdf2' ? pbkdf2 : scrypt)
    return openSigner({ kind: 'keystore', path, password: password })
  }

  test('default', async () => {
    const signer = await open()
    expect(signer.address).toBe(account.address)
    expect(await signer.signMessage('grüezi')).toBe(await account.signMessage({ message: 'grüezi' }))
    expect(await signer.signTypedData(typedData)).toBe(await account.signTypedData(typedData))
    expect(await signer.signTypedData(typedData, hashTypedData(typedData))).toBe(await signer.signTypedData(typedData))
    const signed = await signer.signTransaction(transaction)
    expect(parseTransaction(signed)).toMatchObject({ nonce: 7, value: 1n, chainId: 5042002 })
    expect(await recoverTransactionAddress({ serializedTransaction: signed as never })).toBe(account.address)
    await expect(signer.health()).resolves.toBeUndefined()
  })

  test('behavior: the key does not show in any print of the signer', async () => {
    const signer = await open()
    const shown = `${inspect(signer, { depth: 9, showHidden: true })}${JSON.stringify(signer)}${Object.keys(signer)}`
    expect(shown).not.toContain(fixedKey.slice(2))
    expect(shown).not.toContain(BigInt(fixedKey).toString())
    expect(shown).not.toContain(remote.url)
  })
})

test.each([
  ['not_a_key', '0x'],
  ['not_a_key', `0x${'00'.repeat(32)}`],
  ['not_a_key', `0x${'ff'.repeat(32)}`],
] as const)('error: %s', async (reason, privateKey) => {
  const error = await openSigner({ kind: 'raw', privateKey }).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ name: 'KeySettingsError', reason })
  if (privateKey.length > 4) expect(inspect(error)).not.toContain(privateKey.slice(4))
})

test.each([
  ['malformed', '{'],
  ['malformed', { ...pbkdf2, version: 1 }],
  ['malformed', { ...pbkdf2, crypto: { ...pbkdf2.crypto, mac: 'zz' } }],
  ['malformed', { ...scrypt, Crypto: { ...scrypt.Crypto, kdfparams: { ...scrypt.Crypto.kdfparams, n: 4095 } } }],
  ['too_costly', { ...scrypt, Crypto: { ...scrypt.Crypto, kdfparams: { ...scrypt.Crypto.kdfparams, n: 2 ** 30 } } }],
  ['too_costly', { ...pbkdf2, crypto: { ...pbkdf2.crypto, kdfparams: { ...pbkdf2.crypto.kdfparams, c: 1e9 } } }],
  ['wrong_address', { ...pbkdf2, address: '11'.repeat(20) }],
] as const)('error: keystore %s', async (reason, content) => {
  const path = await keystore(content)
  await expect(openSigner({ kind: 'keystore', path, password: password })).rejects.toMatchObject({ reason })
})

test('error: keystore with a wrong password, or none at all', async () => {
  const path = await keystore(pbkdf2)
  const wrong = await openSigner({ kind: 'keystore', path, password: 'hunter2' }).catch((error: unknown) => error)
  expect(wrong).toMatchObject({ reason: 'wrong_password' })
  expect(inspect(wrong)).not.toContain('hunter2')
  await expect(openSigner({ kind: 'keystore', path: `${path}x`, password: '' })).rejects.toMatchObject({
    reason: 'unreadable',
  })
})

describe('remote', () => {
  const open = (url = remote.url) => openSigner({ kind: 'remote', url, address: account.address }, { timeoutMs: 300 })

  test('error: unknown_key', async () => {
    const address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
    await expect(openSigner({ kind: 'remote', url: remote.url, address })).rejects.toMatchObject({
      reason: 'unknown_key',
    })
  })

  test('error: url', async () => {
    await expect(open('ftp://127.0.0.1')).rejects.toMatchObject({ reason: 'url' })
    await expect(open('http://me:secret@127.0.0.1')).rejects.toMatchObject({ reason: 'url' })
  })

  test('error: no server answers', async () => {
    const failure = await open('http://127.0.0.1:9/token-in-path').catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'SignerUnavailableError' })
    expect(inspect(failure, { depth: 9 })).not.toContain('token-in-path')
  })

  test('error: it returns too large an answer, or a redirect', async () => {
    const signer = await open()
    remote.answer = 'x'.repeat(2 ** 20 + 1)
    await expect(signer.signMessage('x')).rejects.toMatchObject({ message: expect.stringContaining('too large') })
    remote.answer = undefined
    const elsewhere = createServer((_, response) => response.writeHead(307, { location: remote.url }).end())
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const { port } = elsewhere.address() as AddressInfo
    await expect(open(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ message: expect.stringContaining('307') })
    elsewhere.close()
  })

  test('error: it answers too late', async () => {
    const signer = await open()
    remote.answer = 'nothing'
    await expect(signer.health()).rejects.toMatchObject({ message: expect.stringContaining('in time') })
    remote.answer = undefined
    await expect(signer.health()).resolves.toBeUndefined()
  })

  test('error: a digest that does not match the data', async () => {
    const signer = await open()
    const before = remote.requests.length
    await expect(signer.signTypedData(typedData, `0x${'11'.repeat(32)}`)).rejects.toThrow(TypeError)
    expect(remote.requests).toHaveLength(before)
  })

  test('error: it signed with another key, or not at all', async () => {
    const signer = await open()
    const other = await privateKeyToAccount(`0x${'22'.repeat(32)}`).signMessage({ message: 'x' })
    for (const answer of [other, '0x', 'OK', `0x${'00'.repeat(65)}`]) {
      remote.answer = answer
      await expect(signer.signMessage('x')).rejects.toThrow()
      await expect(signer.health()).rejects.toThrow()
    }
    remote.answer = undefined
  })

  test('behavior: a high s is replaced by the low one', async () => {
    const signer = await open()
    const low = await account.signMessage({ message: 'x' })
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const s = (order - BigInt(`0x${low.slice(66, 130)}`)).toString(16).padStart(64, '0')
    remote.answer = `${low.slice(0, 66)}${s}${low.endsWith('1b') ? '1c' : '1b'}`
    expect(await signer.signMessage('x')).toBe(low)
    remote.answer = undefined
  })
})

describe('remote over TLS', () => {
  let made: TestCertificates
  let signers: TestWeb3Signer
  beforeAll(async () => {
    made = await makeCertificates()
    signers = await startWeb3Signer([fixedKey], { tls: { ...made.server, ca: made.ca } })
  })
  afterAll(() => signers.stop())
  const open = (tls?: RemoteTls) => openSigner({ kind: 'remote', url: signers.url, address: account.address, tls })

  test('default: each side trusts the other', async () => {
    const signer = await open({ ...made.client, ca: made.ca })
    expect(await signer.signMessage('x')).toBe(await account.signMessage({ message: 'x' }))
    await expect(signer.health()).resolves.toBeUndefined()
    const shown = inspect(signer, { depth: 9, showHidden: true })
    expect(shown).not.toContain('PRIVATE KEY')
  })

  test.each<[string, () => RemoteTls | undefined]>([
    ['no client certificate', () => ({ ca: made.ca })],
    ['a certificate of another authority', () => ({ ...made.foreign, ca: made.ca })],
    ['a signer of another authority', () => ({ ...made.client, ca: made.strangeCa })],
    ['a signer of an authority that Node does not trust', () => ({ ...made.client })],
    ['nothing at all', () => undefined],
  ])('error: %s', async (_, tls) => {
    const before = signers.requests.length
    await expect(open(tls())).rejects.toMatchObject({ name: 'SignerUnavailableError' })
    expect(signers.requests.length).toBe(before)
  })

  test('error: a signer whose certificate is for another host', async () => {
    const other = await startWeb3Signer([fixedKey], { tls: { ...made.client, ca: made.ca } })
    const tls = { ...made.client, ca: made.ca }
    const opened = openSigner({ kind: 'remote', url: other.url, address: account.address, tls })
    await expect(opened).rejects.toMatchObject({ name: 'SignerUnavailableError' })
    expect(other.requests).toEqual([])
    await other.stop()
  })

  test.each<[string, () => RemoteTls, string?]>([
    ['a certificate without its key', () => ({ cert: made.client.cert, ca: made.ca })],
    ['a key of another certificate', () => ({ cert: made.client.cert, key: made.foreign.key })],
    ['a file that is not a certificate', () => ({ ...made.client, ca: 'nonsense' })],
    ['a URL without TLS', () => ({ ca: made.ca }), 'http://127.0.0.1:9'],
  ])('error: tls: %s', async (_, tls, url = signers.url) => {
    const opened = openSigner({ kind: 'remote', url, address: account.address, tls: tls() })
    await expect(opened).rejects.toMatchObject({ name: 'KeySettingsError', reason: 'tls' })
  })
})
