import { stablecoinDecimals, strongPower } from '../rules/thresholds.js'

/** What a payee must have been paid to be a strong reference, in USDC base units. */
export const oneUsdc = 10n ** BigInt(stablecoinDecimals + strongPower)

/** Whether a resemblance to a counterparty can block a stranger. */
export function isStrong(party: { saved: string | undefined; isSettled: boolean; paid: bigint }): boolean {
  return party.saved !== undefined || party.isSettled || party.paid >= oneUsdc
}
