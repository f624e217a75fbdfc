import { clearTimeout, setTimeout } from 'node:timers'
import type { AnvilClient } from '../anvil/client.js'
import { Mutex } from './Mutex.js'

/** Makes blocks at the chain's pace, one task at a time. */
export class Miner {
  readonly #anvil: AnvilClient
  readonly #makeBlocks: (count: number) => Promise<boolean>
  readonly #mutex = new Mutex()
  readonly #listeners: ((hasTransactions: boolean) => void)[] = []
  #timer: NodeJS.Timeout | undefined
  #intervalMs = 0
  #stopped = false

  /**
   * @param makeBlocks - Makes a number of blocks now and resolves when the chain's records include them, to whether any
   *   of them may have transactions.
   */
  constructor(anvil: AnvilClient, makeBlocks: (count: number) => Promise<boolean>) {
    this.#anvil = anvil
    this.#makeBlocks = makeBlocks
  }

  /** Calls back after blocks were made, with whether they may have transactions. Does not wait for the listener. */
  onBlocks(listener: (hasTransactions: boolean) => void) {
    this.#listeners.push(listener)
  }

  /** Runs a task during which no block is made. */
  exclusive<result>(task: () => Promise<result>): Promise<result> {
    return this.#mutex.run(task)
  }

  /** Makes blocks now, regardless of the interval. */
  mine(blocks = 1): Promise<void> {
    return this.#mutex.run(() => this.#make(blocks))
  }

  /** Moves the clock forward and makes a block there. */
  increaseTime(seconds: number): Promise<void> {
    return this.#mutex.run(async () => {
      await this.#anvil.request('evm_increaseTime', [seconds])
      await this.#make(1)
    })
  }

  /** Makes a block every `intervalMs` from now on. */
  start(intervalMs: number) {
    this.#intervalMs = intervalMs
    this.#schedule(performance.now() + intervalMs)
  }

  /** Stops making blocks and waits for the one in progress. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#mutex.run(async () => {})
  }

  #schedule(due: number) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => {
        this.mine()
          .catch((error) => {
            if (!this.#stopped) console.error('The devnet could not make a block.', error)
          })
          .finally(() => {
            if (!this.#stopped) this.#schedule(Math.max(due + this.#intervalMs, performance.now()))
          })
      },
      Math.max(0, due - performance.now()),
    )
  }

  async #make(count: number) {
    if (this.#stopped || count === 0) return
    const hasTransactions = await this.#makeBlocks(count)
    for (const listener of this.#listeners) listener(hasTransactions)
  }
}
