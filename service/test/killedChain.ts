import { EventChain } from './eventChain.js'

export const KILLED_BLOCKS = 700

/** The same chain in every process: its hashes count up. */
export function killedChain(): EventChain {
  const chain = new EventChain()
  chain.mineAll(Array.from({ length: KILLED_BLOCKS }, (_, index) => index % 4))
  return chain
}
