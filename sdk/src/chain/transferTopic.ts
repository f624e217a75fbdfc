import type { Hex } from 'viem'

/** `Transfer(address indexed from, address indexed to, uint256 value)` of ERC-20. */
export const TRANSFER_TOPIC: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
