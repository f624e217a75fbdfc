import type { Hex } from 'viem'

/** `Transfer(address indexed from, address indexed to, uint256 value)` of ERC-20. */
export const transferTopic: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Data of a transfer of nothing: the amount, one word. */
export const nothing = `0x${'0'.repeat(64)}`
