import type { CheckOptions } from '@holdfast/sdk/risk'
import type { Holdfast } from './createHoldfast.js'

/** What an application knows of the people it pays, for a check. */
export async function checkingOf({ contacts, payerChains }: Holdfast): Promise<CheckOptions> {
  return { ...(await contacts()), payerChains }
}
