import { clearTimeout, setTimeout } from 'node:timers'
import { numberToHex } from 'viem'
import type { AnvilClient } from '../anvil/client.js'
import type { Designators } from '../primary/Designators.js'
import { BASE_FEE } from '../primary/facts.js'
import { readBlock } from '../primary/ledger/ingest.js'
import type { Ledger } from '../primary/ledger/Ledger.js'
import { Mutex } from './Mutex.js'

/** Makes blocks at the chain's pace and enters each into the ledger before the next. */
export class Miner {
  readonly #anvil: AnvilClient
  readonly #ledger: Ledger
  readonly #designators: Designators
  readonly #mutex = new Mutex()
  #timer: NodeJS.Timeout | undefined
  #intervalMs = 0
  #stopped = false

  constructor(anvil: AnvilClient, ledger: Ledger, designators: Designators) {
    this.#anvil = anvil
    this.#ledger = ledger
    this.#designators = designators
  }

  /** Runs a task with no block being made meanwhile. */
  exclusive<result>(task: () => Promise<result>): Promise<result> {
    return this.#mutex.run(task)
  }

  /** Makes blocks now, whatever the pace. */
  mine(blocks = 1): Promise<void> {
    return this.#mutex.run(async () => {
      let left = blocks
      while (left > 0) {
        await this.#mineOne()
        left--
        if (left > 0 && !(await this.#hasWaiting())) break
      }
      if (left === 0) return
      // Nothing is waiting and nothing can arrive meanwhile: the rest is known to be empty.
      await this.#anvil.request('anvil_mine', [numberToHex(left)])
      this.#ledger.append(this.#ledger.head + left, [])
    })
  }

  /** Moves the clock forward and makes a block there. */
  increaseTime(seconds: number): Promise<void> {
    return this.#mutex.run(async () => {
      await this.#anvil.request('evm_increaseTime', [seconds])
      await this.#mineOne()
    })
  }

  /** Makes a block every `intervalMs` from now on. */
  start(intervalMs: number) {
    this.#intervalMs = intervalMs
    this.#schedule(Date.now() + intervalMs)
  }

  /** Stops making blocks and waits for the one in the making. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#mutex.run(async () => {})
  }

  #schedule(due: number) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => {
        this.#mutex
          .run(() => this.#mineOne())
          .catch((error) => {
            if (!this.#stopped) console.error('The devnet could not make a block.', error)
          })
          .finally(() => {
            if (!this.#stopped) this.#schedule(Math.max(due + this.#intervalMs, Date.now()))
          })
      },
      Math.max(0, due - Date.now()),
    )
  }

  async #mineOne() {
    if (this.#stopped) return
    // One after another: anvil works on the calls of a batch side by side.
    await this.#anvil.request('anvil_setNextBlockBaseFeePerGas', [numberToHex(BASE_FEE)])
    await this.#designators.during(() => this.#anvil.request('evm_mine'))
    const head = await this.#anvil.request<string>('eth_blockNumber')
    // More than one block to read only when an earlier reading failed.
    for (let number = this.#ledger.head + 1; number <= Number(head); number++) {
      const transactions = await readBlock(this.#anvil, number)
      this.#designators.forget(transactions.map(({ hash }) => hash))
      this.#ledger.append(number, transactions)
    }
  }

  async #hasWaiting(): Promise<boolean> {
    const { pending } = await this.#anvil.request<{ pending: string }>('txpool_status')
    return Number(pending) > 0
  }
}
