import type { RiskReason } from '../../errors/risk.js'
import type { Facts, Finding } from './facts.js'

/**
 * The target is exactly an address that the sender has paid, saved or owns. A good sign, which lifts no bad one.
 *
 * With a history, a payment is a good sign only where no rule counts against the target: of the thefts on Ethereum 10.7 %
 * were repeated payments to the same impostor (Tsuchiya et al., arXiv:2501.16681).
 */
export function knownCounterparty(facts: Facts, found: readonly RiskReason[]): Finding | undefined {
  const { party, isPaid, hasHistory } = facts
  const isOpposed = hasHistory && found.some(({ severity }) => severity !== 'safe')
  if (!party.saved && (!isPaid || isOpposed)) return undefined
  return {
    severity: 'safe',
    message: isPaid ? 'You have paid exactly this address before.' : 'This is exactly an address you saved or own.',
  }
}
