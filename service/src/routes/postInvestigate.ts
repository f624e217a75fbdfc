import type { RiskReason } from '@holdfast/sdk/errors'
import { buildDossier, check, clampVerdict, type Dossier } from '@holdfast/sdk/risk'
import { encodeInvestigation } from '@holdfast/sdk/wire'
import { investigate, investigation } from '@holdfast/sdk/wire/schemas'
import { answer } from '../http/answer.js'
import { defineRoute } from '../http/defineRoute.js'
import type { Route } from '../http/Route.js'
import { chainOf } from './internal/chainOf.js'
import type { RouteParts } from './RouteParts.js'

/**
 * `POST /api/investigate`: the rules, the facts, and a model's opinion if there is one, which can only make the verdict
 * stricter. The verdict of the rules is returned even when the rest fails.
 */
export function postInvestigate(
  parts: Pick<RouteParts, 'chains' | 'indexes' | 'now' | 'opinion' | 'patienceMs' | 'providerOf'>,
): Route {
  const { chains, indexes, now, opinion, providerOf, patienceMs: timeoutMs = factsMs } = parts
  return defineRoute({
    method: 'POST',
    path: '/api/investigate',
    window: 'investigate',
    signed: false,
    deadlineMs,
    summary: 'A second opinion on a payment.',
    body: investigate,
    responses: { 200: answer(investigation) },
    async handle({ body, network, signal }) {
      const chain = chainOf(chains, body.chainId)
      if ('problem' in chain) return chain
      const { sender, target } = body
      const provider = providerOf(chain)
      const verifiedRecipients = indexes.recipients(chain.id)
      const { client, deployment } = chain
      const startMs = performance.now()
      const at = new Date(now())
      const [report, dossier] = await Promise.all([
        check(sender, target, { client, provider, verifiedRecipients, now: at, timeoutMs, signal }),
        buildDossier(
          { sender, target },
          { publicClient: client, provider, usdcAddress: deployment.usdc, now: at, timeoutMs, signal },
        ).catch(() => null),
      ])
      const rest = Math.max(0, Math.round(deadlineMs - answerMs - (performance.now() - startMs)))
      const patience = AbortSignal.any([signal, AbortSignal.timeout(rest)])
      const payment = { chainId: chain.id, sender, target, report, dossier }
      const asked = opinion && (await opinion.ask({ ...payment, network, signal: patience }))
      const advisory = asked?.advisory ? clampVerdict(report.level, asked.advisory) : null
      const rule = { level: report.level, reasons: report.reasons.map(withoutSides) }
      return {
        status: 200,
        body: encodeInvestigation({ rule, advisory, dossier: wireDossier(dossier), deep: asked?.deep ?? 'off' }),
      }
    },
  })
}

const deadlineMs = 9_000
/** The rest of the deadline is for the opinion. */
const factsMs = 4_000
/** Reserved for writing the answer. */
const answerMs = 500

/** A client that needs the evidence of both sides reads the history itself. */
function withoutSides({ sides: _, ...reason }: RiskReason): Omit<RiskReason, 'sides'> {
  return reason
}

function wireDossier(dossier: Dossier | null) {
  if (dossier === null) return null
  const { firstSeenAt } = dossier
  return { ...dossier, firstSeenAt: firstSeenAt === null ? null : firstSeenAt.toISOString() }
}
