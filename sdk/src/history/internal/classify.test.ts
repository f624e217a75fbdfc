import { type Address, checksumAddress, numberToHex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { PRIMARY_CHAIN_ID } from '../../chain/constants.js'
import { requireDeployment } from '../../chain/registry.js'
import { classify } from './classify.js'
import type { RawRow } from './rows.js'

const chain = requireDeployment(PRIMARY_CHAIN_ID)
const [usdc, eurc, cirBtc] = chain.tokens.map(({ address }) => address) as [Address, Address, Address]
const owner = checksumAddress('0x52908400098527886e0f7030069857d2e4169ee7')
const payee = checksumAddress('0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91')
const stranger = checksumAddress('0x8617e340b3d01fa5f11f306f4090fd50e238070d')
/** An address with the first and last characters of another. */
const like = (address: Address, prefix: number, suffix: number) => {
  const middle = [...address.slice(2 + prefix, 42 - suffix)].map((digit) =>
    ((Number.parseInt(digit, 16) + 5) % 16).toString(16),
  )
  return checksumAddress(
    `0x${address.slice(2, 2 + prefix)}${middle.join('')}${address.slice(42 - suffix)}`.toLowerCase() as Address,
  )
}

let blockNumber = 0
function row(from: Address, to: Address, value = 5_000_000n, token: Address = usdc): RawRow {
  const txHash = numberToHex(++blockNumber, { size: 32 })
  const timestamp = new Date(blockNumber * 1_000)
  return { txHash, blockNumber, position: 0, from, to, token, value, decimals: 9, symbol: 'X', timestamp }
}
const judge = (rows: readonly RawRow[], options = {}) =>
  classify(rows, { address: owner, chain, allowedTokens: [usdc, eurc], payees: [], strict: false, ...options })
const marks = (rows: readonly RawRow[], options = {}) =>
  judge(rows, options)
    .entries.map(({ suspect }) => suspect)
    .reverse()

describe('impostors', () => {
  test.each([
    [3, 4, 'IMPOSTOR'],
    [4, 3, 'IMPOSTOR'],
    [7, 0, 'IMPOSTOR'],
    [0, 7, 'IMPOSTOR'],
    [3, 3, undefined],
    [2, 4, undefined],
  ])('%i leading and %i trailing characters of an address paid before: %s', (prefix, suffix, mark) => {
    expect(marks([row(owner, payee), row(like(payee, prefix, suffix), owner)])).toEqual([undefined, mark])
    expect(marks([row(owner, payee), row(owner, like(payee, prefix, suffix))])).toEqual([undefined, mark])
  })

  test('the one paid first is the genuine one, though the other appeared before', () => {
    const lookalike = like(payee, 4, 4)
    const rows = [row(lookalike, owner), row(owner, payee), row(owner, lookalike), row(payee, owner)]
    expect(marks(rows)).toEqual(['IMPOSTOR', undefined, 'IMPOSTOR', undefined])
  })

  test('nothing and counterfeits make no payee', () => {
    const forged = [row(owner, like(payee, 4, 4), 0n), row(owner, like(payee, 4, 4), 5_000_000n, stranger)]
    expect(marks([...forged, row(owner, payee)])).toEqual([undefined])
  })

  test('of the address itself, of the transfer contract and of saved addresses', () => {
    const rows = [like(owner, 4, 4), like(chain.transferContract, 4, 4), like(payee, 4, 4)].map((one) =>
      row(one, owner),
    )
    expect(marks(rows)).toEqual(['IMPOSTOR', 'IMPOSTOR', undefined])
    expect(marks(rows, { payees: [payee] })).toEqual(['IMPOSTOR', 'IMPOSTOR', 'IMPOSTOR'])
  })

  test('addresses with many zeros are alike without meaning to be', () => {
    const [one, two] = ['1234567890abcdef1111', 'a2345678901234567a22'].map((end) =>
      checksumAddress(`0x${end.padStart(40, '0')}` as Address),
    ) as [Address, Address]
    expect(marks([row(owner, one), row(two, owner)])).toEqual([undefined, undefined])
  })
})

describe('dust', () => {
  test.each([
    ['USDC', usdc, 999_999n, 1_000_000n],
    ['EURC', eurc, 999_999n, 1_000_000n],
    ['cirBTC', cirBtc, 999n, 1_000n],
  ])('%s: below %d of its units', (_, token, below, floor) => {
    const allowedTokens = [usdc, eurc, cirBtc]
    const rows = [row(stranger, owner, below, token), row(stranger, owner, floor, token)]
    expect(marks(rows, { allowedTokens })).toEqual(['DUST', undefined])
  })

  test('never from an address paid, earlier or later, from the transfer contract or from oneself', () => {
    expect(marks([row(stranger, owner, 1n), row(owner, stranger)])).toEqual([undefined, undefined])
    expect(marks([row(chain.transferContract, owner, 1n), row(owner, owner, 1n)])).toEqual([undefined, undefined])
    expect(marks([row(stranger, owner, 1n)], { payees: [stranger] })).toEqual([undefined])
  })

  test('what the address pays is not dust, and neither is a mint', () => {
    expect(marks([row(owner, stranger, 1n), row(zeroAddress, owner, 1n)])).toEqual([undefined, undefined])
  })
})

test('a known token is called by its own name, an unknown one by what it says', () => {
  const { entries, filtered } = judge([row(owner, payee), row(owner, payee, 1n, stranger)])
  expect(entries[0]).toMatchObject({ tokenSymbol: 'USDC', decimals: 6 })
  expect(filtered[0]).toMatchObject({ tokenSymbol: 'X', decimals: 9, reason: 'UNKNOWN_TOKEN' })
})

test.each([
  ['receiveMessage', 'bridge'],
  ['0x57ecfd28', 'bridge'],
  ['gatewayMint', 'hub'],
  ['0x9fb01cc5', 'hub'],
  ['forward', undefined],
  [undefined, undefined],
] as const)('a mint by %s arrived via %s; a transfer or another token, via nothing', (method, via) => {
  const rows = [
    row(zeroAddress, owner),
    row(zeroAddress, owner, 5_000_000n, eurc),
    row(payee, owner),
    row(owner, zeroAddress),
  ].map((one) => ({ ...one, method }))
  expect(judge(rows).entries.map((entry) => entry.via)).toEqual([undefined, undefined, undefined, via])
})

test('mint and burn, with the zero address as counterparty', () => {
  const { entries } = judge([row(zeroAddress, owner), row(owner, zeroAddress)])
  expect(entries).toMatchObject([
    { kind: 'burn', direction: 'out', counterparty: zeroAddress },
    { kind: 'mint', direction: 'in', counterparty: zeroAddress },
  ])
})

test('nothing moved comes before unknown token', () => {
  expect(judge([row(stranger, owner, 0n, stranger)]).filtered[0]?.reason).toBe('ZERO_VALUE')
})
