import { deploymentFor } from '@holdfast/sdk/chain'
import { type Address, parseTransaction, recoverTransactionAddress, type TransactionSerialized } from 'viem'
import { isAddress, numberToHex } from 'viem/utils'
import { decodePassedOn } from '../../../decode/decodePassedOn.js'
import { decodeTransferLogs } from '../../../decode/decodeTransferLogs.js'
import type { Movement } from '../../../decode/types.js'
import type { InspectedRequest } from '../../../judge/inspectRequest.js'
import { LIMIT_EXCEEDED, UPSTREAM_FAILED } from '../messages/messages.js'
import { isRecord } from '../messages/parseMessage.js'
import { within } from '../within.js'
import { createCodeReader } from './createCodeReader.js'

/**
 * Asks the node what a transaction would move: by `eth_simulateV1`, else by `debug_traceCall`. It finds payments inside contracts
 * that the decoder cannot read. A method that the node does not support is not called again for ten minutes.
 *
 * @returns A function that returns `undefined` where nothing is to be simulated. Its promise never rejects, and resolves within
 * `limitMs`.
 */
export function createSimulator({ ask, chainId, limitMs, now = Date.now }: SimulatorOptions): Simulator {
  const methods = [
    { run: simulateBlock, offUntil: 0 },
    { run: traceCalls, offUntil: 0 },
  ]
  const known = new Set(deploymentFor(chainId)?.tokens.map(({ address }) => address.toLowerCase()))

  const hasCode = createCodeReader()
  const anyCode = async (calls: readonly UnsentCall[], ask: Ask) =>
    (
      await Promise.all([...new Set(calls.map(({ to = '' }) => to.toLowerCase()))].map((to) => hasCode(to, ask)))
    ).includes(true)

  async function simulate(unsent: readonly UnsentCall[], ask: Ask): Promise<Simulation> {
    if (methods.every(({ offUntil }) => now() < offUntil)) return none
    // Plain payments are simulated only where code gets one.
    if (!unsent.some(isUnread) && !(await anyCode(unsent.filter(isPlain), ask))) return none
    const calls: Call[] = []
    for (const { from, ...call } of unsent)
      calls.push({ from: typeof from === 'string' ? from : await from(), ...call })
    for (const method of methods) {
      if (now() < method.offUntil) continue
      try {
        return await run(method.run, ask, calls)
      } catch (error) {
        if (!isUnknownMethod(error)) throw error
        method.offUntil = now() + offMs
      }
    }
    return none
  }

  /** @throws the node's error where it does not know the method. */
  async function run(method: Method, ask: Ask, calls: readonly Call[]): Promise<Simulation> {
    try {
      const logs = await method(ask, calls)
      const movements = calls.flatMap((call, index) =>
        isPlain(call)
          ? decodePassedOn(logs[index], call.from, chainId)
          : decodeTransferLogs(logs[index], call.from, chainId),
      )
      return { movements, isMissing: false }
    } catch (error) {
      if (isUnknownMethod(error)) throw error
      // A transaction that fails moves nothing; what a node could not simulate may move anything.
      if (calls.length === 1 || isFault(error)) return { movements: [], isMissing: isFault(error) }
      const parts: Simulation[] = []
      for (const call of calls) parts.push(await run(method, ask, [call]))
      return {
        movements: parts.flatMap(({ movements }) => movements),
        isMissing: parts.some(({ isMissing }) => isMissing),
      }
    }
  }

  // Calls of a token of the registry are decoded completely, so they need no simulation.
  const isUnread = ({ to, data }: UnsentCall) => !isEmpty(data) && (to === undefined || !known.has(to.toLowerCase()))

  return (inspected, signal) => {
    const calls = inspected.chainId === chainId ? callsOf(inspected) : []
    if (!calls.some((call) => isUnread(call) || isPlain(call))) return undefined
    let isLate = false
    // Of many calls one after the other is asked about, also after the time is over.
    const askInTime: Ask = async (method, params) => {
      if (isLate || signal?.aborted) throw timedOut
      return ask(method, params)
    }
    const simulation = simulate(calls, askInTime).catch(() => none)
    return within(simulation, limitMs).then((isDone) => {
      isLate = !isDone
      return isDone ? simulation : missing
    })
  }
}

export type SimulatorOptions = {
  /** One request to the node, given up after `limitMs`. Rejects with its error, which has a `code`. */
  ask: Ask
  chainId: number
  /** Milliseconds for one simulation. */
  limitMs: number
  now?: (() => number) | undefined
}

/** @param signal - Nothing is asked for after it is aborted. */
export type Simulator = (inspected: InspectedRequest, signal?: AbortSignal) => Promise<Simulation> | undefined

type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

/** What a node showed. */
export type Simulation = {
  movements: readonly Movement[]
  /** Whether a node that may simulate failed or was too slow. */
  isMissing: boolean
}

const none: Simulation = { movements: [], isMissing: false }
const missing: Simulation = { movements: [], isMissing: true }

type Call = {
  from: Address
  to?: string | undefined
  value?: string | undefined
  data?: string | undefined
  /** As the transaction has it: with all that a node gives a call, a contract could tell the simulation from it. */
  gas?: string | undefined
}

/** The signer of a transaction takes a while to recover. */
type UnsentCall = Omit<Call, 'from'> & { from: Address | (() => Promise<Address>) }

const offMs = 600_000

/** Money without a call. A contract that gets it may pass it on. */
function isPlain({ to, value, data }: Pick<Call, 'to' | 'value' | 'data'>): boolean {
  return to !== undefined && isEmpty(data) && value !== undefined && !/^0x0*$/.test(value)
}

function isEmpty(data: string | undefined): boolean {
  return data === undefined || data === '0x'
}

/** Logs of each call, one after the other. Rejects with the node's error. */
type Method = (ask: Ask, calls: readonly Call[]) => Promise<readonly unknown[]>

const timedOut = /* @__PURE__ */ new Error('The simulation timed out.')

/** Methods whose first parameter is a transaction that is about to be sent. */
const sends = new Set([
  'eth_sendTransaction',
  'wallet_sendTransaction',
  'eth_signTransaction',
  'eth_estimateGas',
  'eth_fillTransaction',
  'eth_createAccessList',
])

/** What a request sends or asks about, in order. The decoder has read it before. */
function callsOf({ request: { method, params } }: InspectedRequest): readonly UnsentCall[] {
  const [first]: unknown[] = Array.isArray(params) ? params : []
  if (sends.has(method)) return callOf(first)
  if (/^eth_send(?:Private)?RawTransaction/.test(method)) return signedCallOf(first)
  if (!isRecord(first)) return []
  if (method === 'eth_sendPrivateTransaction') return signedCallOf(first.tx)
  if (method === 'eth_sendBundle') return listOf(first.txs).flatMap(signedCallOf)
  if (method === 'wallet_sendCalls')
    return listOf(first.calls).flatMap((one) => callOf({ ...Object(one), from: first.from }))
  return []
}

function callOf(transaction: unknown): readonly UnsentCall[] {
  if (!isRecord(transaction)) return []
  const { from, to, value, data, input, gas } = transaction
  if (!isText(from) || !isAddress(from, { strict: false })) return []
  return [{ from, to: textOf(to), value: textOf(value), data: textOf(data ?? input), gas: textOf(gas) }]
}

function signedCallOf(signed: unknown): readonly UnsentCall[] {
  if (typeof signed !== 'string') return []
  // The decoder has read it as one before.
  const serialized = signed as TransactionSerialized
  const { to, value, data, gas } = parseTransaction(serialized)
  const from = () => recoverTransactionAddress({ serializedTransaction: serialized })
  return [
    {
      from,
      to: to ?? undefined,
      value: numberToHex(value ?? 0n),
      data,
      gas: gas === undefined ? gas : numberToHex(gas),
    },
  ]
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function textOf(value: unknown): string | undefined {
  return isText(value) ? value : undefined
}

/** In one block: what one call does, the next one finds. */
async function simulateBlock(ask: Ask, calls: readonly Call[]): Promise<readonly unknown[]> {
  const blocks = await ask('eth_simulateV1', [{ blockStateCalls: [{ calls }], traceTransfers: true }, 'latest'])
  const [block]: unknown[] = Array.isArray(blocks) ? blocks : []
  return isRecord(block) ? listOf(block.calls).map((one) => (isRecord(one) ? one.logs : [])) : []
}

async function traceCalls(ask: Ask, calls: readonly Call[]): Promise<readonly unknown[]> {
  const tracer = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  const logs: unknown[] = []
  for (const call of calls) logs.push(logsIn(await ask('debug_traceCall', [call, 'latest', tracer])))
  return logs
}

/** Of a call and all calls inside it. A loop: a contract may call itself a thousand times. */
function logsIn(outermost: unknown): unknown[] {
  const found: unknown[] = []
  const frames = [outermost]
  for (const frame of frames) {
    if (!isRecord(frame)) continue
    for (const log of listOf(frame.logs)) found.push(log)
    for (const inner of listOf(frame.calls)) frames.push(inner)
  }
  return found
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The node did not simulate now, and may later. */
function isFault(error: unknown): boolean {
  if (!(error instanceof Error) || /revert/i.test(error.message)) return false
  const code = 'code' in error ? error.code : undefined
  return faults.has(code) || /time.?out|timed out|aborted|too many|rate.?limit|limit exceeded|busy/i.test(error.message)
}

/** Of a node that fails or limits its rate. */
const faults: ReadonlySet<unknown> = new Set([UPSTREAM_FAILED, LIMIT_EXCEEDED, -32007, 429])

/** Hosts refuse methods in different words. The text of a revert is the contract's, not the host's. */
function isUnknownMethod(error: unknown): boolean {
  if (!(error instanceof Error) || /revert|HTTP (?:408|429)/i.test(error.message)) return false
  const code = 'code' in error ? error.code : undefined
  return (
    code === -32601 || code === -32004 || /method.*(?:not|un)|(?:not|un)\w*.*method|HTTP 4\d\d/i.test(error.message)
  )
}
