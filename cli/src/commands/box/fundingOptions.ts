import type { Option } from '../../command/Option.js'
import { firewallOptions } from '../../risk/firewallOptions.js'

/** Options of a command that calls `planFunding`. */
export const fundingOptions = [
  { flags: '--target <address>', describes: 'refuse a box that pays another address' },
  { flags: '--cosigner <address>', describes: 'its co-signer, where it is not that of the service' },
  ...firewallOptions,
] as const satisfies readonly Option[]

/** Fields of their `result`. */
export const FUNDING_RESULT: Readonly<Record<string, string>> = {
  box: 'address',
  amount: 'base units that went in',
  from: '`wallet`, `vault` or `hub`',
  txHash: 'of the transaction; null out of the Hub',
  transferId: 'id of the spend from the Hub; else null',
  payer: 'the wallet whose money it was',
  target: 'the only address that the box pays',
  chainId: 'number',
  firewall: '`safe`, `warning` or `block` (which was acknowledged)',
}
