import { referenceAmount } from '../grades/thresholds.js'

/** Whether a resemblance to a counterparty can block a stranger. */
export function isStrong(party: { saved: string | undefined; isSettled: boolean; paid: bigint }): boolean {
  return party.saved !== undefined || party.isSettled || party.paid >= referenceAmount
}
