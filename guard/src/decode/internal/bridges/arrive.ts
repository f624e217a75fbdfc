import type { Address, Hex } from 'viem'
import type { Known, Move, Walk } from '../entry/Entry.js'
import { coinMark, namedAddresses } from '../entry/named.js'
import type { Destination } from './destination.js'

/** What a bridge transfer pays. */
export type Arrival = Pick<Move, 'token' | 'amount' | 'carrier'> & {
  /** Undefined where the bridge's field is not an address of an EVM chain. */
  readonly payee: Address | undefined
  readonly at: Destination
  /** What the recipient does with the money, and so whom it pays. */
  readonly message?: Hex
}

/** Pays a recipient on another chain. One to the sender itself is left out; where the recipient or the chain cannot be judged, it is refused. */
export function arrive(call: Known, walk: Walk, { payee, at, message = '0x', ...moved }: Arrival): undefined {
  if (moved.amount === 0n) return
  if (message !== '0x') {
    walk.note('hook', call)
    payNamed(call, walk, message, { ...moved, chainId: at.chainId ?? walk.facts.chainId })
  }
  if (payee === undefined)
    walk.refuse(
      'unknown_destination',
      'The recipient of a bridge transfer is not an address of an EVM chain.',
      call.path,
    )
  else if (payee === call.payer && at.isEvm) return
  else if (at.chainId === undefined)
    walk.refuse('unknown_destination', `A bridge transfer goes to ${at.name}, which is unknown here.`, call.path)
  else walk.move(call, { payee, ...moved, chainId: at.chainId })
}

/** Each address that data names, as a possible payee. */
export function payNamed(call: Known, walk: Walk, data: Hex, move: Omit<Move, 'payee' | 'carrier'>): undefined {
  const others = namedAddresses(data).filter(
    (one) => one !== call.payer && one !== call.to && one !== coinMark && !walk.facts.contracts.has(one),
  )
  for (const payee of others) walk.move(call, { ...move, payee, carrier: 'argument' })
}
