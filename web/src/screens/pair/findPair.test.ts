import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { bob, carol, impostor, reports } from '../../gallery/fixtures.js'
import { findPair } from './findPair.js'

const side = (address: Address) => ({
  address,
  saved: undefined,
  isSettled: true,
  payments: 2,
  paid: 75_000_000n,
  income: 0n,
  firstPaidAt: null,
  baits: 0,
})
const [reason] = reports.undecided.reasons
if (reason === undefined) throw new Error('The report has no reason.')
const known = { ...reports.undecided, reasons: [{ ...reason, sides: [side(bob), side(impostor)] as const }] }

test('default: what is known of each, in the order that was asked for', () => {
  expect(findPair(known, impostor, bob)).toEqual({ one: side(impostor), other: side(bob), isComplete: true })
  expect(findPair(known, bob, impostor)).toEqual({ one: side(bob), other: side(impostor), isComplete: true })
})

test('behavior: sides that could not be read, and a report that is not complete', () => {
  const report = { ...reports.undecided, complete: false }
  expect(findPair(report, impostor, bob)).toEqual({ one: undefined, other: undefined, isComplete: false })
})

test.each([
  ['there is no report', undefined, impostor, bob],
  ['one is known as the imitation', reports.lookalike, impostor, bob],
  ['nothing was found', reports.known, bob, carol],
  ['the other address is not of the pair', known, impostor, carol],
  ['it is the address itself', known, impostor, impostor],
] as const)('behavior: no pair where %s', (_, report, one, other) => {
  expect(findPair(report, one, other)).toBeUndefined()
})
