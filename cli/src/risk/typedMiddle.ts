import type { Address } from 'viem'

/** Where an imitation differs from what it imitates: few people look there unless asked. */
export function middleOf(address: Address): string {
  return address.slice(17, 25)
}

/** An address with dots in place of the digits that a person is to type. */
export function withDots(address: Address): string {
  return `${address.slice(0, 17)}········${address.slice(25)}`
}

/** Whether a person has typed what was expected, in any case and with any spaces. */
export function isTyped(answer: string, expected: string): boolean {
  return normal(answer) === normal(expected)
}

function normal(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}
