import { deploymentFor, type ReadClient } from '@holdfast/sdk/chain'
import { type Address, type Hash, type Hex, keccak256, numberToHex, parseTransaction, toHex } from 'viem'
import type { BroadcastAnswer, ServedChain } from '../src/chains/ServedChain.js'

/** What happens to the next bytes that are offered: their way or the answer is lost, or it is this, and they are not taken. */
export type Fate = 'lost' | 'lost answer' | Exclude<BroadcastAnswer, 'accepted' | 'unknown'>

type Pooled = { hash: Hash; nonce: number; maxFee: bigint; to: Address; value: bigint }

/**
 * The account of one sender on a chain that hides what is pending: a pool that takes, replaces and loses transactions, and
 * blocks that take them from it in the order of their nonces.
 */
export class NonceChain {
  /** By block number; block 0 is empty. */
  readonly blocks: Pooled[][] = [[]]
  readonly fates: Fate[] = []
  /** What no block takes anything below, native wei. */
  baseFee = 0n
  /** Blocks by which the endpoint that is asked is behind; what is offered arrives all the same. */
  lag = 0
  readonly #pool = new Map<number, Pooled>()

  constructor(readonly sender: Address) {}

  get mined(): readonly Pooled[] {
    return this.blocks.flat()
  }

  /** A block of so many transactions at most. */
  mine(most: number): void {
    const block: Pooled[] = []
    for (let nonce = this.mined.length; block.length < most; nonce++) {
      const next = this.#pool.get(nonce)
      if (!next || next.maxFee < this.baseFee) break
      block.push(next)
      this.#pool.delete(nonce)
    }
    this.blocks.push(block)
  }

  /** The pool forgets every second transaction it holds. */
  lose(): void {
    for (const nonce of [...this.#pool.keys()].filter((_, place) => place % 2 === 0)) this.#pool.delete(nonce)
  }

  served(id: number): ServedChain {
    const request = async ({ method, params }: { method: string; params: readonly unknown[] }) =>
      this.#answer(method, params)
    // Only what the nonces ask for is there.
    const client = { request } as unknown as ReadClient
    const deployment = deploymentFor(5042002) as ServedChain['deployment']
    const broadcast = async (raw: Hex) => [this.#take(raw)]
    const endpoints = [client]
    return { id, client, endpoints, operators: ['one'], deployment, broadcast, lastAnswerAt: () => Date.now() }
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

  #answer(method: string, [first, second]: readonly unknown[]): unknown {
    const blocks = this.blocks.slice(0, Math.max(1, this.blocks.length - this.lag))
    if (method === 'eth_blockNumber') return numberToHex(blocks.length - 1)
    if (method === 'eth_getTransactionCount') {
      const end = second === 'latest' ? blocks.length : Number(second) + 1
      return numberToHex(blocks.slice(0, end).flat().length)
    }
    if (method === 'eth_getBlockByNumber') {
      const transactions = blocks[Number(first)]?.map(({ hash, nonce }) => ({
        hash,
        nonce: numberToHex(nonce),
        from: this.sender,
      }))
      return transactions && { number: first, transactions }
    }
    if (method !== 'eth_getTransactionReceipt') throw new Error(`${method} is not there.`)
    const number = blocks.findIndex((block) => block.some(({ hash }) => hash === first))
    if (number === -1) return null
    return {
      transactionHash: first,
      blockNumber: numberToHex(number),
      status: '0x1',
      type: '0x2',
      logs: [],
      gasUsed: toHex(21_000),
      effectiveGasPrice: toHex(20_000_000_000),
      from: this.sender,
    }
  }
}
