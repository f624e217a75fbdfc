import type { PairDecision } from '@holdfast/sdk/risk'
import { type Address, isAddress, isAddressEqual } from 'viem'
import type { Context } from '../command/Context.js'
import { openList } from '../settings/openList.js'

/**
 * The person's decisions about two addresses that look alike, in `pairs.json`: which one is genuine (`keep`) and which one
 * imitates it (`over`). One for each sender and pair, for all chains.
 */
export function openDecisions(context: Pick<Context, 'settingsFile' | 'pathOf'>): Decisions {
  const list = openList(context, 'pairs', isDecision)
  return {
    all: list.read,
    of: (sender) => list.read().filter((one) => isAddressEqual(one.sender, sender)),
    keep(decision) {
      list.change((all) => ({ items: [...all.filter((one) => !isSamePair(one, decision)), decision] }))
    },
    remove(pair) {
      const { isRemoved } = list.change((all) => {
        const rest = all.filter((one) => !isSamePair(one, pair))
        const isRemoved = rest.length < all.length
        return { items: isRemoved ? rest : all, isRemoved }
      })
      return isRemoved
    },
  }
}

type Decisions = {
  all: () => readonly PairDecision[]
  of: (sender: Address) => readonly PairDecision[]
  /** Replaces an earlier decision about the same pair. */
  keep: (decision: PairDecision) => void
  /** @returns Whether there was one. */
  remove: (pair: Pair) => boolean
}

/** Two addresses that look alike to a sender, in any order. */
type Pair = Omit<PairDecision, 'at'>

/** Whether two decisions are about the same addresses, whichever each keeps. */
export function isSamePair(one: Pair, other: Pair): boolean {
  const isSame = (a: Address, b: Address) => isAddressEqual(a, b)
  return (
    isSame(one.sender, other.sender) &&
    ((isSame(one.keep, other.keep) && isSame(one.over, other.over)) ||
      (isSame(one.keep, other.over) && isSame(one.over, other.keep)))
  )
}

function isDecision(value: unknown): value is PairDecision {
  const { sender, keep, over, at }: Record<string, unknown> = Object(value)
  return [sender, keep, over].every((one) => typeof one === 'string' && isAddress(one)) && Number.isSafeInteger(at)
}
