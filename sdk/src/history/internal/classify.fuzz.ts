import { arcTestnetChain } from '@holdfast/contracts'
import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { type Address, checksumAddress, numberToHex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { DEPLOYMENTS } from '../../chain/registry.js'
import type { HistoryEntry } from '../types.js'
import { classify } from './classify.js'
import type { RawRow } from './rows.js'

const chain = DEPLOYMENTS[arcTestnetChain.id] as NonNullable<(typeof DEPLOYMENTS)[number]>
const [usdc, eurc, cirBtc] = chain.tokens.map(({ address }) => address) as [Address, Address, Address]
const owner: Address = '0x52908400098527886E0F7030069857D2E4169EE7'
const payee: Address = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const lookalike = checksumAddress(`0xd9a${'5'.repeat(33)}3a91`)
const other: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const counterfeit: Address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const party = fc.constantFrom(payee, lookalike, other, zeroAddress, owner, chain.transferContract)
const drafts = fc.array(
  fc.record({
    blockNumber: fc.nat(20),
    party,
    isOut: fc.boolean(),
    token: fc.constantFrom(usdc, eurc, cirBtc, counterfeit),
    value: fc.constantFrom(0n, 1n, 10_000n, 999_999n, 1_000_000n, 25_000_000n),
  }),
  { maxLength: 30 },
)
const rows = drafts.map((list) =>
  list.map(
    ({ blockNumber, party, isOut, token, value }, index): RawRow => ({
      txHash: numberToHex(index + 1, { size: 32 }),
      blockNumber,
      position: index,
      from: isOut ? owner : party,
      to: isOut ? party : owner,
      token,
      value,
      decimals: 6,
      symbol: 'USDC',
      timestamp: new Date(blockNumber * 1_000),
    }),
  ),
)
const judge = (list: readonly RawRow[], strict = false, payees: readonly Address[] = []) =>
  classify(list, { address: owner, chain, allowedTokens: [usdc, eurc], payees, strict })
const hashes = (list: readonly HistoryEntry[]) => list.map(({ txHash }) => txHash)

test('every row is in exactly one list, newest first, whatever the order of arrival', () => {
  fc.assert(
    fc.property(rows, fc.boolean(), fc.infiniteStream(fc.nat()), (list, strict, order) => {
      const { entries, filtered } = judge(list, strict)
      expect([...hashes(entries), ...hashes(filtered)].sort()).toEqual(list.map(({ txHash }) => txHash).sort())
      for (const part of [entries, filtered]) {
        const times = part.map(({ timestamp }) => timestamp.getTime())
        expect(times).toEqual([...times].sort((a, b) => b - a))
      }
      const shuffled = list
        .map((row) => ({ row, key: order.next().value ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ row }) => row)
      expect(judge(shuffled, strict)).toEqual({ entries, filtered })
    }),
    runs(100),
  )
})

test('strict moves the marked rows and nothing else', () => {
  fc.assert(
    fc.property(rows, (list) => {
      const [open, strict] = [judge(list), judge(list, true)]
      expect(strict.entries).toEqual(open.entries.filter(({ suspect }) => suspect === undefined))
      const moved = open.entries.filter(({ suspect }) => suspect !== undefined)
      const hidden = strict.filtered.filter(({ reason }) => reason === 'DUST' || reason === 'IMPOSTOR')
      expect(hidden.map(({ txHash, reason }) => [txHash, reason])).toEqual(
        moved.map(({ txHash, suspect }) => [txHash, suspect]),
      )
    }),
    runs(100),
  )
})

test('kind and counterparty follow from the addresses', () => {
  fc.assert(
    fc.property(rows, (list) => {
      const { entries, filtered } = judge(list)
      for (const entry of [...entries, ...filtered]) {
        const row = list.find(({ txHash }) => txHash === entry.txHash)
        const isOut = row?.from === owner
        const other = isOut ? row?.to : row?.from
        expect(entry.kind).toBe(other !== zeroAddress ? 'transfer' : isOut ? 'burn' : 'mint')
        expect(entry.counterparty).toBe(other)
        expect(entry.direction).toBe(isOut ? 'out' : 'in')
      }
    }),
    runs(100),
  )
})

test('forged rows change no judgement: only what was really paid makes a payee', () => {
  fc.assert(
    fc.property(rows, rows, (list, more) => {
      const forged = more
        .map((row) => ({ ...row, ...(row.token === counterfeit || row.token === cirBtc ? {} : { value: 0n }) }))
        .map((row, index) => ({ ...row, txHash: numberToHex(index + 1_000, { size: 32 }) }))
      const known = new Set(list.map(({ txHash }) => txHash))
      expect(judge([...list, ...forged]).entries).toEqual(judge(list).entries)
      expect(judge([...list, ...forged]).filtered.filter(({ txHash }) => known.has(txHash))).toEqual(
        judge(list).filtered,
      )
    }),
    runs(100),
  )
})

test('a trusted address is never marked', () => {
  fc.assert(
    fc.property(rows, (list) => {
      const { entries } = judge(list, false, [payee, lookalike, other])
      expect(entries.filter(({ suspect }) => suspect !== undefined)).toEqual([])
    }),
    runs(100),
  )
})
