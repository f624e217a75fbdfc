import type { RiskRuleCode } from '../../errors/risk.js'
import { counterfeitTokenBait } from './counterfeitTokenBait.js'
import { dataUnavailable } from './dataUnavailable.js'
import { dustBait } from './dustBait.js'
import type { Rule } from './facts.js'
import { freshAddress } from './freshAddress.js'
import { knownCounterparty } from './knownCounterparty.js'
import { lookalikeAddress } from './lookalikeAddress.js'
import { newAddress } from './newAddress.js'
import { verifiedRecipient } from './verifiedRecipient.js'
import { zeroValueBait } from './zeroValueBait.js'

/** The firewall: one rule for each code. Reasons of equal severity are reported in this order. */
export const rules: Readonly<Record<RiskRuleCode, Rule>> = {
  LOOKALIKE_ADDRESS: lookalikeAddress,
  ZERO_VALUE_BAIT: zeroValueBait,
  COUNTERFEIT_TOKEN_BAIT: counterfeitTokenBait,
  DUST_BAIT: dustBait,
  VERIFIED_RECIPIENT: verifiedRecipient,
  KNOWN_COUNTERPARTY: knownCounterparty,
  DATA_UNAVAILABLE: dataUnavailable,
  NEW_ADDRESS: newAddress,
  FRESH_ADDRESS: freshAddress,
}
