import type { Address } from 'viem'

/**
 * Whether a payment went to one of one's own boxes, so that a history can say so.
 *
 * @param boxes - In any case.
 * @example
 * isBoxFunding(entry.counterparty, myBoxes) // true: show it as "moved into a box"
 */
export function isBoxFunding(recipient: Address, boxes: readonly Address[]): boolean {
  const sought = recipient.toLowerCase()
  return boxes.some((box) => box.toLowerCase() === sought)
}
