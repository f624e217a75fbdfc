import type { CosignAuthorize, CosignBind, CosignCounterfactual } from '@holdfast/sdk/wire'
import type { Address } from 'viem'
import type { CanonicalObject } from '../../audit/canonicalJson.js'
import { nameOf } from '../../telemetry/nameOf.js'
import type { CosignParts } from './CosignParts.js'
import { creationOf, termsOf } from './creation.js'
import type { Evaluation } from './Evaluation.js'
import { type BoxLook, type BoxState, type Creation, isSame, lookAtBox } from './lookAtBox.js'
import { type Veto, veto } from './veto.js'
import { withTimeout } from './withTimeout.js'

/** The box that a request is about, as of one block. */
export type BoxReading = {
  account: Address
  block: bigint
  /** Of the block, Unix seconds. */
  time: bigint
  /** For a box that is not deployed yet: what the factory would deploy. */
  box: BoxState
  isDeployed: boolean
}

/** Reads the box that a request is about, in one request to the chain. */
export async function readBox(
  parts: CosignParts,
  evaluation: Evaluation,
  request: CosignAuthorize | CosignCounterfactual | CosignBind,
): Promise<BoxReading | Veto> {
  const reading = await readBoxOf(evaluation, request, parts)
  if ('box' in reading) evaluation.details.policy = policyDetails(reading.box)
  return reading
}

function readBoxOf(
  evaluation: Evaluation,
  request: CosignAuthorize | CosignCounterfactual | CosignBind,
  parts: CosignParts,
): Promise<BoxReading | Veto> {
  switch (request.phase) {
    case 'authorize':
      return readDeployedBox(evaluation, request, parts)
    case 'counterfactual':
      return readPredictedBox(evaluation, request, parts)
    case 'bind':
      evaluation.details.account = request.account.toLowerCase()
      return readDeployedBox(evaluation, { account: request.account, amount: 0n, action: 1 }, parts)
  }
}

async function readDeployedBox(
  evaluation: Evaluation,
  { account, amount, action }: { account: Address; amount: bigint; action: 0 | 1 },
  parts: CosignParts,
): Promise<BoxReading | Veto> {
  const { chain, details, left } = evaluation
  // Starts now: the other endpoints are asked while this one is read.
  const isConfirmed = parts.confirm(chain, account, left(parts.timing.readMs))
  const look = await tryLook(evaluation, account, { amount, action }, undefined, parts)
  if (look === undefined) return veto('simulation_unavailable')
  const { block, time, box } = look
  Object.assign(details, { block, account: account.toLowerCase() })
  if (box === undefined) return veto('unknown_account')
  if (!(await isConfirmed(box))) return veto('simulation_unavailable')
  return { account, block, time, box, isDeployed: true }
}

async function readPredictedBox(
  evaluation: Evaluation,
  request: CosignCounterfactual,
  parts: CosignParts,
): Promise<BoxReading | Veto> {
  const { chain, details } = evaluation
  const { box: account, amount } = request
  details.account = account.toLowerCase()
  const creation = creationOf(chain, request)
  if (creation === undefined) return veto('unknown_account')
  const look = await tryLook(evaluation, account, { amount, action: 0 }, creation, parts)
  if (look === undefined) return veto('simulation_unavailable')
  const { block, time, isDeployed } = look
  details.block = block
  // Any caller may have deployed it already; it is then judged as it is on the chain.
  const box = isDeployed ? look.box : look.created
  if (box === undefined) return veto('unknown_account')
  // The address commits to the terms, so a box with other terms there cannot exist: a node reports something false.
  if (!isSame(box, termsOf(creation))) return veto(isDeployed ? 'simulation_unavailable' : 'unknown_account')
  return { account, block, time, box, isDeployed }
}

/** @returns `undefined` when the node did not answer, or its answer contradicts itself. */
async function tryLook(
  { chain, left }: Evaluation,
  account: Address,
  spend: { amount: bigint; action: 0 | 1 },
  creation: Creation | undefined,
  { log, timing }: CosignParts,
): Promise<BoxLook | undefined> {
  try {
    const look = await withTimeout(lookAtBox(chain, account, spend, creation), left(timing.readMs))
    if (look === undefined) log.error('a node contradicts itself', { chain: chain.id })
    return look
  } catch (error) {
    log.warn('a box could not be read', { chain: chain.id, error: nameOf(error) })
    return undefined
  }
}

function policyDetails({ ownerHash, policy, spent, lastPull }: BoxState): CanonicalObject {
  const { token, cosigner, target } = policy
  return {
    ...policy,
    token: token.toLowerCase(),
    cosigner: cosigner.toLowerCase(),
    target: target.toLowerCase(),
    ownerHash,
    spent,
    lastPull,
  }
}
