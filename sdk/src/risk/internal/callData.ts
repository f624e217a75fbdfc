import type { TransactionRow } from './findings.js'
import { readParty } from './rows.js'

/** `transfer(address,uint256)` of ERC-20. */
const transferSelector = '0xa9059cbb'

/** How many bytes of call data there are; `undefined` where the field holds none. */
export function countDataBytes(input: unknown): number | undefined {
  return typeof input === 'string' && /^0x([0-9a-f]{2})*$/i.test(input) ? input.length / 2 - 1 : undefined
}

/** Reads call data that begins like an ERC-20 transfer; `undefined` for any other. */
export function readTransferCall(input: unknown): TransactionRow['transfer'] {
  if (typeof input !== 'string' || !/^0xa9059cbb0{24}[0-9a-f]{104}/i.test(input)) return undefined
  const to = readParty(`0x${input.slice(transferSelector.length + 24, transferSelector.length + 64)}`, 'input')
  return { to, value: BigInt(`0x${input.slice(transferSelector.length + 64, transferSelector.length + 128)}`) }
}
