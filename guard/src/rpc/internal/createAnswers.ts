import { WrongNetworkError } from '@holdfast/sdk/errors'
import type { Address, Hash } from 'viem'
import { isAddress } from 'viem/utils'
import { malformed } from '../../decode/malformed.js'
import type { Decoded } from '../../decode/types.js'
import type { Judge, Judgement } from '../../judge/createJudge.js'
import { type InspectedRequest, inspectRequest, isInspected } from '../../judge/inspectRequest.js'
import { printable } from '../../judge/printable.js'
import { GUARD_SENTINEL_ADDRESS, GUARD_SENTINEL_ANSWER } from '../sentinel.js'
import { findAmbiguity } from './findAmbiguity.js'
import { errorResponse, type RpcRequest, resultResponse } from './messages.js'
import { isDisguised } from './methods.js'
import { isRecord } from './parseMessage.js'
import { notCheckedError, refusalError } from './refusal.js'
import { undecoded } from './undecoded.js'

/**
 * Decides what the guard answers itself: refused payments, methods that it cannot read, and the question whether it is there.
 * Everything else is left to the node.
 */
export function createAnswers(options: AnswersOptions): Answers {
  const { chainId, verify, judgeOf, simulate, hint, onRefusal, isUpstreamFailing } = options

  return async (request, user) => {
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
    const inspected = await inspectRequest({ method, params }, { chainId })
    if (inspected === undefined) return undefined
    const fault = await verify().then(
      () => undefined,
      (error: unknown) => error,
    )
    if (fault instanceof WrongNetworkError) return refuse(`Holdfast: ${fault.shortMessage}`, ['guard_refused'])
    if (fault !== undefined) {
      if (inspected.purpose === 'estimate') return undefined
      return notChecked('Holdfast: cannot check yet: the node behind the guard does not answer. Nothing was sent.')
    }
    const judgement = await judge(inspected, user)
    if (judgement.verdict === 'pass') {
      judgement.admission?.bind(inspected.hash ?? unknownHash)
      // What was judged goes on, and nothing else.
      return { request: { ...request, ...inspected.request } }
    }
    const { error } = judgement
    const codes = error.reports.flatMap(({ reasons }) => reasons.map(({ code }) => code))
    if (judgement.verdict === 'unavailable' && isUpstreamFailing())
      return notChecked(`${error.shortMessage} The node behind the guard fails.`)
    return refuse(error.shortMessage, codes.length > 0 ? [...new Set(codes)] : [error.code], error.reference)
  }

  /** What is decoded and, where the node simulates, what its simulation moved besides. */
  async function judge(inspected: InspectedRequest, user: string): Promise<Judgement> {
    const { decoded, purpose } = inspected
    const simulated = decoded.refusal === undefined ? await simulate(inspected) : []
    const more = undecoded(simulated, decoded.movements, chainId)
    if (more.length > maxSimulated) return judgeOf(true).judge(tooMany, { ...inspected, user })
    const movements = [...decoded.movements, ...more]
    const isLocal = movements.every((one) => one.chainId === chainId && (one.sourceChainId ?? chainId) === chainId)
    return judgeOf(isLocal).judge(
      { ...decoded, movements },
      { chainId: inspected.chainId, purpose, hash: inspected.hash, user },
    )
  }

  /** The nonce of an account is asked for before it sends. */
  function hintAt({ method, params }: RpcRequest, user: string): void {
    if (method !== 'eth_getTransactionCount' || !Array.isArray(params)) return
    const [account] = params
    if (typeof account === 'string' && isAddress(account, { strict: false })) hint(account, user)
  }
}

export type AnswersOptions = {
  chainId: number
  /** Asks the node for its chain, once. Rejects where that is another one, or the node does not say. */
  verify: () => Promise<void>
  /** @param isLocal - Whether all the money stays on this chain. */
  judgeOf: (isLocal: boolean) => Judge
  /** Movements of a simulation; none where the node does not simulate. */
  simulate: (inspected: InspectedRequest) => Promise<Decoded['movements']>
  hint: (account: Address, user: string) => void
  onRefusal: (refusal: { user: string; codes: readonly string[]; code: string | undefined }) => void
  /** Whether the last answer of the node was a failure. */
  isUpstreamFailing: () => boolean
}

/** A response of the guard, a request to be forwarded in the place of the one that came, or nothing to do. */
export type Answers = (
  request: RpcRequest,
  user: string,
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
