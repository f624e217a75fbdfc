import { judgeBind } from '@holdfast/sdk/shield'
import type {
  CosignAuthorize,
  CosignBind,
  CosignCounterfactual,
  CosignPrecheck,
  CosignRequest,
  CosignVetoCode,
} from '@holdfast/sdk/wire'
import type { CosignResult } from '../Cosigner.js'
import type { CosignParts } from './CosignParts.js'
import { alertIfSigned, checkTarget } from './checkTarget.js'
import type { Evaluation } from './Evaluation.js'
import { findPayer } from './findPayer.js'
import type { BoxState } from './lookAtBox.js'
import { pseudonymOf } from './pseudonymOf.js'
import { readBox } from './readBox.js'
import { recordSignature } from './recordSignature.js'
import { judgeLimits, judgeTerms } from './rules.js'
import { signSpend } from './signSpend.js'
import { trySpend } from './trySpend.js'
import { isVeto, type Veto, veto } from './veto.js'

/** Decides a request: the steps of its phase, in order. The first veto ends the evaluation. */
export async function decide(
  parts: CosignParts,
  evaluation: Evaluation,
  request: CosignRequest,
): Promise<CosignResult> {
  switch (request.phase) {
    case 'precheck':
      return decidePrecheck(evaluation, request, parts)
    case 'authorize':
    case 'counterfactual':
      return decideSpend(evaluation, request, parts)
    case 'bind':
      return decideBind(evaluation, request, parts)
  }
}

async function decidePrecheck(
  evaluation: Evaluation,
  { owner, target, amount }: CosignPrecheck,
  parts: CosignParts,
): Promise<CosignResult> {
  const payer = pseudonymOf(parts, evaluation, owner)
  Object.assign(evaluation.details, { target: target.toLowerCase(), amount, payer })
  const { refusal } = await checkTarget(parts, evaluation, { payer: owner, target })
  return refusal ?? { approved: true }
}

async function decideSpend(
  evaluation: Evaluation,
  request: CosignAuthorize | CosignCounterfactual,
  parts: CosignParts,
): Promise<CosignResult> {
  const reading = await readBox(parts, evaluation, request)
  if (isVeto(reading)) return reading
  const { account, box, isDeployed } = reading
  const { target } = box.policy
  const { amount } = request
  const action = request.phase === 'authorize' ? request.action : 0
  Object.assign(evaluation.details, { amount, action, nonce: box.nonce, isDeployed })

  const foreign = checkTerms(evaluation, box, parts)
  if (foreign) return foreign

  const found = await findPayer(parts, evaluation, request, reading)
  if (isVeto(found)) return found

  const breach = judgeLimits({ amount, action }, box, reading.time)
  if (breach) return veto(breach)

  const { refusal, isBlocked } = await checkTarget(parts, evaluation, { ...found, target })
  if (isBlocked) await alertIfSigned(parts, evaluation, reading)
  if (refusal) return refusal

  if (isDeployed && (box.balance === undefined || box.balance < amount)) return veto('not_funded')

  const signed = await signSpend(parts, evaluation, { account, target, amount, nonce: box.nonce, action }, box.digest)
  const failure = await trySpend(parts, evaluation, { amount, action, signature: signed.signature }, reading)
  if (failure) return failure

  return { approved: true, signature: await recordSignature(parts, evaluation, request, signed, box.policy.expiry) }
}

async function decideBind(evaluation: Evaluation, request: CosignBind, parts: CosignParts): Promise<CosignResult> {
  const { chain, details } = evaluation
  const { account, payer, until, accept } = request
  const reading = await readBox(parts, evaluation, request)
  if (isVeto(reading)) return reading
  const { ownerHash, policy } = reading.box

  const foreign = checkTerms(evaluation, reading.box, parts)
  if (foreign) return foreign

  const standing = await parts.bindings.find(chain.id, account)
  const { mode, expiry } = policy
  const judgement = judgeBind(request, { ownerHash, mode, expiry, nowMs: parts.now(), standing })
  // The SDK types the codes of a veto as texts; those of `judgeBind` are codes of the wire.
  if (!judgement.accepted) return veto(judgement.veto.code as CosignVetoCode)
  if (!(await parts.bindings.keep(chain.id, account, judgement.binding))) return veto('owner_not_bound')

  details.payer = pseudonymOf(parts, evaluation, payer)
  if (accept !== undefined) details.accept = pseudonymOf(parts, evaluation, accept)
  await parts.records.write(request, { kind: 'config', body: { ...details, until } }, {})
  return { approved: true }
}

function checkTerms({ chain }: Evaluation, box: BoxState, { signer, tokens }: CosignParts): Veto | undefined {
  const code = judgeTerms(box, { cosigner: signer.address, tokens: tokens.get(chain.id) ?? [] })
  return code && veto(code)
}
