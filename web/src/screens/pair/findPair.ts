import type { LookalikeSide } from '@holdfast/sdk/errors'
import type { RiskReport } from '@holdfast/sdk/risk'
import { type Address, isAddressEqual } from 'viem'

/** Two addresses that only a person can tell apart, with what is recorded about each where it could be read. */
export type Pair = { one: LookalikeSide | undefined; other: LookalikeSide | undefined; isComplete: boolean }

/** Finds in the report of one of two addresses that the other is as well known, and looks the same. */
export function findPair(report: RiskReport | undefined, one: Address, other: Address): Pair | undefined {
  const reason = report?.reasons.find(
    ({ undecided, lookalikeOf }) =>
      undecided === true &&
      lookalikeOf !== undefined &&
      [one, other].some((side) => isAddressEqual(side, lookalikeOf) && !isAddressEqual(side, report.target)),
  )
  if (report === undefined || reason === undefined) return undefined
  const sideOf = (address: Address) => reason.sides?.find((side) => isAddressEqual(side.address, address))
  return { one: sideOf(one), other: sideOf(other), isComplete: report.complete }
}
