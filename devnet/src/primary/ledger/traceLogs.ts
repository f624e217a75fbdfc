import { type Address, encodeAbiParameters, getAddress, type Hex, pad } from 'viem'
import { primaryAddresses } from '../facts.js'
import type { InternalTransfer } from './types.js'

/** A log before it has a place in its block. */
export type BareLog = { address: Address; topics: readonly Hex[]; data: Hex }

/** A frame of anvil's call tracer, `withLog` on. */
export type CallFrame = {
  type: string
  from: Address
  to?: Address
  value?: Hex
  gas: Hex
  input?: Hex
  output?: Hex
  error?: string
  calls?: readonly CallFrame[]
  logs?: readonly (BareLog & { position?: Hex | number })[]
}

/** topic0 of `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** The system's record of a native movement, 18 decimals; undefined where the primary chain writes none. */
export function systemLog(from: Address, to: Address, value: bigint): BareLog | undefined {
  if (value === 0n || from.toLowerCase() === to.toLowerCase()) return undefined
  return {
    address: primaryAddresses.systemEmitter,
    // Lower case of hex is hex.
    topics: [TRANSFER_TOPIC, pad(from.toLowerCase() as Hex), pad(to.toLowerCase() as Hex)],
    data: encodeAbiParameters([{ type: 'uint256' }], [value]),
  }
}

/**
 * The logs of a traced transaction in order of execution, with a system log before the code that each native movement
 * starts. What reverted leaves nothing.
 */
export function logsOfTrace(root: CallFrame): BareLog[] {
  const logs: BareLog[] = []
  const visit = (frame: CallFrame) => {
    if (frame.error !== undefined) return
    if (movesValue(frame) && frame.to !== undefined) {
      const log = systemLog(frame.from, frame.to, BigInt(frame.value ?? '0x0'))
      if (log !== undefined) logs.push(log)
    }
    const calls = frame.calls ?? []
    const own = frame.logs ?? []
    for (let position = 0; position <= calls.length; position++) {
      for (const log of own) if (Number(log.position ?? calls.length) === position) logs.push(log)
      const call = calls[position]
      if (call !== undefined) visit(call)
    }
  }
  visit(root)
  return logs.map(({ address, topics, data }) => ({ address, topics, data }))
}

/** Native movements below the top level. */
export function internalTransfers(root: CallFrame): InternalTransfer[] {
  const transfers: InternalTransfer[] = []
  let index = 0
  const visit = (frame: CallFrame, alive: boolean) => {
    const success = alive && frame.error === undefined
    const value = BigInt(frame.value ?? '0x0')
    if (index > 0 && movesValue(frame) && value > 0n && frame.to !== undefined)
      transfers.push({
        index,
        // Of the kinds that move value, the explorer has the same names in lower case.
        type: frame.type.toLowerCase() as InternalTransfer['type'],
        from: frame.from,
        to: frame.to,
        value,
        gas: frame.gas,
        success,
      })
    index++
    for (const call of frame.calls ?? []) visit(call, success)
  }
  visit(root, true)
  return transfers
}

/** Contracts created by what did not revert. */
export function createdContracts(frame: CallFrame): Address[] {
  if (frame.error !== undefined) return []
  const own = frame.type.startsWith('CREATE') && frame.to !== undefined ? [getAddress(frame.to)] : []
  return [...own, ...(frame.calls ?? []).flatMap(createdContracts)]
}

function movesValue({ type }: CallFrame): boolean {
  return type === 'CALL' || type === 'CREATE' || type === 'CREATE2' || type === 'SELFDESTRUCT'
}
