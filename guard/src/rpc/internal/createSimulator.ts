import { deploymentFor } from '@holdfast/sdk/chain'
import { type Address, parseTransaction, recoverTransactionAddress, type TransactionSerialized } from 'viem'
import { isAddress, numberToHex } from 'viem/utils'
import { decodeTransferLogs } from '../../decode/decodeTransferLogs.js'
import type { Movement } from '../../decode/types.js'
import type { InspectedRequest } from '../../judge/inspectRequest.js'
import { isRecord } from './parseMessage.js'

/**
 * Asks the node what a transaction would move: by `eth_simulateV1`, else by `debug_traceCall`. It finds payments inside contracts
 * that the decoder cannot read. A method that the node does not support is not called again for ten minutes.
 */
export function createSimulator({ ask, chainId, now = Date.now }: SimulatorOptions) {
  const methods = [
    { run: simulateBlock, offUntil: 0 },
    { run: traceCall, offUntil: 0 },
  ]
  const known = new Set(deploymentFor(chainId)?.tokens.map(({ address }) => address.toLowerCase()))

  return async (inspected: InspectedRequest): Promise<readonly Movement[]> => {
    const call = await callOf(inspected).catch(() => undefined)
    // Calls of a token of the registry are decoded completely, so they need no simulation.
    if (!call?.to || call.data === undefined || call.data === '0x' || known.has(call.to.toLowerCase())) return []
    for (const method of methods) {
      if (now() < method.offUntil) continue
      try {
        const logs = await method.run(ask, call)
        return decodeTransferLogs(logs, call.from, chainId)
      } catch (error) {
        // The transaction may fail, or the node: then only what the decoder found counts.
        if (!isUnknownMethod(error)) return []
        method.offUntil = now() + offMs
      }
    }
    return []
  }
}

export type SimulatorOptions = {
  /** One request to the node. Rejects with its error, which has a `code`. */
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>
  chainId: number
  now?: (() => number) | undefined
}

type Call = { from: Address; to?: string | undefined; value?: string | undefined; data?: string | undefined }

const offMs = 600_000

/** Methods whose first parameter is a transaction that is about to be sent. */
const sends = new Set(['eth_sendTransaction', 'eth_estimateGas', 'eth_fillTransaction', 'eth_createAccessList'])

async function callOf({ request }: InspectedRequest): Promise<Call | undefined> {
  const [first]: unknown[] = Array.isArray(request.params) ? request.params : []
  if (sends.has(request.method) && isRecord(first)) {
    const { from, to, value, data, input } = first
    if (!isText(from) || !isAddress(from, { strict: false })) return undefined
    return { from, to: textOf(to), value: textOf(value), data: textOf(data ?? input) }
  }
  if (!request.method.startsWith('eth_sendRawTransaction') || typeof first !== 'string') return undefined
  // The decoder has read it as one before.
  const serialized = first as TransactionSerialized
  const { to, value, data } = parseTransaction(serialized)
  const from = await recoverTransactionAddress({ serializedTransaction: serialized })
  return { from, to: to ?? undefined, value: numberToHex(value ?? 0n), data }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function textOf(value: unknown): string | undefined {
  return isText(value) ? value : undefined
}

async function simulateBlock(ask: SimulatorOptions['ask'], call: Call): Promise<unknown[]> {
  const blocks = await ask('eth_simulateV1', [{ blockStateCalls: [{ calls: [call] }], traceTransfers: true }, 'latest'])
  const [block]: unknown[] = Array.isArray(blocks) ? blocks : []
  const calls = isRecord(block) && Array.isArray(block.calls) ? block.calls : []
  return calls.flatMap((one: unknown) => (isRecord(one) && Array.isArray(one.logs) ? one.logs : []))
}

async function traceCall(ask: SimulatorOptions['ask'], call: Call): Promise<unknown[]> {
  const tracer = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  return logsIn(await ask('debug_traceCall', [call, 'latest', tracer]))
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

/** Hosts refuse methods in different words. The text of a revert is the contract's, not the host's. */
function isUnknownMethod(error: unknown): boolean {
  if (!(error instanceof Error) || /revert/i.test(error.message)) return false
  const code = 'code' in error ? error.code : undefined
  return (
    code === -32601 || code === -32004 || /method.*(?:not|un)|(?:not|un)\w*.*method|HTTP 4\d\d/i.test(error.message)
  )
}
