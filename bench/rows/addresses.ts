/** Cost of work on addresses: one at a time beside a single hash, and lists of 100,000 beside a plain loop. */
import { randomBytes } from 'node:crypto'
import { craftLookalike, evaluateRisk, findNearMisses, isLookalike } from '@holdfast/sdk/risk'
import { decodeStealthMetadata, encodeStealthMetadata } from '@holdfast/sdk/stealth'
import { bytesToHex, checksumAddress, type Hex } from 'viem'
import { keccak } from '../stealth/curve.js'
import { measureProcessorTime } from './processorTime.js'
import type { RowGroup } from './row.js'

const random = (bytes: number): Hex => bytesToHex(randomBytes(bytes))

export const measureAddresses: RowGroup = async () => {
  const [target, sender] = [checksumAddress(random(20)), random(20)]
  const announced = Array.from({ length: 2_000 }, () => encodeStealthMetadata(random(20), 'rent', 31))
  const payees = Array.from({ length: 100_000 }, () => random(20))
  const plain = {
    sender,
    target,
    counterparties: { counterparties: payees, complete: true },
    activity: { transactionCount: 3, firstSeenAt: new Date(0) },
    zeroValueTransfers: 0,
  }
  const message = randomBytes(40)
  const { craft, decode, hash, evaluate, near, loop } = await measureProcessorTime({
    craft: { times: 2_000, run: () => craftLookalike(target) },
    decode: { times: 2_000, run: (call) => decodeStealthMetadata(announced[call] as Hex) },
    hash: { times: 2_000, run: () => keccak(message) },
    evaluate: { times: 3, run: () => evaluateRisk(plain) },
    near: { times: 3, run: () => findNearMisses(target, payees) },
    loop: { times: 3, run: () => payees.filter((payee) => isLookalike(target, payee)) },
  })
  const oneHash = { name: '@noble/hashes, one keccak256', value: hash * 1e3 }
  const plainLoop = { name: 'plain loop of `isLookalike`', value: loop }
  return [
    {
      what: '`craftLookalike`',
      unit: 'µs',
      baseline: '27',
      goal: 3,
      isProcessorTime: true,
      ours: craft * 1e3,
      peer: oneHash,
    },
    {
      what: '`decodeStealthMetadata`',
      unit: 'µs',
      baseline: '10',
      goal: 3,
      isProcessorTime: true,
      ours: decode * 1e3,
      peer: oneHash,
    },
    {
      what: '`evaluateRisk`, plain list of 100,000',
      unit: 'ms',
      baseline: '17',
      goal: 6,
      isProcessorTime: true,
      ours: evaluate,
      peer: plainLoop,
    },
    {
      what: '`findNearMisses`, plain list of 100,000',
      unit: 'ms',
      baseline: '9.5',
      goal: 3,
      isProcessorTime: true,
      ours: near,
      peer: plainLoop,
    },
  ]
}
