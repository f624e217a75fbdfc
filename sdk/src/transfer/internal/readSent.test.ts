import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, encodeAbiParameters, encodeEventTopics, type Hex, type Log, toHex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { ClaimHashNotFoundError, TransferDiffersError } from '../../errors/transfer.js'
import { readSend } from '../waitForSend.js'
import { readBatch } from './lockBatch.js'

const contract: Address = '0x00000000000000000000000000000000000000c0'
const sender: Address = '0x52908400098527886E0F7030069857D2E4169EE7'
const bob: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const stranger: Address = '0x00000000000000000000000000000000000000bb'
const transactionHash: Hex = `0x${'ab'.repeat(32)}`
const claimHash: Hex = `0x${'C1'.repeat(32)}`
const configId: Hex = `0x${'CF'.repeat(32)}`
const deadline = 1_800_000_000n

type MinedLog = Log<bigint, number, false>

type Made = {
  transferId?: bigint
  sender?: Address
  to?: Address
  amount?: bigint
  configId?: Hex
  claimHash?: Hex
  address?: Address
}

/** What the contract logs of one transfer; it writes hashes in lower case. */
function created({ transferId = 42n, amount = 25n, address = contract, ...other }: Made = {}): MinedLog {
  const args = { transferId, sender: other.sender ?? sender, to: other.to ?? bob }
  return {
    address,
    topics: encodeEventTopics({ abi: protectedTransferAbi, eventName: 'TransferCreated', args }),
    data: encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'bytes32' }, { type: 'uint64' }, { type: 'bytes32' }],
      [amount, other.configId ?? configId, deadline, other.claimHash ?? claimHash],
    ),
    // Nothing else is read of a log.
  } as unknown as MinedLog
}

const sent = { claimHash, to: bob, amount: 25n, configId }
const result = { transferId: 42n, txHash: transactionHash, deadline: new Date(Number(deadline) * 1000), fee: 3n }
const receiptOf = (logs: MinedLog[]) => ({ logs, transactionHash })

describe('readSend', () => {
  const read = (logs: MinedLog[], asked: Parameters<typeof readSend>[2] = sent) =>
    readSend(receiptOf(logs), contract, asked, { from: sender, fee: 3n })

  test('default: the transfer under the claim hash, in whatever case the caller writes', () => {
    expect(read([created()])).toEqual(result)
  })

  test.each<[string, MinedLog[]]>([
    ['no event', []],
    ['of another contract', [created({ address: stranger })]],
    ['under another claim hash, of another sender', [created({ claimHash: toHex(1, { size: 32 }), sender: stranger })]],
  ])('error: %s', (_, logs) => {
    expect(() => read(logs)).toThrow(ClaimHashNotFoundError)
  })

  test.each([
    [{ to: stranger }, ['to']],
    [{ amount: 24n }, ['amount']],
    [{ configId: toHex(1, { size: 32 }) }, ['configId']],
    [{ claimHash: toHex(1, { size: 32 }) }, ['claimHash']],
    [
      { to: stranger, amount: 26n, configId: toHex(1, { size: 32 }), claimHash: toHex(1, { size: 32 }) },
      ['to', 'amount', 'configId', 'claimHash'],
    ],
  ])('error: the wallet has sent another one: %o', (other, differs) => {
    expect.assertions(2)
    try {
      read([created(other)])
    } catch (error) {
      expect(error).toBeInstanceOf(TransferDiffersError)
      expect(error).toMatchObject({ transferId: 42n, txHash: transactionHash, differs })
    }
  })

  test('error: of two transfers that differ, it names the one that differs least', () => {
    const other = created({ transferId: 41n, amount: 1n, to: stranger })
    expect(() => read([other, created({ amount: 24n })])).toThrow(/^Transfer 42 .* it differs in amount\./)
  })

  test('behavior: of two transfers under one claim hash, reads the one that was asked for', () => {
    const other = created({ transferId: 41n, amount: 1n })
    expect(read([other, created()])).toEqual(result)
    expect(read([created(), other])).toEqual(result)
  })
})

describe('readBatch', () => {
  const second = { to: stranger, amount: 7n, claimHash: `0x${'D2'.repeat(32)}`, configId } as const
  const items = [
    { ...sent, fee: 3n },
    { ...second, fee: 0n },
  ]
  const secondLog = (other: Made = {}) => created({ ...second, transferId: 43n, ...other })
  const read = (logs: MinedLog[]) => readBatch(receiptOf(logs), { contract, from: sender, items })

  test('default: one result an item, in their order', () => {
    expect(read([created(), secondLog()])).toEqual([result, { ...result, transferId: 43n, fee: 0n }])
  })

  test('behavior: other events between and after them decide nothing', () => {
    const cancelled = {
      ...created(),
      topics: encodeEventTopics({
        abi: protectedTransferAbi,
        eventName: 'TransferCancelled',
        args: { transferId: 42n, sender },
      }),
      data: encodeAbiParameters([{ type: 'uint256' }], [25n]),
    } as unknown as MinedLog // The shape that the helper above gives a log.
    const logs = [
      created({ sender: stranger, transferId: 1n }),
      created({ address: stranger, transferId: 2n }),
      created(),
      cancelled,
      created({ transferId: 3n }),
      secondLog(),
      secondLog({ transferId: 4n }),
    ]
    expect(read(logs).map(({ transferId }) => transferId)).toEqual([42n, 43n])
  })

  test.each<[string, Made]>([
    ['sender', { sender: stranger }],
    ['contract', { address: stranger }],
  ])('error: an item with another %s was not made', (_, other) => {
    expect(() => read([created(), secondLog(other)])).toThrow(ClaimHashNotFoundError)
  })

  test.each<[string, Made]>([
    ['to', { to: zeroAddress }],
    ['amount', { amount: 8n }],
    ['claimHash', { claimHash }],
    ['configId', { configId: claimHash }],
  ])('error: the wallet has sent another item: %s', (name, other) => {
    expect.assertions(2)
    try {
      read([created(), secondLog(other)])
    } catch (error) {
      expect(error).toBeInstanceOf(TransferDiffersError)
      expect(error).toMatchObject({ transferId: 43n, txHash: transactionHash, differs: [name] })
    }
  })

  test('error: the items in another order, or one too few', () => {
    expect(() => read([secondLog(), created()])).toThrow(ClaimHashNotFoundError)
    expect(() => read([created()])).toThrow(ClaimHashNotFoundError)
    expect(() => read([])).toThrow(ClaimHashNotFoundError)
  })
})
