import { type Address, type Hash, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { craftLookalike } from '../craftLookalike.js'
import type { HistoryRecord } from '../history/SenderHistory.js'
import { hashesToResolve, resolveRecords } from './signers.js'

const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
const payee = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const stranger = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const impostor = craftLookalike(payee)
const hash = (n: number): Hash => numberToHex(n, { size: 32 })

const record = (n: number, to: Address, change: Partial<HistoryRecord> = {}): HistoryRecord => ({
  chainId: 1,
  token: payee,
  canonical: true,
  from: sender,
  to,
  value: 0n,
  decimals: 6,
  signer: null,
  blockNumber: BigInt(n),
  logIndex: 0,
  timestamp: null,
  transactionHash: hash(n),
  ...change,
})

describe('hashesToResolve', () => {
  const paid = record(10, payee, { value: 5n, signer: sender })

  test('default: no more than the limit, newest first, each transaction once', () => {
    const records = [
      record(1, stranger),
      record(2, stranger),
      record(2, stranger, { logIndex: 1 }),
      record(3, stranger),
    ]
    expect(hashesToResolve(sender, records, { target: stranger, limit: 2 })).toEqual([hash(3), hash(2)])
  })

  test('behavior: a hundred forged records about a payee that was paid before do not use up the budget', () => {
    const forged = Array.from({ length: 101 }, (_, index) => record(100 + index, payee))
    const records = [record(5, payee), paid, ...forged]
    expect(hashesToResolve(sender, records, { target: payee, limit: 100 })[0]).toBe(hash(5))
  })

  test('behavior: records about an address that resembles a payee come before records about strangers', () => {
    const forged = Array.from({ length: 101 }, (_, index) => record(100 + index, stranger))
    const records = [record(20, impostor), paid, ...forged]
    expect(hashesToResolve(sender, records, { target: undefined, limit: 100 })[0]).toBe(hash(20))
  })
})

test('resolveRecords: of more than the limit the rest stay unknown, each transaction is asked for once', async () => {
  const asked: Hash[] = []
  const records = [record(1, stranger), record(1, stranger, { logIndex: 1 }), record(2, stranger), record(3, stranger)]
  const findSigner = async (transactionHash: Hash): Promise<Address> => {
    asked.push(transactionHash)
    return payee
  }
  const resolved = await resolveRecords(records, 2, findSigner, undefined)
  expect(asked).toEqual([hash(1), hash(2)])
  expect(resolved.map(({ signer }) => signer)).toEqual([payee, payee, payee, null])
})
