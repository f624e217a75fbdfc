import { normaliseSecret, recoverClaimHash } from '@holdfast/sdk/transfer'
import { encodeGaslessClaimResult, type GaslessClaim, type GaslessClaimResult } from '@holdfast/sdk/wire'
import { gaslessClaim, gaslessClaimResult } from '@holdfast/sdk/wire/schemas'
import { zeroHash } from 'viem'
import type { ServedChain } from '../chains/ServedChain.js'
import { answer } from '../http/answer.js'
import { defineRoute } from '../http/defineRoute.js'
import type { Route } from '../http/Route.js'
import { type ClaimContent, claimKey, readClaimFault } from '../relay/operations/claim.js'
import { unlessStoreFails } from '../store/unlessStoreFails.js'
import { hasBody, problemAnswer } from './internal/answers.js'
import { type CarryOutParts, carryOut } from './internal/carryOut.js'
import { chainOf, unknownChain } from './internal/chainOf.js'
import { createReleaseReads } from './internal/createReleaseReads.js'
import type { RouteParts } from './RouteParts.js'

/** `POST /api/gasless-claim`: claims by code or by key, on the primary chain. Every outcome is a 200. */
export function postGaslessClaim(parts: CarryOutParts & Pick<RouteParts, 'chains'>): Route {
  const { chains, relay } = parts
  const readRelease = createReleaseReads()
  return defineRoute({
    method: 'POST',
    path: '/api/gasless-claim',
    window: 'signed',
    signed: true,
    deadlineMs: 15_000,
    summary: 'Claims a protected transfer for its recipient; the relayer pays the fees.',
    body: gaslessClaim,
    responses: { 200: answer(gaslessClaimResult) },
    unavailable: () => (relay === undefined ? 'not_configured' : undefined),
    async handle(request) {
      const chain = chainOf(chains, undefined)
      if ('problem' in chain || !relay?.serves(chain.id)) return unknownChain
      const content = await contentOf(request.body, chain)
      const key = claimKey(chain, content)
      const result = await carryOut(parts, request, [{ chain, kind: 'claim', key, content: () => content }])
      if ('problem' in result) return result
      const { progress, rateLimits } = result
      const [{ operationId, outcome, isNew }] = progress
      if (outcome && !hasBody(outcome)) return problemAnswer(outcome, rateLimits)
      const txHash = outcome ? undefined : await unlessStoreFails(relay.findTransaction(operationId), undefined)
      let body = outcome
        ? // As the planner of this kind of operation wrote it.
          (outcome.body as GaslessClaimResult)
        : { ok: false as const, error: { kind: 'unknown' as const }, ...(txHash && { txHash }) }
      if (!isNew && isAwaitingRelease(body)) {
        const error = await readRelease(key, () => readClaimFault(content, chain))
        if (error) body = { ...body, error }
      }
      return { status: 200, body: encodeGaslessClaimResult(body), rateLimits }
    },
  })
}

/** The only final outcome that another party can still change. */
function isAwaitingRelease(body: GaslessClaimResult): body is Extract<GaslessClaimResult, { ok: false }> {
  return !body.ok && body.error.kind === 'unavailable' && body.error.reason === 'awaiting_release'
}

async function contentOf(body: GaslessClaim, { id: chainId, deployment }: ServedChain): Promise<ClaimContent> {
  const transferId = `${body.transferId}`
  if (!('signature' in body)) return { ...body, transferId, code: normaliseSecret(body.code) ?? body.code }
  const claimHash = await recoverClaimHash(body, { chainId, contractAddress: deployment.transferContract })
  return { ...body, transferId, claimHash: claimHash ?? zeroHash }
}
