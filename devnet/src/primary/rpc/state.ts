import { callFromDesignator, needsDesignator } from '../Designators.js'
import { stateTag } from './blockTag.js'
import type { RpcMethod } from './context.js'

/** Methods that read state at a block, with the position of the block parameter. */
const blockPosition: Record<string, number> = {
  eth_call: 1,
  eth_createAccessList: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getProof: 2,
  eth_getStorageAt: 2,
  eth_getTransactionCount: 1,
  eth_simulateV1: 1,
}

/** Asks anvil; a call that needs temporary code gets it as an override. */
const readState: RpcMethod = async (context, params, method) => {
  const position = blockPosition[method] ?? 1
  const forwarded = [...params]
  while (forwarded.length < position) forwarded.push(null)
  forwarded[position] = stateTag(context, params[position])
  if (method === 'eth_simulateV1') forwarded[0] = withLentCodeInBlocks(forwarded[0])
  else if (position === 1 && needsDesignator(target(params[0])))
    forwarded[2] = withLentCode(forwarded[2], sender(params[0]))
  return context.anvil.request(method, forwarded)
}

/** The state methods of the front. */
export const stateMethods: Record<string, RpcMethod> = Object.fromEntries(
  Object.keys(blockPosition).map((method) => [method, readState]),
)

function withLentCodeInBlocks(payload: unknown): unknown {
  const { blockStateCalls }: { blockStateCalls?: readonly Record<string, unknown>[] } = Object(payload)
  if (!Array.isArray(blockStateCalls)) return payload
  const lent = blockStateCalls.map((block) => {
    const calls: unknown[] = Array.isArray(block.calls) ? block.calls : []
    const senders = calls.filter((call) => needsDesignator(target(call))).map(sender)
    return senders.length === 0
      ? block
      : { ...block, stateOverrides: senders.reduce(withLentCode, block.stateOverrides) }
  })
  return { ...Object(payload), blockStateCalls: lent }
}

function withLentCode(overrides: unknown, account: string): Record<string, unknown> {
  const all: Record<string, object> = Object(overrides)
  const key = Object.keys(all).find((address) => address.toLowerCase() === account.toLowerCase()) ?? account
  return { ...all, [key]: { ...all[key], code: callFromDesignator } }
}

function target(call: unknown): string | undefined {
  return typeof call === 'object' && call !== null && 'to' in call && typeof call.to === 'string' ? call.to : undefined
}

function sender(call: unknown): string {
  const from = typeof call === 'object' && call !== null && 'from' in call ? call.from : undefined
  return typeof from === 'string' ? from : '0x0000000000000000000000000000000000000000'
}
