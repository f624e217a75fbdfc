import type { Hex } from 'viem'

/**
 * The events by which a contract of many tokens (ERC-1155) reports a transfer, as the first topic of a log:
 * `TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)` and
 * `TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)`.
 */
export const multiTokenTopics: readonly Hex[] = [
  '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
]
