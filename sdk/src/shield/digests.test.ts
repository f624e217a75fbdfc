import { encodeAbiParameters, keccak256, maxUint256, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { InvalidAddressError } from '../errors/input.js'
import { recoverSigner } from './internal/recoverSigner.js'
import { verifyCosignature } from './internal/verifyCosignature.js'
import { ownerHash, vaultHash } from './ownerHash.js'
import { SPEND_DOMAIN_NAME, SPEND_DOMAIN_VERSION, spendDigest, spendTypedData } from './spendDigest.js'
import { sweepTypedData } from './sweepTypedData.js'

const account = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const target = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const spend = { account, chainId: 5042002, target, amount: 5_000_000n, nonce: 0n, action: 0 } as const
const sweep = { account, chainId: 5042002, vault: target, sweepNonce: 0n, deadline: 1_800_000_000n } as const

describe('spendDigest', () => {
  test('default: pinned, so that no change goes unseen', () => {
    expect([SPEND_DOMAIN_NAME, SPEND_DOMAIN_VERSION]).toEqual(['Holdfast SpendPolicy', '1'])
    expect(spendDigest(spend)).toMatchInlineSnapshot(
      `"0x2f204d6c8ce5581576331348a2f33dc5700ae99ec5af82fc191fcdaff8587b95"`,
    )
  })

  test('behavior: any other spend has another digest', () => {
    const others = [
      { ...spend, account: target },
      { ...spend, chainId: 84532 },
      { ...spend, target: account },
      { ...spend, amount: 5_000_001n },
      { ...spend, nonce: 1n },
      { ...spend, action: 1 as const },
    ] as const
    expect(new Set([spend, ...others].map(spendDigest)).size).toBe(7)
  })

  test('behavior: the case of an address is not a difference, a wrong checksum an error', () => {
    const upper = (address: string) => `0x${address.slice(2).toUpperCase()}` as const
    expect(spendDigest({ ...spend, account: upper(account), target: upper(target) })).toBe(spendDigest(spend))
    expect(spendTypedData({ ...spend, account: upper(account) })).toEqual(spendTypedData(spend))
    expect(sweepTypedData({ ...sweep, account: upper(account), vault: upper(target) })).toEqual(sweepTypedData(sweep))
    expect(() => spendDigest({ ...spend, target: '0xD9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91' })).toThrow(
      InvalidAddressError,
    )
  })

  test('error: a malformed address is named', () => {
    const named = (parameter: string) => expect.objectContaining({ parameter })
    expect(() => spendDigest({ ...spend, target: '0x12' })).toThrow(named('target'))
    expect(() => spendDigest({ ...spend, account: '0x12' })).toThrow(named('account'))
    expect(() => sweepTypedData({ ...sweep, vault: '0x12' })).toThrow(named('vault'))
  })

  test.each([
    ['amount', [-1n, 2n ** 256n, 5, undefined]],
    ['nonce', [-1n, 2n ** 256n, 5, undefined]],
    ['action', [2, -1, '0', undefined]],
    ['chainId', [0, -1, 1.5, Number.NaN, 5042002n, undefined]],
  ])('error: a number for `%s` that no box knows', (parameter, values) => {
    for (const value of values)
      for (const make of [spendDigest, spendTypedData])
        expect(() => make({ ...spend, [parameter]: value })).toThrow(expect.objectContaining({ parameter }))
    expect(spendDigest({ ...spend, amount: maxUint256, nonce: maxUint256 })).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('sweepTypedData: what the vault signs, and closing only where it is asked for', () => {
    const { account: verifyingContract, chainId, ...message } = sweep
    expect(sweepTypedData(sweep)).toEqual({
      domain: { name: 'Holdfast SpendPolicy', version: '1', chainId, verifyingContract },
      types: {
        Sweep: [
          { name: 'vault', type: 'address' },
          { name: 'sweepNonce', type: 'uint256' },
          { name: 'close', type: 'bool' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Sweep',
      message: { ...message, close: false },
    })
    expect(sweepTypedData({ ...sweep, close: true }).message.close).toBe(true)
  })

  test('spendTypedData: the type the contract names', () => {
    expect(spendTypedData(spend).types.Spend.map(({ name, type }) => `${type} ${name}`)).toEqual([
      'address target',
      'uint256 amount',
      'uint256 nonce',
      'uint8 action',
    ])
  })
})

describe('ownerHash, vaultHash', () => {
  test('default: keccak256 of the ABI-encoded address, whatever its case', () => {
    const expected = keccak256(encodeAbiParameters([{ type: 'address' }], [account]))
    expect(ownerHash(account)).toBe(expected)
    expect(vaultHash(account.toLowerCase() as typeof account)).toBe(expected)
  })

  test('error: no address, a wrong checksum, zero', () => {
    for (const wrong of ['0x12', '0x8617e340B3D01FA5F11F306F4090FD50E238070D', `0x${'0'.repeat(40)}`] as const) {
      expect(() => ownerHash(wrong)).toThrow(InvalidAddressError)
      expect(() => vaultHash(wrong)).toThrow(InvalidAddressError)
    }
  })
})

describe('recoverSigner', () => {
  const signer = privateKeyToAccount(generatePrivateKey())
  const digest = spendDigest(spend)
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const cut = (signature: string) => ({
    r: signature.slice(2, 66),
    s: signature.slice(66, 130),
    v: Number.parseInt(signature.slice(130), 16),
  })
  const two = (value: number) => value.toString(16).padStart(2, '0')

  test('default: the signer; each form only where it is taken', async () => {
    for (let round = 0; round < 8; round++) {
      const hash = keccak256(toHex(round))
      const signature = await signer.sign({ hash })
      const { r, s, v } = cut(signature)
      const compactHigh = (BigInt(`0x${s}`) | (BigInt(v - 27) << 255n)).toString(16).padStart(64, '0')
      for (const [form, contract, wallet] of [
        [signature, true, true],
        [`0x${r}${s}${two(v - 27)}`, false, true],
        [`0x${r}${compactHigh}`, false, true],
      ] as const) {
        expect(recoverSigner(hash, form as `0x${string}`, 'contract')).toBe(contract ? signer.address : undefined)
        expect(recoverSigner(hash, form as `0x${string}`, 'wallet')).toBe(wallet ? signer.address : undefined)
      }
    }
  })

  test('behavior: the second form with a high s is not a signature, in every spelling', async () => {
    const { r, s, v } = cut(await signer.sign({ hash: digest }))
    const high = (order - BigInt(`0x${s}`)).toString(16).padStart(64, '0')
    for (const last of [55 - v, 28 - v, v, v - 27])
      for (const form of ['contract', 'wallet'] as const)
        expect(recoverSigner(digest, `0x${r}${high}${two(Math.max(last, 0))}`, form)).toBeUndefined()
    const ofHalf = (above: bigint) => `0x${r}${(order / 2n + above).toString(16).padStart(64, '0')}1b` as const
    expect(recoverSigner(digest, ofHalf(0n), 'contract')).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(recoverSigner(digest, ofHalf(1n), 'contract')).toBeUndefined()
  })

  test('behavior: garbage has no signer', () => {
    const zeros = '00'.repeat(32)
    const full = 'ff'.repeat(32)
    const garbage = [
      '',
      '0x',
      '0xzz',
      '0x12',
      `0x${zeros}${zeros}1b`,
      `0x${full}${full}1b`,
      `0x${full}${full}`,
      7,
      null,
    ]
    for (const value of [...garbage, `0x${'11'.repeat(64)}1d`, `0x${'11'.repeat(64)}25`])
      for (const form of ['contract', 'wallet'] as const)
        expect(recoverSigner(digest, value as `0x${string}`, form)).toBeUndefined()
  })

  test('verifyCosignature: a key needs no chain', async () => {
    const silent = { request: () => Promise.reject(new Error('not asked')) }
    const given = { cosigner: signer.address, digest, signature: await signer.sign({ hash: digest }) }
    expect(await verifyCosignature(silent as never, given)).toBe(true)
    await expect(verifyCosignature(silent as never, { ...given, cosigner: account })).rejects.toMatchObject({
      code: 'chain_unavailable',
    })
  })
})
