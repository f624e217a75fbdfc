import type { Address, Hex } from 'viem'
import type { AnvilClient } from '../anvil/client.js'
import { primaryAddresses } from './primary.js'

/** Designator (EIP-7702) of the code an account borrows during a Memo or Multicall3From transaction. */
export const callFromDesignator: Hex = `0xef0100${primaryAddresses.callFromDelegate.slice(2).toLowerCase()}`

/** True where a call there needs its sender to carry {@link callFromDesignator}. */
export function needsDesignator(to: string | null | undefined): boolean {
  const target = to?.toLowerCase()
  return target === primaryAddresses.memo.toLowerCase() || target === primaryAddresses.multicall3From.toLowerCase()
}

/**
 * Lends code to the senders of waiting Memo and Multicall3From transactions while a block is made, and takes it back
 * before anyone reads.
 */
export class Designators {
  readonly #waiting = new Map<Hex, Address>()
  readonly #anvil: AnvilClient
  #settled: Promise<void> = Promise.resolve()

  constructor(anvil: AnvilClient) {
    this.#anvil = anvil
  }

  expect(hash: Hex, sender: Address) {
    this.#waiting.set(hash, sender)
  }

  forget(hashes: Iterable<Hex>) {
    for (const hash of hashes) this.#waiting.delete(hash)
  }

  /** Resolves when no account carries borrowed code. Readers wait for it. */
  settled(): Promise<void> {
    return this.#settled
  }

  /** Runs `mine` with the code lent. */
  async during<result>(mine: () => Promise<result>): Promise<result> {
    if (this.#waiting.size === 0) return mine()
    let settle = () => {}
    this.#settled = new Promise((resolve) => {
      settle = resolve
    })
    const senders = [...new Set(this.#waiting.values())]
    try {
      const own = await this.#anvil.batch<Hex>(senders.map((sender) => ['eth_getCode', [sender, 'latest']]))
      await this.#anvil.batch(senders.map((sender) => ['anvil_setCode', [sender, callFromDesignator]]))
      try {
        return await mine()
      } finally {
        await this.#anvil.batch(senders.map((sender, index) => ['anvil_setCode', [sender, own[index] ?? '0x']]))
      }
    } finally {
      settle()
    }
  }
}
