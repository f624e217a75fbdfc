import { padHex, zeroHash } from 'viem'
import { describe, expect, test } from 'vitest'
import { readInternal, readTransaction, readTransfer } from './blockscout/historyItems.js'
import { readInternalRow, readTransactionRow, readTransferRow } from './legacy/accountRows.js'
import { readLog } from './legacy/readLog.js'

/** Rows of both flavours of explorer API: a malformed field ends the answer, by a message that names the field. */

const sender = '0x52908400098527886e0f7030069857d2e4169ee7'
const payee = '0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91'
const usdc = '0x036cbd53842c5426634e7929541ec2318f3dcf7e'
const seconds = 1_790_000_000
const timestamp = new Date(seconds * 1_000)

const blockscout = { block_number: 7, timestamp: timestamp.toISOString(), from: { hash: sender }, to: { hash: payee } }
const etherscan = { blockNumber: '7', timeStamp: `${seconds}`, from: sender, to: payee, hash: zeroHash, value: '5' }
const moved = { from: sender, to: payee, value: 5n, blockNumber: 7n, timestamp }
const movement = { ...moved, signer: null, transactionHash: zeroHash }
const call = { ...moved, hash: zeroHash, isSettled: true, dataBytes: 0, transfer: undefined, nonce: 3 }

type Case = {
  read: (row: unknown) => unknown
  row: Record<string, unknown>
  result: object
  /** Names of the fields in messages, by the field of the row that holds them. */
  named: Readonly<Record<string, string>>
}

const parties = { from: 'from', to: 'to' }
const blockscoutPlace = { ...parties, block_number: 'block_number', timestamp: 'timestamp' }
const etherscanPlace = {
  ...parties,
  blockNumber: 'blockNumber',
  timeStamp: 'timeStamp',
  hash: 'hash',
  value: 'value',
}
const cases: Readonly<Record<string, Case>> = {
  'Blockscout, token transfer': {
    read: readTransfer,
    row: {
      ...blockscout,
      transaction_hash: zeroHash,
      log_index: 2,
      token: { address_hash: usdc, type: 'ERC-20' },
      total: { value: '5', decimals: '6' },
    },
    result: { ...movement, token: usdc, decimals: 6, logIndex: 2 },
    named: {
      ...blockscoutPlace,
      transaction_hash: 'transaction_hash',
      log_index: 'log_index',
      token: 'token',
      total: 'total',
    },
  },
  'Blockscout, transaction': {
    read: readTransaction,
    row: { ...blockscout, hash: zeroHash, status: 'ok', nonce: 3, value: '5', raw_input: '0x' },
    result: { ...call, indexedTo: undefined },
    named: { ...blockscoutPlace, hash: 'hash', nonce: 'nonce', value: 'value' },
  },
  'Blockscout, internal transaction': {
    read: readInternal,
    row: { ...blockscout, transaction_hash: zeroHash, success: true, value: '5' },
    result: { ...movement, token: null, decimals: 18, logIndex: -1 },
    named: { ...blockscoutPlace, transaction_hash: 'transaction_hash', value: 'value' },
  },
  'Etherscan, token transfer': {
    read: readTransferRow,
    row: { ...etherscan, contractAddress: usdc, tokenDecimal: '6', logIndex: '2' },
    result: { ...movement, token: usdc, decimals: 6, logIndex: 2 },
    named: { ...etherscanPlace, contractAddress: 'contractAddress', tokenDecimal: 'decimals', logIndex: 'logIndex' },
  },
  'Etherscan, transaction': {
    read: readTransactionRow,
    row: { ...etherscan, isError: '0', nonce: '3', input: '0x', confirmations: '4' },
    result: { ...call, indexedTo: 10n },
    named: { ...etherscanPlace, nonce: 'nonce' },
  },
  'Etherscan, internal transaction': {
    read: readInternalRow,
    row: { ...etherscan, isError: '0' },
    result: { ...movement, token: null, decimals: 18, logIndex: -1 },
    named: etherscanPlace,
  },
  'Etherscan, log': {
    read: readLog,
    row: {
      address: usdc,
      topics: [zeroHash, null],
      data: '0x05',
      blockNumber: '0x7',
      logIndex: '0x',
      timeStamp: `0x${seconds.toString(16)}`,
      transactionHash: zeroHash,
    },
    result: { blockNumber: 7n, logIndex: 0, timestamp, data: '0x05', topics: [zeroHash, null], key: '7:0' },
    named: {
      address: 'log address',
      topics: 'topics',
      data: 'data',
      blockNumber: 'blockNumber',
      logIndex: 'logIndex',
      timeStamp: 'timeStamp',
    },
  },
}

describe.each(Object.entries(cases))('%s', (_, { read, row, result, named }) => {
  test('default', () => {
    expect(read(row)).toMatchObject(result)
  })

  test.each(Object.entries(named))('error: a malformed %s is named', (field, name) => {
    expect(() => read({ ...row, [field]: 'x' })).toThrow(`The explorer's ${name} is malformed: "x"`)
  })

  test('error: no object', () => {
    for (const none of [null, [row], 'x']) expect(() => read(none)).toThrow(/^The explorer's [\w ]+ is malformed/)
  })
})

test('error: a malformed part inside a field is named', () => {
  const { row } = cases['Blockscout, token transfer'] as Case
  const read = (change: object) => () => readTransfer({ ...row, ...change })
  expect(read({ from: { hash: 'x' } })).toThrow(`The explorer's from is malformed: "x"`)
  expect(read({ to: { hash: null } })).toThrow(`The explorer's to is malformed: null`)
  expect(read({ token: { address: 'x' } })).toThrow(`The explorer's token is malformed: "x"`)
  expect(read({ total: { value: '-5' } })).toThrow(`The explorer's total.value is malformed: "-5"`)
  expect(read({ total: { value: '5', decimals: '256' } })).toThrow(`The explorer's decimals is malformed: "256"`)
  const internal = { ...cases['Blockscout, internal transaction']?.row, to: { hash: 'x' } }
  expect(() => readInternal(internal)).toThrow(`The explorer's to is malformed: "x"`)
  const log = { ...cases['Etherscan, log']?.row, topics: [padHex('0x1'), 5] }
  expect(() => readLog(log)).toThrow(`The explorer's topic is malformed: 5`)
})

test('nothing moved: calls that failed, created a contract or paid nothing', () => {
  const { row: blockscoutRow } = cases['Blockscout, internal transaction'] as Case
  for (const change of [{ value: '0' }, { success: false }, { to: null }])
    expect(readInternal({ ...blockscoutRow, ...change })).toBeUndefined()
  const { row } = cases['Etherscan, internal transaction'] as Case
  for (const change of [{ isError: '1' }, { to: '' }, { to: null }])
    expect(readInternalRow({ ...row, ...change })).toMatchObject({ to: sender, value: 0n })
})

test('a contract that a transaction creates has no recipient, and one that is not mined is left out', () => {
  expect(readTransaction({ ...cases['Blockscout, transaction']?.row, to: null })).toMatchObject({ to: null })
  expect(readTransaction({ ...cases['Blockscout, transaction']?.row, block_number: null })).toBeUndefined()
  for (const to of ['', null])
    expect(readTransactionRow({ ...cases['Etherscan, transaction']?.row, to })).toMatchObject({ to: null })
})

test('fields that hosts leave out', () => {
  const { row } = cases['Etherscan, transaction'] as Case
  expect(readTransactionRow({ ...row, nonce: undefined, confirmations: '0' })).toMatchObject({
    nonce: undefined,
    indexedTo: undefined,
  })
  const transfer = cases['Etherscan, token transfer'] as Case
  expect(readTransferRow({ ...transfer.row, logIndex: undefined, tokenDecimal: '' })).toMatchObject({
    logIndex: -1,
    decimals: 18,
  })
  const whole = { ...cases['Blockscout, token transfer']?.row, token: { address: usdc }, token_type: 'ERC-721' }
  expect(readTransfer({ ...whole, timestamp: null })).toMatchObject({
    token: usdc,
    value: 1n,
    decimals: 0,
    kind: 'nft',
    timestamp: null,
  })
})
