import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, encodeAbiParameters, encodeEventTopics, type Hex, type Log } from 'viem'
import { describe, expect, test } from 'vitest'
import { ClaimOutcomeUnknownError, TransferLockedError, WrongClaimCodeError } from '../errors/transfer.js'
import { interpretClaimReceipt } from './interpretClaimReceipt.js'

const contract: Address = '0x00000000000000000000000000000000000000c0'
const stranger: Address = '0x00000000000000000000000000000000000000bb'
const txHash: Hex = `0x${'ab'.repeat(32)}`

test('default: the claim that paid', () => {
  expect(interpretClaimReceipt([claimed(42n)], contract, 42n, txHash)).toBe(txHash)
})

test('error: a wrong code, with the attempts that are left', () => {
  try {
    interpretClaimReceipt([failed(42n, 3)], contract, 42n, txHash)
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(WrongClaimCodeError)
    expect(error).toMatchObject({ transferId: 42n, attemptsRemaining: 2, txHash })
  }
})

test('error: a wrong code, with a later event of the same transfer', () => {
  const logs = [failed(42n, 1), rekeyed(42n)]
  expect(() => interpretClaimReceipt(logs, contract, 42n, txHash)).toThrow(WrongClaimCodeError)
})

test('error: the fifth wrong code locks', () => {
  expect(() => interpretClaimReceipt([failed(42n, 5), locked(42n)], contract, 42n, txHash)).toThrow(TransferLockedError)
})

describe('behavior: planted events decide nothing', () => {
  test.each([
    ['no event at all', []],
    ['of another contract', [claimed(42n, stranger)]],
    ['of another transfer', [claimed(43n)]],
    ['of another transfer whose id ends alike', [claimed(42n + 2n ** 64n)]],
    ['with a forged topic count', [{ ...claimed(42n), topics: claimed(42n).topics.slice(0, 2) } as Log]],
    ['with cut data', [{ ...claimed(42n), data: '0x' } as Log]],
  ])('%s', (_, logs) => {
    expect(() => interpretClaimReceipt(logs, contract, 42n, txHash)).toThrow(ClaimOutcomeUnknownError)
  })

  test('beside the real outcome', () => {
    const logs = [claimed(42n, stranger), claimed(41n), failed(42n, 1), locked(43n)]
    expect(() => interpretClaimReceipt(logs, contract, 42n, txHash)).toThrow(WrongClaimCodeError)
  })
})

function claimed(transferId: bigint, address = contract): Log {
  return log(
    address,
    encodeEventTopics({ abi: protectedTransferAbi, eventName: 'TransferClaimed', args: { transferId, to: stranger } }),
    encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }, { type: 'uint256' }], [stranger, 10n, 0n]),
  )
}

function failed(transferId: bigint, attempts: number): Log {
  return log(
    contract,
    encodeEventTopics({ abi: protectedTransferAbi, eventName: 'ClaimAttemptFailed', args: { transferId } }),
    encodeAbiParameters([{ type: 'address' }, { type: 'uint8' }], [stranger, attempts]),
  )
}

function rekeyed(transferId: bigint): Log {
  return log(
    contract,
    encodeEventTopics({ abi: protectedTransferAbi, eventName: 'TransferRekeyed', args: { transferId } }),
    encodeAbiParameters([{ type: 'bytes32' }], [txHash]),
  )
}

function locked(transferId: bigint): Log {
  return log(
    contract,
    encodeEventTopics({ abi: protectedTransferAbi, eventName: 'TransferLocked', args: { transferId } }),
    '0x',
  )
}

function log(address: Address, topics: readonly unknown[], data: Hex): Log {
  return {
    address,
    topics: topics as [Hex, ...Hex[]],
    data,
    blockHash: txHash,
    blockNumber: 1n,
    logIndex: 0,
    removed: false,
    transactionHash: txHash,
    transactionIndex: 0,
  }
}
