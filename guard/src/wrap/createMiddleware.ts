import { GuardRefusedError } from '@holdfast/sdk/errors'
import { type Address, type Hash, isHash, isHex, keccak256 } from 'viem'
import type { Admission } from '../judge/createGrants.js'
import { createJudge, type Judge, type JudgedRequest, type Judgement } from '../judge/createJudge.js'
import { GuardRpcError } from '../judge/guardRpcError.js'
import { type InspectedRequest, inspectRequest, isInspected, type RpcRequest } from '../judge/inspectRequest.js'
import type { GuardOptions } from './GuardOptions.js'

/** The wallet or endpoint behind a middleware. */
export type ConnectionState = {
  /** The chain that the wallet or endpoint is on now. */
  chainId: () => Promise<number>
  /** The account that the wallet uses where a request names none. */
  account?: (() => Promise<Address | undefined>) | undefined
}

/**
 * Passes a request on, or throws.
 *
 * @param scope - The chain of the request, as CAIP-2 names it. Left out: the one that the wallet or endpoint is on.
 */
export type Middleware = <result>(
  request: RpcRequest,
  forward: (request: RpcRequest) => Promise<result>,
  scope?: string,
) => Promise<result>

/** Makes the middleware that all wrappers put before a wallet or an endpoint. */
export function createMiddleware(connection: ConnectionState, options: GuardOptions): Middleware {
  const judge = options.judge ?? createJudge(options)
  return async (request, forward, scope) => {
    // Copied before the first `await`, so the wallet gets exactly what was judged.
    const asked = copyOf(request)
    if (!isInspected(asked.method)) return forward(asked)
    const chain = scope === undefined ? {} : { chainId: async () => chainIdIn(scope) }
    const inspected = await inspect(asked, { ...connection, ...chain })
    if (!inspected) return forward(asked)
    const judgement = await judgeRequest(judge, inspected)
    if (judgement.verdict !== 'pass') throw new GuardRpcError(judgement.error, inspected.purpose)
    return carryOut(judgement.admission, () => forward({ ...asked, ...inspected.request }))
  }
}

function copyOf(request: RpcRequest): RpcRequest {
  const asked = { ...request }
  if (!isInspected(asked.method)) return asked
  try {
    return structuredClone(asked)
  } catch {
    // Such parameters are refused where they are read.
    return asked
  }
}

/** If the judge fails, the request counts as unchecked. */
export async function judgeRequest(
  judge: Judge,
  { decoded, ...asked }: JudgedRequest & Pick<InspectedRequest, 'decoded'>,
): Promise<Judgement> {
  try {
    return await judge.judge(decoded, asked)
  } catch (cause) {
    const sentence = 'Holdfast: cannot check yet: the check itself failed. Try again later.'
    const error = Object.assign(new GuardRefusedError('guard_not_synced', sentence), { cause })
    return { verdict: 'unavailable', error }
  }
}

/** Binds a permission to the outcome of the request it was used for. */
async function carryOut<result>(admission: Admission | undefined, forward: () => Promise<result>): Promise<result> {
  try {
    const result = await forward()
    // An engine's answer is whole, and holds its failure, too.
    const answer: Record<string, unknown> = isRecord(result) ? result : {}
    const hash = hashOf(answer.result ?? result)
    if (hash) admission?.bind(hash)
    else if (isDeclined(answer.error)) admission?.release()
    return result
  } catch (error) {
    // Only this failure proves that nothing was signed.
    if (isDeclined(error)) admission?.release()
    throw error
  }
}

async function inspect(request: RpcRequest, connection: ConnectionState): Promise<InspectedRequest | undefined> {
  // It pays on no chain, and before it a wallet may not reveal its chain.
  if (request.method === 'wallet_connect') return inspectRequest(request, { chainId: 0 })
  for (let attempt = 0; attempt < 2; attempt++) {
    const chainId = await askChain(request, connection)
    const inspected = await inspectRequest(request, { chainId, account: connection.account })
    if (!inspected || (await askChain(request, connection)) === chainId) return inspected
  }
  throw unknownChain(request)
}

function chainIdIn(scope: string): number {
  const [, chainId] = /^eip155:(\d{1,15})$/.exec(scope) ?? []
  if (chainId === undefined) throw new Error('The request is for a chain that cannot be checked.')
  return Number(chainId)
}

/** Throws an error after which clients do not try another endpoint, because nothing has been judged. */
async function askChain(request: RpcRequest, connection: ConnectionState): Promise<number> {
  try {
    return await connection.chainId()
  } catch (cause) {
    throw unknownChain(request, cause)
  }
}

function unknownChain({ method }: RpcRequest, cause?: unknown): GuardRpcError {
  const sentence = 'Holdfast: cannot check yet: it is not known which chain is in use. Try again later.'
  const error = Object.assign(new GuardRefusedError('guard_not_synced', sentence), { cause })
  return new GuardRpcError(error, /send|transaction|call|gas/i.test(method) ? 'broadcast' : 'signature')
}

/** The hash of the transaction that was sent or signed. */
function hashOf(result: unknown): Hash | undefined {
  if (typeof result === 'string' && isHash(result)) return result
  const raw = isRecord(result) && 'raw' in result ? result.raw : result
  return isHex(raw) && raw.length > shortestSigned ? keccak256(raw) : undefined
}

/** Signatures are shorter: 65 bytes. A transaction holds one, and some 20 bytes more. */
const shortestSigned = 2 + 2 * 80

function isDeclined(error: unknown): boolean {
  if (!isRecord(error)) return false
  return error.code === 4001 || error.code === 5000 || error.code === 'ACTION_REJECTED'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
