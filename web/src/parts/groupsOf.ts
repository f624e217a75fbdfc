import type { Address } from 'viem'

/** The ten groups of four characters of an address, each with its place from 0. */
export function groupsOf(address: Address): { at: number; text: string }[] {
  return Array.from({ length: 10 }, (_, at) => ({ at, text: address.slice(2 + 4 * at, 6 + 4 * at) }))
}

/** The groups in the middle, which an imitation does not share and few people look at. */
export const MIDDLE_GROUPS: readonly [number, number] = [4, 5]

/** Whether a person has typed the two middle groups, in any case and with any spaces. */
export function isMiddleOf(address: Address, typed: string): boolean {
  const [first, second] = MIDDLE_GROUPS.map((at) => groupsOf(address)[at]?.text ?? '')
  return typed.replace(/\s/g, '').toLowerCase() === `${first}${second}`.toLowerCase()
}
