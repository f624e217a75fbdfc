import { referenceAmount } from '../grades/thresholds.js'

/** Whether a resemblance to this counterparty can block a payment to an unknown address. */
export function isStrong(party: { saved: string | undefined; isSettled: boolean; paid: bigint }): boolean {
  return party.saved !== undefined || party.isSettled || party.paid >= referenceAmount
}
