import { deploymentFor, type ReadClient } from '@holdfast/sdk/chain'
import { MemoryChain } from '@holdfast/testkit/MemoryChain'
import { type Address, type Hash, type Hex, keccak256, parseTransaction } from 'viem'
import type { BroadcastAnswer, ServedChain } from '../src/chains/ServedChain.js'

/**
 * What happens to the next broadcast bytes: the request or its answer is lost, or this is the answer, and they are not
 * accepted.
 */
export type Fate = 'lost' | 'lost answer' | Exclude<BroadcastAnswer, 'accepted' | 'unknown'>

type Pooled = { hash: Hash; nonce: number; maxFee: bigint; to: Address; value: bigint }

/**
 * The account of one sender on a chain that hides pending transactions: a pool that accepts, replaces and loses
 * transactions, and blocks that take them in the order of their nonces.
 */
export class NonceChain {
  /** Mined transactions, in order. */
  readonly mined: Pooled[] = []
  readonly fates: Fate[] = []
  /** Lowest fee that a block accepts, native wei. */
  baseFee = 0n
  /** Number of blocks by which the asked endpoint is behind; broadcasts still arrive. */
  lag = 0
  readonly #pool = new Map<number, Pooled>()
  readonly #chain = new MemoryChain(0)

  constructor(readonly sender: Address) {
    this.#put(0, [])
  }

  /** Mines a block with a number of transactions at most. */
  mine(most: number): void {
    const block: Pooled[] = []
    for (let nonce = this.mined.length; block.length < most; nonce++) {
      const next = this.#pool.get(nonce)
      if (!next || next.maxFee < this.baseFee) break
      block.push(next)
      this.#pool.delete(nonce)
    }
    this.mined.push(...block)
    this.#put(this.#chain.head + 1, block)
  }

  /** The pool drops every second transaction it holds. */
  lose(): void {
    for (const nonce of [...this.#pool.keys()].filter((_, place) => place % 2 === 0)) this.#pool.delete(nonce)
  }

  served(id: number): ServedChain {
    const request = async ({ method, params }: { method: string; params: readonly unknown[] }) =>
      this.#chain.answer(method, params, { lagBlocks: Math.min(this.lag, this.#chain.head) })
    // Only the methods that the nonces need are implemented. The library tells endpoints apart by their transports.
    const client = { request, transport: { request } } as unknown as ReadClient
    const deployment = deploymentFor(5042002) as ServedChain['deployment']
    const broadcast = async (raw: Hex) => [this.#take(raw)]
    const endpoints = [client]
    return { id, client, endpoints, operators: ['one'], deployment, broadcast, lastAnswerAt: () => Date.now() }
  }

  #put(number: number, block: readonly Pooled[]): void {
    const transactions = block.map(({ hash, nonce }) => ({ hash, nonce, from: this.sender }))
    this.#chain.put({ ...this.#chain.block(number), transactions })
  }

  #take(raw: Hex): BroadcastAnswer {
    const fate = this.fates.shift()
    if (fate === 'lost') return 'unknown'
    if (fate !== undefined && fate !== 'lost answer') return fate
    const { nonce = 0, maxFeePerGas: maxFee = 0n, to, value = 0n } = parseTransaction(raw as `0x02${string}`)
    const answer = this.#pooled({ hash: keccak256(raw), nonce, maxFee, to: to as Address, value })
    return fate === 'lost answer' ? 'unknown' : answer
  }

  #pooled(one: Pooled): BroadcastAnswer {
    if (one.nonce < this.mined.length) return 'nonce_too_low'
    const other = this.#pool.get(one.nonce)
    if (other?.hash === one.hash) return 'already_known'
    if (other !== undefined && one.maxFee * 10n < other.maxFee * 11n) return 'underpriced'
    this.#pool.set(one.nonce, one)
    return 'accepted'
  }
}
