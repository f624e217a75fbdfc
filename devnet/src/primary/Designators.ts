import type { Address, Hex } from 'viem'
import type { AnvilClient } from '../anvil/client.js'
import { primaryAddresses } from './facts.js'

/** Designator (EIP-7702) of the code that an account temporarily has during a Memo or Multicall3From transaction. */
export const callFromDesignator: Hex = `0xef0100${primaryAddresses.callFromDelegate.slice(2).toLowerCase()}`

/** True where a call there needs its sender to carry {@link callFromDesignator}. */
export function needsDesignator(to: string | null | undefined): boolean {
  const target = to?.toLowerCase()
  return target === primaryAddresses.memo.toLowerCase() || target === primaryAddresses.multicall3From.toLowerCase()
}

/**
 * Gives code to the senders of waiting Memo and Multicall3From transactions while a block is made, and removes it
 * before any read.
 */
export class Designators {
  readonly #waiting = new Map<Hex, Address>()
  readonly #anvil: AnvilClient
  #lending: Promise<void> | undefined
  #reads = 0
  #drained = () => {}

  constructor(anvil: AnvilClient) {
    this.#anvil = anvil
  }

  /** @returns Whether it was not expected before. */
  expect(hash: Hex, sender: Address): boolean {
    const isNew = !this.#waiting.has(hash)
    this.#waiting.set(hash, sender)
    return isNew
  }

  forget(hashes: Iterable<Hex>) {
    for (const hash of hashes) this.#waiting.delete(hash)
  }

  /** Runs a read while no account has temporary code, and delays adding any until it is done. */
  async read<result>(task: () => Promise<result>): Promise<result> {
    while (this.#lending !== undefined) await this.#lending
    this.#reads++
    try {
      return await task()
    } finally {
      this.#reads--
      if (this.#reads === 0) this.#drained()
    }
  }

  /** Runs `mine` while the senders have the code. */
  async during<result>(mine: () => Promise<result>): Promise<result> {
    if (this.#waiting.size === 0) return mine()
    let settle = () => {}
    this.#lending = new Promise((resolve) => {
      settle = resolve
    })
    if (this.#reads > 0)
      await new Promise<void>((resolve) => {
        this.#drained = resolve
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
      this.#lending = undefined
      settle()
    }
  }
}

/** An anvil client whose every call is a {@link Designators.read}. */
export function withoutLentCode(anvil: AnvilClient, designators: Designators): AnvilClient {
  return {
    request: (method, params) => designators.read(() => anvil.request(method, params)),
    batch: (calls) => designators.read(() => anvil.batch(calls)),
  }
}
