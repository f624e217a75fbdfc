import type { Address } from 'viem'

/** The ten groups of four characters of an address, each with its place from 0. */
export function groupsOf(address: Address): { at: number; text: string }[] {
  return Array.from({ length: 10 }, (_, at) => ({ at, text: address.slice(2 + 4 * at, 6 + 4 * at) }))
}

/** Two groups of an address, counted from 0. */
export type AskedGroups = readonly [number, number]

/** The groups in the middle, which an imitation does not share and few people look at. */
export const MIDDLE_GROUPS: AskedGroups = [4, 5]

/** The two groups that tell two addresses apart: those in the middle, or the first that differ where these do not. */
export function askedGroupsOf(one: Address, other: Address): AskedGroups {
  const [first = 0, second = first === 9 ? 8 : first + 1] = groupsOf(one)
    .map(({ at }) => at)
    .filter((at) => groupText(one, at) !== groupText(other, at))
  const isMiddleSame = MIDDLE_GROUPS.every((at) => groupText(one, at) === groupText(other, at))
  return isMiddleSame ? [Math.min(first, second), Math.max(first, second)] : MIDDLE_GROUPS
}

/** Whether a person has typed two groups of an address, in any case and with any spaces. */
export function isMiddleOf(address: Address, typed: string, groups = MIDDLE_GROUPS): boolean {
  return typed.replace(/\s/g, '').toLowerCase() === groups.map((at) => groupText(address, at)).join('')
}

function groupText(address: Address, at: number): string {
  return groupsOf(address)[at]?.text.toLowerCase() ?? ''
}
