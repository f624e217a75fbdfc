import { type Address, concat, type Hash, hashTypedData, isHex, keccak256, parseTransaction } from 'viem'
import { decodePermission } from '../decode/decodePermission.js'
import { decodeRawTransaction } from '../decode/decodeRawTransaction.js'
import { decodeSendCalls } from '../decode/decodeSendCalls.js'
import { decodeSignature } from '../decode/decodeSignature.js'
import { decodeTransactionRequest } from '../decode/decodeTransactionRequest.js'
import { decodeUserOperation } from '../decode/decodeUserOperation.js'
import { describedData } from '../decode/describedData.js'
import { addressOf, chainIdOf, type Fields, listOf, MalformedRequestError, recordOf } from '../decode/fields.js'
import { isMap } from '../decode/json.js'
import { malformed } from '../decode/malformed.js'
import type { Decoded } from '../decode/types.js'
import type { JudgedRequest } from './createJudge.js'
import { printable } from './printable.js'

/**
 * Reads what a JSON-RPC request would pay: which payments to judge, and how binding it is.
 *
 * Never throws, whatever the request: one that cannot be read comes back with a `refusal`, as does an unknown method
 * whose name says that it sends or signs. Forward the `request` of the result, not the one that was read: it is a copy
 * that does not change after the judgement, and it names the account that was judged.
 *
 * @returns `undefined` for a request that cannot pay: forward it as it is.
 * @example
 * const params = [{ from: sender, to: recipient, value: '0x1' }]
 * const inspected = await inspectRequest({ method: 'eth_sendTransaction', params }, { chainId: 5042002 })
 * console.log(inspected?.decoded.movements)
 */
export async function inspectRequest(
  request: RpcRequest,
  context: InspectionContext,
): Promise<InspectedRequest | undefined> {
  const { method } = request
  if (!isInspected(method)) return undefined
  const unread = { purpose: purposeOf(method), chainId: context.chainId, hash: undefined, request }
  const read = readers.get(method)
  if (!read) return { ...unread, decoded: malformed(`${printable(method)} is not a method that can be checked.`) }
  // Of an object, a wallet may read the members by name or by number.
  if (!Array.isArray(request.params) && !(takesObject.has(method) || isBareConnection(request)))
    return { ...unread, decoded: malformed(`the parameters of ${method} are not a list.`) }
  let copy: RpcRequest
  try {
    copy = structuredClone({ method, params: request.params })
  } catch {
    return { ...unread, decoded: malformed(`the parameters of ${method} are not plain JSON.`) }
  }
  try {
    const found = await read(copy, context)
    return found && { ...unread, request: copy, ...found }
  } catch (error) {
    const why = error instanceof MalformedRequestError ? error.message : 'it cannot be read.'
    return { ...unread, request: copy, decoded: malformed(`${method}: ${why}`) }
  }
}

/** The methods that are read, as nodes and wallets spell them. */
export function inspectedMethods(): readonly string[] {
  return [...readers.keys()]
}

/** Whether a request must be inspected, by its name alone. */
export function isInspected(method: string): boolean {
  return readers.has(method) || (sendsOrSigns(method) && !harmless.has(method))
}

/** As an application makes it. */
export type RpcRequest = { method: string; params?: unknown }

/** What a request does not say by itself. */
export type InspectionContext = {
  /** The chain that the wallet or endpoint is on. */
  chainId: number
  /**
   * The account that a wallet uses where a request names none.
   * @default such a request is refused
   */
  account?: (() => Promise<Address | undefined>) | undefined
}

/** A request with what it would pay. */
export type InspectedRequest = JudgedRequest & {
  decoded: Decoded
  /** A copy of the request, with the account that was judged. */
  request: RpcRequest
}

type Found = Partial<Pick<InspectedRequest, 'purpose' | 'chainId' | 'hash' | 'request'>> &
  Pick<InspectedRequest, 'decoded'>
type Reader = (request: RpcRequest, context: InspectionContext) => Promise<Found | undefined>

/** One transaction of an account of the wallet. */
const readTransaction: Reader = async (request, context) => {
  const [given, ...rest] = paramsOf(request)
  const transaction = recordOf('the transaction', given)
  const judged = { ...transaction, from: await accountOf(transaction.from, context) }
  return {
    request: { ...request, params: [judged, ...rest] },
    decoded: await decodeTransactionRequest({ chainId: context.chainId, request: judged }),
  }
}

/** What a call would do. Without a `from` it has no payer, and nothing is decoded. */
const readCall: Reader = async (request, { chainId }) => ({
  decoded: await decodeTransactionRequest({ chainId, request: paramsOf(request)[0] }),
})

const readSimulation: Reader = async (request, { chainId }) => {
  const { blockStateCalls } = recordOf('the simulation', paramsOf(request)[0])
  const blocks = listOf('blockStateCalls', blockStateCalls).map((block) => recordOf('a block', block).calls ?? [])
  return {
    decoded: await decodeEach(
      blocks.flatMap((calls) => listOf('calls', calls)),
      chainId,
    ),
  }
}

/** Bundles of calls, calls, or pairs of a call and what to trace. */
const readCalls: Reader = async (request, { chainId }) => {
  const calls = listOf('params[0]', paramsOf(request)[0]).flatMap((entry): readonly unknown[] => {
    if (Array.isArray(entry)) return entry.slice(0, 1)
    const { transactions } = recordOf('a call', entry)
    return transactions === undefined ? [entry] : listOf('transactions', transactions)
  })
  return { decoded: await decodeEach(calls, chainId) }
}

const readRaw: Reader = async (request, { chainId }) => decodeRaw([paramsOf(request)[0]], chainId)

const readPrivate: Reader = async (request, { chainId }) =>
  decodeRaw([recordOf('params[0]', paramsOf(request)[0]).tx], chainId)

const readBundle: Reader = async (request, { chainId }) =>
  decodeRaw(listOf('txs', recordOf('the bundle', paramsOf(request)[0]).txs), chainId)

/** EIP-5792. */
const readBatch: Reader = async (request, context) => {
  const [given, ...rest] = paramsOf(request)
  const batch = recordOf('the batch', given)
  const judged = { ...batch, from: await accountOf(batch.from, context) }
  const chainId = chainIdOf(batch.chainId) ?? context.chainId
  for (const one of [batch, ...listOf('calls', batch.calls)]) assertNoPowers(recordOf('a call', one).capabilities)
  const decoded = decodeSendCalls({ chainId, from: judged.from, calls: batch.calls })
  return { chainId, request: { ...request, params: [judged, ...rest] }, decoded }
}

/** ERC-7846. Wallets let an application ask for permissions, or for a key of its own, with the connection. */
const readConnection: Reader = async (request) => {
  const [given] = paramsOf(request)
  assertNoPowers(recordOf('the connection', given ?? {}).capabilities)
  return undefined
}

function isBareConnection({ method, params }: RpcRequest): boolean {
  return method === 'wallet_connect' && params === undefined
}

/** Capabilities that let others act for the account cannot be read. */
function assertNoPowers(capabilities: unknown): void {
  const power = Object.keys(recordOf('capabilities', capabilities ?? {})).find((name) => powers.test(name))
  if (power !== undefined) throw new MalformedRequestError(`${printable(power)} cannot be checked.`)
}

const powers = /grant|authoriz|admin|spend|pre-?call|7702/i

const readSignature: Reader = async (request, { chainId }) => {
  const [first, second, ...rest] = paramsOf(request)
  const list = [first, second].find(Array.isArray)
  if (list) {
    // The first version of the method signs a list of labelled values, which no contract takes for a payment.
    if (firstVersions.has(request.method) && list.every(isLabelled)) return undefined
    throw new MalformedRequestError('the typed data is a list.')
  }
  const isSignerFirst = typeof first === 'string' && !first.trimStart().startsWith('{')
  const signer = addressOf('the signer', isSignerFirst ? first : second)
  const given = isSignerFirst ? second : first
  const typedData = describedData(recordOf('the typed data', typeof given === 'string' ? parseJson(given) : given))
  const domain = typedData.domain === undefined ? {} : recordOf('domain', typedData.domain)
  const own = chainIdOf(domain.chainId)
  const hasSalt = own === undefined && domain.salt !== undefined
  const salted = hasSalt ? chainOfSalt(domain.salt) : undefined
  const scene = { signer, chainId: own ?? salted ?? chainId }
  const decoded = decodeSignature(typedData, scene)
  if (hasSalt && salted === undefined && decoded.movements.length > 0)
    throw new MalformedRequestError('its domain has a salt that names no chain.')
  // Of two members with one name, this parser takes one and a wallet may take the other: the wallet gets what was parsed here.
  const passed = typeof given === 'string' ? JSON.stringify(typedData) : typedData
  const params = isSignerFirst ? [first, passed, ...rest] : [passed, second, ...rest]
  return {
    chainId: scene.chainId,
    hash: hashOf(typedData, signer),
    request: { ...request, params },
    decoded,
  }
}

/** Tokens that a bridge made have the number of their chain in the place of a salt. */
function chainOfSalt(salt: unknown): number | undefined {
  const number = isHex(salt) && salt.length === 66 ? BigInt(salt) : 0n
  return number > 0n && number <= Number.MAX_SAFE_INTEGER ? Number(number) : undefined
}

const firstVersions: ReadonlySet<string> = new Set(['eth_signTypedData', 'eth_signTypedData_v1'])

/** A value with its type and its name. A wallet may read a list of texts as the text of typed data. */
function isLabelled(value: unknown): boolean {
  return isMap(value) && typeof value.type === 'string' && typeof value.name === 'string'
}

/** EIP-7702: code that an account is to have, signed outside a transaction. */
const readDelegate: Reader = async (request, context) => {
  const { account, ...authorization } = recordOf('the authorization', paramsOf(request)[0])
  const from = await accountOf(account, context)
  const call = { from, authorizationList: [authorization] }
  return { decoded: await decodeTransactionRequest({ chainId: context.chainId, request: call }) }
}

const readHash: Reader = async () => ({ decoded: malformed('eth_sign can sign a payment that cannot be read.') })

/** ERC-7715. */
const readPermissions: Reader = async (request, context) => {
  const requests = paramsOf(request).flatMap((one: unknown) => (Array.isArray(one) ? one : [one]))
  if (requests.length === 0) throw new MalformedRequestError('it names no permission.')
  const decoded = requests.map(async (one) => {
    const permission = recordOf('a permission', one)
    const { from, address } = permission
    const payer = await accountOf(from ?? address, context)
    if (address != null && addressOf('address', address) !== payer)
      throw new MalformedRequestError('`from` and `address` of a permission differ.')
    return decodePermission(permission, { payer, chainId: chainIdOf(permission.chainId) ?? context.chainId })
  })
  return { decoded: joined(await Promise.all(decoded)) }
}

const readOperation: Reader = async (request, { chainId }) => ({
  decoded: await decodeUserOperation({ chainId, userOperation: paramsOf(request)[0] }),
})

/** CAIP-27: a request inside a request. */
const readInvoked: Reader = async (request, context) => {
  const outer = recordOf('params', Array.isArray(request.params) ? request.params[0] : request.params)
  const { method, params } = recordOf('request', outer.request)
  if (typeof method !== 'string') throw new MalformedRequestError('it names no method.')
  if (!isInspected(method)) return undefined
  const scope = /^eip155:(\d{1,15})$/.exec(String(outer.scope))?.[1]
  if (scope === undefined) throw new MalformedRequestError('it is for a chain that cannot be checked.')
  const found = await inspectRequest({ method, params }, { ...context, chainId: Number(scope) })
  if (!found) return undefined
  const invoked = { ...outer, request: found.request }
  return { ...found, request: { ...request, params: Array.isArray(request.params) ? [invoked] : invoked } }
}

/** A snap gets a request of its own, which may hold one for the wallet at any depth. It is not known what the snap does with it. */
const readSnap: Reader = async (request) => {
  const methods = methodsIn(request.params, 0)
  if (methods.length === 0) throw new MalformedRequestError('it names no method.')
  const asked = methods.find(isInspected)
  if (asked !== undefined)
    throw new MalformedRequestError(`a snap is asked for ${printable(asked)}, which cannot be checked.`)
  return undefined
}

function methodsIn(value: unknown, depth: number): readonly string[] {
  if (depth > maxDepth) throw new MalformedRequestError('it is nested too deeply.')
  if (Array.isArray(value)) return value.flatMap((one) => methodsIn(one, depth + 1))
  if (!isMap(value)) return []
  const inner = Object.values(value).flatMap((one) => methodsIn(one, depth + 1))
  return typeof value.method === 'string' ? [value.method, ...inner] : inner
}

const maxDepth = 16

/** Their parameters are an object. */
const takesObject: ReadonlySet<string> = new Set(['wallet_invokeMethod', 'wallet_invokeSnap', 'wallet_snap'])

/** What each method pays with. */
const readers: ReadonlyMap<string, Reader> = new Map(
  Object.entries({
    eth_sendTransaction: readTransaction,
    wallet_sendTransaction: readTransaction,
    eth_signTransaction: readTransaction,
    wallet_sendCalls: readBatch,
    wallet_connect: readConnection,
    eth_sendRawTransaction: readRaw,
    eth_sendRawTransactionSync: readRaw,
    eth_sendRawTransactionConditional: readRaw,
    eth_sendPrivateRawTransaction: readRaw,
    eth_sendPrivateTransaction: readPrivate,
    eth_sendBundle: readBundle,
    eth_sendUserOperation: readOperation,
    eth_signTypedData: readSignature,
    eth_signTypedData_v1: readSignature,
    eth_signTypedData_v3: readSignature,
    eth_signTypedData_v4: readSignature,
    eth_signAuthorization: readDelegate,
    eth_sign: readHash,
    wallet_requestExecutionPermissions: readPermissions,
    wallet_grantPermissions: readPermissions,
    wallet_invokeMethod: readInvoked,
    wallet_invokeSnap: readSnap,
    wallet_snap: readSnap,
    eth_estimateGas: readCall,
    eth_fillTransaction: readCall,
    eth_createAccessList: readCall,
    eth_call: readCall,
    debug_traceCall: readCall,
    trace_call: readCall,
    eth_simulateV1: readSimulation,
    eth_callMany: readCalls,
    trace_callMany: readCalls,
    debug_traceCallMany: readCalls,
  }),
)

/** It signs a text that no contract takes for a transaction. */
const harmless: ReadonlySet<string> = new Set(['personal_sign'])

/** No permissive default. A method that asks about a sender only reads. */
function sendsOrSigns(method: unknown): boolean {
  if (typeof method !== 'string') return true
  return sending.test(method)
}

/** Words that end like `sign`, and texts that are signed, are not payments. */
const sending =
  /send(?!er)|sign(?!ed|er|al(?!l)|atur|in(?!tent)|message|personal)|grant(?!ed)|authorize(?!d)|broadcast|upgrade\w*account|execute\w*call|(?:submit|post|publish|relay|push|add(?!ress)|inject|import|execute)\w*(?:transaction|tx|bundle|operation)|_tx$/i

/** How binding a request is, by its name alone. */
export function purposeOf(method: string): JudgedRequest['purpose'] {
  if (/call(?!s)|estimate|fill|accessList|simulate/i.test(method) && !/send/i.test(method)) return 'estimate'
  return /sign(?!Transaction)|permission|grant|authorize|connect/i.test(method) && !/send/i.test(method)
    ? 'signature'
    : 'broadcast'
}

function paramsOf({ params }: RpcRequest): readonly unknown[] {
  return Array.isArray(params) ? listOf('params', params) : [params]
}

async function accountOf(given: unknown, { account }: InspectionContext): Promise<Address> {
  if (given !== undefined && given !== null) return addressOf('from', given)
  const found = await account?.()
  if (found === undefined) throw new MalformedRequestError('it names no account.')
  return addressOf('the account', found)
}

async function decodeRaw(signed: readonly unknown[], chainId: number): Promise<Found> {
  const [only] = signed
  if (signed.reduce<number>((sum, one) => sum + 1 + authorizationsIn(one), 0) > maxRecoveries)
    return { decoded: tooManySignatures }
  const decoded = await Promise.all(signed.map((one) => decodeRawTransaction(one, chainId)))
  return { hash: signed.length === 1 && isHex(only) ? keccak256(only) : undefined, decoded: joined(decoded) }
}

async function decodeEach(calls: readonly unknown[], chainId: number): Promise<Decoded> {
  const lists = calls.map((one) => (isMap(one) ? one.authorizationList : undefined))
  if (lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0) > maxRecoveries)
    return tooManySignatures
  return joined(await Promise.all(calls.map((request) => decodeTransactionRequest({ chainId, request }))))
}

/** How many authorizations a signed transaction has. One that cannot be parsed is refused later. */
function authorizationsIn(signed: unknown): number {
  if (!isHex(signed) || !signed.startsWith('0x04')) return 0
  try {
    // Checked above.
    return parseTransaction(signed as `0x04${string}`).authorizationList?.length ?? 0
  } catch {
    return 0
  }
}

/** Most signatures whose accounts are recovered for one request: each takes about a millisecond, in which nothing else is answered. */
const maxRecoveries = 256
const tooManySignatures = /* @__PURE__ */ malformed(
  `The request holds more than ${maxRecoveries} signatures, so their accounts are not recovered.`,
  'too_many',
)

function joined(parts: readonly Decoded[]): Decoded {
  const refusal = parts.find((part) => part.refusal)?.refusal
  return {
    movements: parts.flatMap(({ movements }) => movements),
    notes: parts.flatMap(({ notes }) => notes),
    ...(refusal && { refusal }),
  }
}

/** Of typed data and its signer: a permission for the signature of one account does not serve another one. */
function hashOf(typedData: Fields, signer: Address): Hash | undefined {
  try {
    // viem checks what it hashes.
    return keccak256(concat([signer, hashTypedData(typedData as unknown as Parameters<typeof hashTypedData>[0])]))
  } catch {
    return undefined
  }
}

function parseJson(text: string): unknown {
  let parsed: unknown
  let isExact = true
  try {
    parsed = JSON.parse(text, (_, value: unknown) => {
      if (typeof value === 'number' && !Number.isSafeInteger(value)) isExact = false
      return value
    })
  } catch {
    throw new MalformedRequestError('the typed data is not JSON.')
  }
  if (!isExact) throw new MalformedRequestError('the typed data has a number that is not read exactly.')
  return parsed
}
