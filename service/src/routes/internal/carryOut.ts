import { setTimeout as sleep } from 'node:timers/promises'
import { keccak256, stringToHex } from 'viem'
import type { Admission, AdmissionPart, Admitted, Operation } from '../../admission/Admission.js'
import { WITHOUT_EFFECT } from '../../admission/operationRow.js'
import { readUnits } from '../../admission/readUnits.js'
import type { ServedChain } from '../../chains/ServedChain.js'
import type { ProblemAnswer, RateLimitState, RouteRequest } from '../../http/Route.js'
import type { SignedBy } from '../../keys/SignedBy.js'
import { type Outcome, parseOutcome } from '../../relay/Outcome.js'
import { MIN_SEED } from '../../relay/operations/gas.js'
import type { Quote, Relay, RelayTrouble } from '../../relay/Relay.js'
import type { OperationKind } from '../../store/Database.js'
import { unlessStoreFails } from '../../store/unlessStoreFails.js'
import type { RouteParts } from '../RouteParts.js'

/**
 * Lets the relayer carry out a signed request, and waits for it: holds units and money, or attaches to an operation in
 * progress; wakes the relay; waits as long as a caller should.
 *
 * @param wanted - One operation, or two that are admitted together.
 * @returns The progress of each, in their order, or why nothing was started.
 */
export async function carryOut(
  parts: CarryOutParts,
  request: Pick<RouteRequest<unknown, unknown>, 'signer' | 'network' | 'signal' | 'noteJob'>,
  wanted: OneOrTwo,
): Promise<CarriedOut | ProblemAnswer> {
  const { admission, failures, relay, config } = parts
  const { network, signal } = request
  // The checks of a signed route let no request through without its signer.
  const signer = request.signer as SignedBy
  const until = performance.now() + config.limits.waitMs
  if (relay === undefined) return { problem: 'not_configured' }
  const costs = await costsOf(parts, relay, { signer, signal }, wanted)
  // What is in progress or has happened is reported even while nothing can begin: a refusal would say that nothing was sent.
  if ('problem' in costs && !(await areKnown(admission, wanted))) return costs
  // There is one or two of them.
  const [first, also] = wanted.map((one, place) =>
    partOf(one, 'problem' in costs ? nothing : (costs[place] ?? nothing)),
  ) as [AdmissionPart, AdmissionPart?]
  const result = await admission.admit({ ...first, signer, network, ...(also && { also }) })
  if ('refused' in result) {
    const rateLimits = await rateLimitsOf(parts, signer)
    if (result.refused !== 'quota_exceeded') return { problem: result.refused, rateLimits }
    const { policy, retryAfterSeconds } = result
    return { problem: 'quota_exceeded', retryAfterSeconds, violated: [policy], rateLimits }
  }
  request.noteJob(result.operation.id)
  relay.wake()

  const admitted: readonly Admitted[] = result.also ? [result, result.also] : [result]
  const operations = await Promise.all(
    admitted.map(async ({ operation }) =>
      operation.outcome === undefined
        ? unlessStoreFails(
            admission.wait(operation.id, { waitMs: Math.max(0, until - performance.now()), signal }),
            operation,
          )
        : operation,
    ),
  )
  const progress = operations.map((operation, place) => progressOf(operation, admitted[place]))
  const isOwnMistake = progress.some(({ outcome, isNew }) => outcome?.impossible === true && isNew)
  if (isOwnMistake) await unlessStoreFails(failures.count(signer.address), undefined)
  // Read after the end, which may have released units.
  const rateLimits = await unlessStoreFails(rateLimitsOf(parts, signer), [])
  // As many as were wanted.
  return { progress: progress as [Progress, Progress?], rateLimits }
}

/** An operation that a request asks for. */
export type Wanted = {
  chain: ServedChain
  kind: OperationKind
  /** Identifies it: equal for two requests of the same operation. */
  key: string
  /** What is needed to carry it out, given its quote. */
  content: (quote: { value: bigint }) => unknown
  ofOwner?: AdmissionPart['ofOwner']
}

/** Operations of one chain. */
type OneOrTwo = readonly [Wanted] | readonly [Wanted, Wanted]

/** The progress of the requested operations. */
export type CarriedOut = { progress: readonly [Progress, Progress?]; rateLimits: readonly RateLimitState[] }

/** Without an outcome it is in progress. `isNew` where it began with this request. */
export type Progress = { operationId: string; outcome: Outcome | undefined; isNew: boolean }

export type CarryOutParts = Pick<RouteParts, 'admission' | 'config' | 'failures' | 'now' | 'relay' | 'store'>

/** How long to wait before asking again about an operation in progress. */
export const RETRY_AFTER_MS = 2_000

const troubles = {
  recovering: 'recovering',
  foreign_use: 'upstream_unavailable',
  blocked: 'upstream_unavailable',
  stopped: 'shutting_down',
} as const

/** A relay that has just started gets a moment to settle what was left, before requests are refused. */
async function troubleOf(relay: Relay, chainId: number, signal: AbortSignal): Promise<RelayTrouble | undefined> {
  const until = performance.now() + recoveryMs
  while (relay.trouble(chainId) === 'recovering' && performance.now() < until && !signal.aborted) await sleep(20)
  return relay.trouble(chainId)
}

const recoveryMs = 2_000

/** The highest cost of each operation, or why none can begin now. */
async function costsOf(
  { failures }: CarryOutParts,
  relay: Relay,
  { signer, signal }: { signer: SignedBy; signal: AbortSignal },
  wanted: OneOrTwo,
): Promise<readonly Cost[] | ProblemAnswer> {
  const [{ chain }] = wanted
  const trouble = await troubleOf(relay, chain.id, signal)
  if (trouble !== undefined) return { problem: troubles[trouble] }
  const retryAfterSeconds = await failures.retryAfterSeconds(signer.address)
  if (retryAfterSeconds !== undefined)
    return { problem: 'quota_exceeded', retryAfterSeconds, violated: ['preflight-hour'] }
  const costs: Cost[] = []
  for (const quote of await Promise.all(wanted.map(({ kind }) => relay.quote(chain.id, kind)))) {
    if ('refused' in quote) return { problem: quote.refused }
    costs.push(quote)
  }
  return costs
}

type Cost = Extract<Quote, { hold: bigint }>

/** Whether each operation is in progress, or has happened. */
async function areKnown(admission: Admission, wanted: readonly Wanted[]): Promise<boolean> {
  const found = await Promise.all(wanted.map(({ key }) => admission.find(key)))
  return found.every((operation) => operation !== undefined && !WITHOUT_EFFECT.has(operation.state))
}

function partOf({ chain, kind, key, content, ofOwner }: Wanted, { hold, value }: Cost): AdmissionPart {
  const operation = {
    key,
    kind,
    chainId: chain.id,
    content: JSON.stringify(content({ value })),
    // The key contains everything; an amount that depends on current fees is not other content.
    contentHash: keccak256(stringToHex(key)),
  }
  return { operation, units: 1, hold, ofOwner }
}

/** For an operation that is known. One that ended just now, and is begun again, is refused for its cost. */
const nothing: Cost = { hold: 0n, value: MIN_SEED }

function progressOf({ id, outcome }: Operation, made: Admitted | undefined): Progress {
  const isNew = made?.admitted === 'new'
  return { operationId: id, outcome: outcome === undefined ? undefined : parseOutcome(outcome), isNew }
}

async function rateLimitsOf(
  { store, config, now }: CarryOutParts,
  { address }: SignedBy,
): Promise<readonly RateLimitState[]> {
  const at = now()
  const { used, held } = await readUnits(store, address, at)
  const quota = config.limits.addressUnitsPerDay
  return [
    {
      policy: 'addr-day',
      quota,
      windowSeconds: dayMs / 1000,
      remaining: Math.max(0, quota - used - held),
      resetSeconds: Math.ceil((dayMs - (at % dayMs)) / 1000),
    },
  ]
}

const dayMs = 86_400_000
