import { invalidParams } from '../../rpc/errors.js'
import { type RpcContext, visibleHead } from './context.js'

/** Number of the block that a tag or a hex number means; a missing one is the newest. */
export function blockNumberOf(context: RpcContext, tag: unknown): number {
  if (tag === undefined || tag === null) return visibleHead(context)
  if (tag === 'earliest') return 0
  if (typeof tag === 'string' && heads.includes(tag)) return visibleHead(context)
  if (typeof tag === 'string' && /^0x[0-9a-fA-F]{1,13}$/.test(tag)) return Number(tag)
  throw invalidParams(`invalid block number or tag: ${JSON.stringify(tag)}`)
}

/** The tag to ask anvil with: there is no pending view, and a lagging one is an older block. */
export function stateTag(context: RpcContext, tag: unknown): unknown {
  if (tag !== undefined && tag !== null && !(typeof tag === 'string' && heads.includes(tag))) return tag
  return context.faults.current.rpc.lagBlocks === 0 ? 'latest' : hex(visibleHead(context))
}

export function hex(value: number | bigint): `0x${string}` {
  return `0x${value.toString(16)}`
}

const heads = ['latest', 'safe', 'finalized', 'pending']
