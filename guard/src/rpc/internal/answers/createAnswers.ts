import { WrongNetworkError } from '@holdfast/sdk/errors'
import type { Address, Hash } from 'viem'
import { isAddress } from 'viem/utils'
import { malformed } from '../../../decode/malformed.js'
import type { Decoded, Note } from '../../../decode/types.js'
import type { Judge, JudgedRequest, Judgement } from '../../../judge/createJudge.js'
import { type InspectedRequest, inspectRequest, isInspected, purposeOf } from '../../../judge/inspectRequest.js'
import { printable } from '../../../judge/printable.js'
import { GUARD_SENTINEL_ADDRESS, GUARD_SENTINEL_ANSWER } from '../../sentinel.js'
import type { Deadline } from '../deadline.js'
import { findAmbiguity } from '../messages/findAmbiguity.js'
import { errorResponse, type RpcRequest, resultResponse } from '../messages/messages.js'
import { isDisguised } from '../messages/methods.js'
import { isRecord } from '../messages/parseMessage.js'
import { notCheckedError, refusalError } from '../messages/refusal.js'
import type { Simulation, Simulator } from '../node/createSimulator.js'
import { undecoded } from '../node/undecoded.js'
import { within } from '../within.js'

/**
 * Decides what the guard answers itself: refused payments, methods that it cannot read, and the question whether it is there.
 * Everything else is left to the node.
 */
export function createAnswers(options: AnswersOptions): Answers {
  const { chainId, verify, judgeOf, simulate, graceMs, hint, onRefusal, isUpstreamFailing } = options

  return async (request, user, deadline) => {
    const { id, method, params } = request
    const refuse = (text: string, codes: readonly string[], code?: string) => {
      onRefusal({ user, codes, code })
      return { response: errorResponse(id, refusalError(text)) }
    }
    const notChecked = (text: string) => {
      onRefusal({ user, codes: ['guard_not_synced'], code: undefined })
      return { response: errorResponse(id, notCheckedError(text)) }
    }
    hintAt(request, user)
    if (isSentinel(request)) return { response: resultResponse(id, GUARD_SENTINEL_ANSWER) }
    if (isDisguised(method))
      return refuse(`Holdfast: ${printable(method)} is not a method that can be checked.`, ['guard_refused'])
    if (!isInspected(method)) return undefined
    const doubt = isSigning(method) ? undefined : findAmbiguity(params)
    if (doubt !== undefined) return refuse(`Holdfast: ${printable(method)} cannot be read: ${doubt}`, ['guard_refused'])
    const late = (purpose: JudgedRequest['purpose']) =>
      purpose === 'estimate'
        ? undefined
        : notChecked(`${notYet}: the check takes too long. Nothing was sent. Try again.`)
    // A batch may take so long to read.
    if (deadline.isOver) return late(purposeOf(method))
    const inspected = await inspectRequest({ method, params }, { chainId })
    if (inspected === undefined) return undefined
    const judging = judge({ ...inspected, user, signal: deadline.signal })
    const judgement = await Promise.race([judging, deadline.over])
    if (judgement === undefined) {
      void judging.then(giveBack, () => undefined)
      return late(inspected.purpose)
    }
    if (judgement.verdict === 'pass') {
      judgement.admission?.bind(inspected.hash ?? unknownHash)
      // What was judged goes on, and nothing else.
      return { request: { ...request, ...inspected.request } }
    }
    if (judgement.verdict === 'fault') {
      const { error } = judgement
      if (error instanceof WrongNetworkError) return refuse(`Holdfast: ${error.shortMessage}`, ['guard_refused'])
      if (inspected.purpose === 'estimate') return undefined
      return notChecked(`${notYet}: the node behind the guard does not answer. Nothing was sent.`)
    }
    if (judgement.verdict === 'not_simulated')
      return notChecked(`${notYet}: the node did not simulate a call that cannot be read. Nothing was sent. Try again.`)
    const { error } = judgement
    const codes = error.reports.flatMap(({ reasons }) => reasons.map(({ code }) => code))
    if (judgement.verdict === 'unavailable' && isUpstreamFailing())
      return notChecked(`${error.shortMessage} The node behind the guard fails.`)
    return refuse(error.shortMessage, codes.length > 0 ? [...new Set(codes)] : [error.code], error.reference)
  }

  /**
   * Judges what is decoded and, where the node simulates, what its simulation moved besides. A payment that the calldata shows to
   * be refused waits for no node: viem's `fallback` sends what is not answered in time to its next one.
   */
  async function judge(asked: InspectedRequest): Promise<Outcome> {
    const { decoded, purpose, signal } = asked
    const verifying = verify()
    const simulating = decoded.refusal ? undefined : simulate(asked, signal)
    if (!verifying && !simulating) return judgeAll(decoded, asked)
    const looking = look(verifying, simulating)
    const known = judgeAll(decoded, { ...asked, purpose: 'estimate' })
    const isRefused = known.then(
      ({ verdict }) => verdict === 'refused',
      () => false,
    )
    const isEarly = (await Promise.race([isRefused.then(async (is) => is || looking), looking])) === true
    // So that the refusal states the whole amount where the node is quick.
    if (isEarly && !(await within(looking, graceMs))) return known
    const { fault, movements, isMissing } = await looking
    if (fault !== undefined) return (await isRefused) ? known : { verdict: 'fault', error: fault }
    const more = undecoded(movements, decoded.movements, chainId)
    if (more.length > maxSimulated) return judgeOf(true).judge(tooMany, asked)
    if (isMissing && purpose !== 'estimate' && decoded.notes.some(({ kind }) => unread.has(kind)))
      return (await isRefused) ? known : { verdict: 'not_simulated' }
    // An estimate is judged as it will be.
    if (more.length === 0 && (purpose === 'estimate' || decoded.movements.length === 0)) return known
    return judgeAll({ ...decoded, movements: [...decoded.movements, ...more] }, asked)
  }

  function judgeAll(
    decoded: Decoded,
    { chainId: from, purpose, hash, user, signal }: JudgedRequest,
  ): Promise<Judgement> {
    const isLocal = decoded.movements.every(
      (one) => one.chainId === chainId && (one.sourceChainId ?? chainId) === chainId,
    )
    return judgeOf(isLocal).judge(decoded, { chainId: from, purpose, hash, user, signal })
  }

  /** The nonce of an account is asked for before it sends. */
  function hintAt({ method, params }: RpcRequest, user: string): void {
    if (method !== 'eth_getTransactionCount' || !Array.isArray(params)) return
    const [account] = params
    if (typeof account === 'string' && isAddress(account, { strict: false })) hint(account, user)
  }
}

/** What the node adds to a decoded request. Never rejects. */
async function look(verifying: Promise<void> | undefined, simulating: Promise<Simulation> | undefined): Promise<Look> {
  const [fault, simulation] = await Promise.all([
    verifying?.then(
      () => undefined,
      (error: unknown) => error,
    ),
    simulating,
  ])
  return { fault, movements: simulation?.movements ?? [], isMissing: simulation?.isMissing ?? false }
}

type Look = Simulation & { fault: unknown }

/** A judgement, or why the node behind the guard allows none. */
type Outcome = Judgement | { verdict: 'fault'; error: unknown } | { verdict: 'not_simulated' }

/** A permission that was used for a request that has been answered without it. */
function giveBack(outcome: Outcome): void {
  if (outcome.verdict === 'pass') outcome.admission?.release()
}

const notYet = 'Holdfast: cannot check yet'

/** What only a simulation shows. */
const unread: ReadonlySet<Note['kind']> = new Set(['unread_call', 'hook', 'contract_creation'])

export type AnswersOptions = {
  chainId: number
  /** Asks the node for its chain, until it is known: then `undefined`. Rejects where that is another one, or the node does not say. */
  verify: () => Promise<void> | undefined
  /** @param isLocal - Whether all the money stays on this chain. */
  judgeOf: (isLocal: boolean) => Judge
  /** What a simulation shows; `undefined` where nothing is to be simulated. Never rejects. */
  simulate: Simulator
  /** How long a refusal by calldata waits for a simulation. */
  graceMs: number
  hint: (account: Address, user: string) => void
  onRefusal: (refusal: { user: string; codes: readonly string[]; code: string | undefined }) => void
  /** Whether the last answer of the node was a failure. */
  isUpstreamFailing: () => boolean
}

/**
 * A response of the guard, a request to be forwarded in the place of the one that came, or nothing to do.
 *
 * @param deadline - When the client does not wait longer for a verdict.
 */
export type Answers = (
  request: RpcRequest,
  user: string,
  deadline: Deadline,
) => Promise<{ response: string } | { response?: undefined; request: RpcRequest } | undefined>

/** As many as calldata may name. */
const maxSimulated = 256
const tooMany = malformed(`A simulation shows more than ${maxSimulated} payments.`, 'too_many')

/** A grant for a transaction that the node signs is used up without a hash to come back to. */
const unknownHash: Hash = `0x${'0'.repeat(64)}`

function isSentinel({ method, params }: RpcRequest): boolean {
  if (method !== 'eth_call' || !Array.isArray(params)) return false
  const [call] = params
  return isRecord(call) && typeof call.to === 'string' && call.to.toLowerCase() === GUARD_SENTINEL_ADDRESS.toLowerCase()
}

/** Members of typed data have names of their own. */
function isSigning(method: string): boolean {
  return /sign(?!Transaction)/i.test(method)
}
