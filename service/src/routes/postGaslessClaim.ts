import { normaliseSecret } from '@holdfast/sdk/transfer'
import { decodeGaslessClaim, encodeGaslessClaimResult, type GaslessClaimResult } from '@holdfast/sdk/wire'
import { z } from 'zod'
import { defineRoute } from '../http/defineRoute.js'
import type { Route } from '../http/Route.js'
import { claimKey } from '../relay/operations/claim.js'
import { hasBody, problemAnswer } from './internal/answers.js'
import { type CarryOutParts, carryOut } from './internal/carryOut.js'
import { chainOf, unknownChain } from './internal/chainOf.js'
import { hexText } from './internal/schemas.js'
import type { RouteParts } from './RouteParts.js'

/** `POST /api/gasless-claim`: claims for the recorded recipient, on the primary chain. Every outcome is a 200. */
export function postGaslessClaim(parts: CarryOutParts & Pick<RouteParts, 'chains'>): Route {
  const { chains, relay } = parts
  return defineRoute({
    method: 'POST',
    path: '/api/gasless-claim',
    window: 'signed',
    signed: true,
    deadlineMs: 15_000,
    summary: 'Claims a protected transfer for its recipient; the relayer pays the fees.',
    body: z
      .strictObject({
        transferId: z.string().meta({ pattern: '^[1-9][0-9]{0,77}$' }),
        code: z.string().meta({ description: 'As a person has typed it', pattern: '^[ -~]{1,64}$' }),
        salt: hexText(32),
      })
      .transform((body) => decodeGaslessClaim(body)),
    responses: {
      200: z.union([
        z.strictObject({ ok: z.literal(true), txHash: hexText(32) }),
        z.strictObject({
          ok: z.literal(false),
          error: z.union([
            z.strictObject({ kind: z.literal('wrong_code'), attemptsRemaining: z.number() }),
            z.strictObject({ kind: z.literal('locked'), attemptsRemaining: z.literal(0) }),
            z.strictObject({
              kind: z.literal('unavailable'),
              reason: z.enum(['not_pending', 'expired', 'unknown']),
            }),
            z.strictObject({ kind: z.literal('unknown'), attemptsRemaining: z.number().optional() }),
          ]),
          txHash: hexText(32).optional(),
        }),
      ]),
    },
    unavailable: () => (relay === undefined ? 'not_configured' : undefined),
    async handle(request) {
      const chain = chainOf(chains, undefined)
      if ('problem' in chain || !relay?.serves(chain.id)) return unknownChain
      const { transferId, code, salt } = request.body
      const content = { transferId: `${transferId}`, code: normaliseSecret(code) ?? code, salt }
      const key = claimKey(chain, content)
      const result = await carryOut(parts, request, [{ chain, kind: 'claim', key, content: () => content }])
      if ('problem' in result) return result
      const { progress, standings } = result
      const [{ operationId, outcome } = { operationId: '', outcome: undefined }] = progress
      if (outcome && !hasBody(outcome)) return problemAnswer(outcome, standings)
      const txHash = outcome ? undefined : await relay.findTransaction(operationId)
      const body = outcome
        ? (outcome.body as GaslessClaimResult)
        : { ok: false as const, error: { kind: 'unknown' as const }, ...(txHash && { txHash }) }
      return { status: 200, body: encodeGaslessClaimResult(body), standings }
    },
  })
}
