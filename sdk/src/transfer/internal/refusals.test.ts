import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, encodeErrorResult, type Hex, maxUint256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidInputError } from '../../errors/input.js'
import { CallRefusedError } from '../../errors/transaction.js'
import { BatchItemFailedError, ClaimRecipientMismatchError } from '../../errors/transfer.js'
import { encodeReclaimBatch } from '../encodeReclaimBatch.js'
import { assertBatchSize, batchRefusal, eachItem } from './batch.js'
import { assertRecipient, assertTransferId, transferRefusal } from './contract.js'
import { claimCallArgs, keyRefusal } from './keyClaim.js'

const bob: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const almostBob: Address = '0x8617e340b3d01fa5f11f306f4090fd500000070d'
const stranger: Address = '0x52908400098527886E0F7030069857D2E4169EE7'
const named = (errorName: string, errorArgs: readonly unknown[] = []) => ({ errorName, errorArgs, data: undefined })

describe('transferRefusal', () => {
  const refusal = (errorName: string, errorArgs?: readonly unknown[]) =>
    transferRefusal(42n)(named(errorName, errorArgs))

  test.each([
    ['UnknownTransfer', 'unknown'],
    ['TransferSettled', 'not_pending'],
    ['DeadlinePassed', 'expired'],
    ['DeadlineNotPassed', 'not_expired'],
    ['NotSender', 'not_sender'],
    ['WrongClaimMode', 'wrong_claim_mode'],
    ['RecipientRecorded', 'not_open'],
  ])('%s: the transfer is %s', (errorName, reason) => {
    expect(refusal(errorName)).toMatchObject({ name: 'TransferUnavailableError', transferId: 42n, reason })
  })

  test.each([
    ['ClaimLocked', 'TransferLockedError'],
    ['ReleaseRequired', 'ReleaseRequiredError'],
  ])('%s names the transfer', (errorName, name) => {
    expect(refusal(errorName)).toMatchObject({ name, transferId: 42n })
  })

  test('OtherRecipient: who is recorded, who was expected, and whether they look alike', () => {
    const mismatch = { name: 'ClaimRecipientMismatchError', transferId: 42n, expected: bob }
    expect(refusal('OtherRecipient', [42n, bob, stranger])).toMatchObject({
      ...mismatch,
      recorded: stranger,
      isLookalike: false,
    })
    expect(refusal('OtherRecipient', [42n, bob, almostBob])).toMatchObject({
      ...mismatch,
      recorded: almostBob,
      isLookalike: true,
    })
  })

  test.each([
    ['ZeroRecipient', 'cannot be paid by this transfer'],
    ['SelfTransfer', 'is that of the sender'],
    ['ForbiddenRecipient', 'cannot be paid by this transfer'],
  ])('%s names the recipient, and what is wrong with it', (errorName, why) => {
    expect(refusal(errorName, [bob])?.message).toMatch(new RegExp(`recipient.*${bob}.*${why}\\.`, 's'))
    expect(refusal(errorName)?.message).toContain(`0x${'0'.repeat(40)}`)
  })

  test.each([
    ['InvalidClaimKey', [], 'claimHash', /address of a claim key/],
    ['SameClaimHash', [], 'newClaimHash', /another claim hash/],
    ['InvalidBatchSize', [101n, 100n], 'items', /batch of 101 items is not one of 1 to 100/],
  ])('%s blames the argument', (errorName, args, parameter, text) => {
    expect(refusal(errorName, args)).toMatchObject({ name: 'InvalidInputError', parameter })
    expect(refusal(errorName, args)?.message).toMatch(text)
  })

  test('UnknownConfig names the terms', () => {
    expect(refusal('UnknownConfig', ['0x12'])).toMatchObject({ name: 'UnknownConfigError', configId: '0x12' })
  })

  test('anything else stays as the contract says it', () => {
    expect(refusal('TokenCallFailed')).toBeUndefined()
    expect(refusal('InvalidSignature')).toBeUndefined()
  })

  test('keyRefusal: a bad signature is that of the claim key', () => {
    const refused = keyRefusal(42n)
    expect(refused(named('InvalidSignature'))).toMatchObject({ name: 'ClaimKeyInvalidError', transferId: 42n })
    expect(refused(named('NotSender'))).toMatchObject({ reason: 'not_sender', transferId: 42n })
  })
})

describe('batchRefusal', () => {
  const failed = (index: bigint, reason: Hex) => named('BatchItemFailed', [index, reason])
  const reason = (errorName: 'UnknownConfig' | 'NotSender', args: readonly unknown[]) =>
    encodeErrorResult({ abi: protectedTransferAbi, errorName, args } as Parameters<typeof encodeErrorResult>[0])

  test('names the item, and its refusal as that of a single transfer', () => {
    const configId: Hex = `0x${'cf'.repeat(32)}`
    const error = batchRefusal('sending')(failed(2n, reason('UnknownConfig', [configId])))
    expect(error).toBeInstanceOf(BatchItemFailedError)
    expect(error).toMatchObject({ index: 2, cause: { name: 'UnknownConfigError', configId } })
  })

  test('the caller may name refusals of each item', () => {
    const refused = batchRefusal('claiming', (index) => transferRefusal(BigInt(40 + index)))
    const error = refused(failed(3n, reason('NotSender', [43n, bob, stranger])))
    expect(error).toMatchObject({ index: 3, cause: { reason: 'not_sender', transferId: 43n } })
  })

  test('a reason that it does not know is a refused call', () => {
    const error = batchRefusal('sending the batch')(failed(0n, '0x12345678'))
    expect(error).toMatchObject({ index: 0 })
    expect(error?.cause).toBeInstanceOf(CallRefusedError)
    expect(String(error?.cause)).toContain('sending the batch')
  })

  test('a refusal of the whole batch names no item', () => {
    expect(batchRefusal('sending')(named('InvalidBatchSize', [0n, 100n]))).toMatchObject({ parameter: 'items' })
    expect(batchRefusal('sending')(named('TokenCallFailed'))).toBeUndefined()
  })
})

describe('arguments', () => {
  test('assertBatchSize: 1 to 100 items', () => {
    const sized = (length: number) => () => assertBatchSize('items', Array.from({ length }))
    expect(sized(1)).not.toThrow()
    expect(sized(100)).not.toThrow()
    for (const length of [0, 101])
      expect(sized(length)).toThrow(expect.objectContaining({ parameter: 'items', name: 'InvalidInputError' }))
    expect(sized(101)).toThrow('A batch of 101 items is not one of 1 to 100.')
    expect(() => assertBatchSize('items', undefined as never)).toThrow(InvalidInputError)
    expect(() => assertBatchSize('items', { length: 2 } as never)).toThrow(InvalidInputError)
  })

  test('eachItem: in order, and a failure names its item', () => {
    expect(eachItem([1, 2], (item) => item * 2)).toEqual([2, 4])
    const cause = new Error('bad')
    const fails = () =>
      eachItem([1, 2, 3], (item) => {
        if (item === 3) throw cause
      })
    expect(fails).toThrow(expect.objectContaining({ name: 'BatchItemFailedError', index: 2, cause }))
  })

  test('assertTransferId: bigints of the contract, from 1', () => {
    for (const id of [1n, maxUint256]) expect(() => assertTransferId(id)).not.toThrow()
    for (const id of [0n, -1n, maxUint256 + 1n, 42 as never, undefined as never])
      expect(() => assertTransferId(id)).toThrow(`"${id}" is not a transfer id: they are bigints from 1n.`)
  })

  test('assertRecipient: equal in any case', () => {
    expect(() => assertRecipient(42n, bob, bob.toLowerCase() as Address)).not.toThrow()
    expect(() => assertRecipient(42n, bob.toLowerCase() as Address, bob)).not.toThrow()
    expect(() => assertRecipient(42n, almostBob, bob)).toThrow(ClaimRecipientMismatchError)
    expect(() => assertRecipient(42n, stranger, bob)).toThrow(
      expect.objectContaining({ transferId: 42n, recorded: stranger, expected: bob, isLookalike: false }),
    )
  })

  test('claimCallArgs: the id, the recipient and 65 bytes', () => {
    const signature: Hex = `0x${'11'.repeat(65)}`
    const claim = { transferId: 42n, recipient: bob, signature }
    expect(claimCallArgs({ ...claim, recipient: bob.toLowerCase() as Address })).toEqual([42n, bob, signature])
    const refused = (other: Partial<typeof claim>) =>
      expect(() => claimCallArgs({ ...claim, ...other })).toThrow(InvalidInputError)
    refused({ transferId: 0n })
    refused({ signature: `0x${'11'.repeat(64)}` })
    refused({ signature: `0x${'11'.repeat(66)}` })
    refused({ signature: 'z'.repeat(132) as Hex })
    expect(() => claimCallArgs({ ...claim, recipient: `0x${'0'.repeat(40)}` })).toThrow('zero address')
  })

  test('encodeReclaimBatch: 1 to 50 ids, and gas for each return and one more', () => {
    const ids = (length: number) => Array.from({ length }, (_, index) => BigInt(index + 1))
    expect(encodeReclaimBatch(ids(1)).minGas).toBe(500_000n)
    expect(encodeReclaimBatch(ids(50)).minGas).toBe(12_750_000n)
    expect(() => encodeReclaimBatch([])).toThrow('A batch holds 1 to 50 transfers, not 0.')
    expect(() => encodeReclaimBatch(ids(51))).toThrow(expect.objectContaining({ parameter: 'transferIds' }))
    expect(() => encodeReclaimBatch([1n, 0n])).toThrow(expect.objectContaining({ parameter: 'transferId' }))
  })
})
