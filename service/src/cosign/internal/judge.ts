import type { CosignRequest, CosignVetoBody } from '@holdfast/sdk/wire'
import { nameOf } from '../../telemetry/nameOf.js'
import { CosignFaultError } from '../CosignErrors.js'
import type { CosignResult } from '../Cosigner.js'
import type { CosignParts } from './CosignParts.js'
import { decide } from './decide.js'
import { chainOf, type Evaluation, startEvaluation } from './Evaluation.js'

/** Decides a request, counts the decision, and records a veto. Signatures and bindings are recorded before they count. */
export async function judge(
  parts: CosignParts,
  request: CosignRequest,
  network?: string | undefined,
): Promise<CosignResult> {
  const evaluation = startEvaluation(parts, request, chainOf(request, parts.chains), network)
  let result: CosignResult
  try {
    result = await decide(parts, evaluation, request)
  } catch (error) {
    recordFailure(error, evaluation, parts)
    throw error
  }
  const [decision, reason] = result.approved ? ['approved', 'none'] : ['vetoed', result.code]
  parts.metrics.count('cosign_decisions_total', { phase: request.phase, decision, reason })
  if (!result.approved) await recordVeto(request, result, evaluation, parts)
  return result
}

/** A veto holds even when its record cannot be written. */
async function recordVeto(
  request: CosignRequest,
  { code, riskReasons }: CosignVetoBody,
  { details }: Evaluation,
  { records, log }: CosignParts,
): Promise<void> {
  try {
    await records.write(request, { kind: 'veto', body: { ...details, riskReasons, code } }, { code })
  } catch (error) {
    log.error('a veto could not be recorded', { error: nameOf(error) })
  }
}

/** Nothing was signed. A fault of the co-signer itself also goes to the audit, since an operator must look into it. */
function recordFailure(error: unknown, { details }: Evaluation, { metrics, tally }: CosignParts): void {
  const { phase, chain } = details
  metrics.count('cosign_decisions_total', { phase: String(phase), decision: 'failed', reason: nameOf(error) })
  if (!(error instanceof CosignFaultError)) return
  tally.note({ kind: 'refuse', sort: { phase, chain, fault: error.shortMessage }, details })
}
