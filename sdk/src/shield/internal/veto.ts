import { COSIGN_VETOES, type CosignVetoCode } from '../../wire/cosignVetoes.js'
import type { CosignerFault, CosignVeto } from '../coSigner.js'
import { COSIGNER_FAULTS } from '../cosignerFaults.js'

/** A veto with the text of its table. */
export function veto(code: CosignVetoCode | CosignerFault, riskReasons?: readonly string[]): CosignVeto {
  // A code that one table lacks is of the other.
  const reason = code in COSIGN_VETOES ? COSIGN_VETOES[code as CosignVetoCode] : COSIGNER_FAULTS[code as CosignerFault]
  return { approved: false, code, reason, ...(riskReasons && riskReasons.length > 0 && { riskReasons }) }
}
