import type { Address } from 'viem'

/** A factory whose boxes are believed. */
export type BoxFactory = {
  address: Address
  /**
   * The code behind its boxes.
   *
   * @default the factory is asked
   */
  implementation?: Address | undefined
}
