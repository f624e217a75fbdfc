import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { bytesToHex, concat, type Hex, numberToHex, size } from 'viem'
import { expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { decodeBridgeMessage } from './decodeBridgeMessage.js'

const u32 = fc.nat(2 ** 32 - 1)
const word = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => bytesToHex(bytes))
const u256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

test('property: every field comes back from its place', () => {
  const fields = fc.record({
    sourceDomain: u32,
    destinationDomain: u32,
    nonce: word,
    sender: word,
    destinationCaller: word,
    minFinalityThreshold: u32,
    finalityThresholdExecuted: u32,
    burnToken: word,
    mintRecipient: word,
    amount: u256,
    messageSender: word,
    maxFee: u256,
    feeExecuted: u256,
    expirationBlock: u256,
    hookData: fc.uint8Array({ maxLength: 64 }).map((bytes) => bytesToHex(bytes)),
  })
  const four = (value: number) => numberToHex(value, { size: 4 })
  const wide = (value: bigint) => numberToHex(value, { size: 32 })
  fc.assert(
    fc.property(fields, word, (message, recipient) => {
      const { sourceDomain, destinationDomain, nonce, sender, destinationCaller, burnToken, mintRecipient } = message
      const bytes = concat([
        ...[four(1), four(sourceDomain), four(destinationDomain), nonce, sender, recipient, destinationCaller],
        ...[four(message.minFinalityThreshold), four(message.finalityThresholdExecuted), four(1)],
        ...[burnToken, mintRecipient, wide(message.amount), message.messageSender, wide(message.maxFee)],
        ...[wide(message.feeExecuted), wide(message.expirationBlock), message.hookData],
      ])
      expect(decodeBridgeMessage(bytes)).toEqual(message)
    }),
    runs(100),
  )
})

test('property: any other bytes are refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
      const message = bytesToHex(bytes)
      try {
        expect(size(decodeBridgeMessage(message).nonce)).toBe(32)
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidInputError)
      }
    }),
    runs(100),
  )
  expect(() => decodeBridgeMessage('0x0' as Hex)).toThrow(InvalidInputError)
})
