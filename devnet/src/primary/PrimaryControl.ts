import { type Address, numberToHex, pad } from 'viem'
import type { AnvilClient } from '../anvil/client.js'
import type { ChainControl } from '../chain/ChainControl.js'
import type { Miner } from '../chain/Miner.js'
import { setTokenPaused } from '../chain/storage.js'
import { primaryAddresses, WEI_PER_UNIT } from './facts.js'
import type { Ledger } from './ledger/Ledger.js'
import { PAYMENTS_PER_BLOCK, pastPayments } from './ledger/pastPayments.js'
import { blocklistSlot } from './predeploys.js'

/** Controls of the primary chain. */
export class PrimaryControl implements ChainControl {
  readonly #anvil: AnvilClient
  readonly #ledger: Ledger
  readonly #miner: Miner

  constructor(anvil: AnvilClient, ledger: Ledger, miner: Miner) {
    this.#anvil = anvil
    this.#ledger = ledger
    this.#miner = miner
  }

  get latestBlock(): bigint {
    return BigInt(this.#ledger.head)
  }

  fund(address: Address, amount: bigint): Promise<void> {
    if (amount < 0n) throw new RangeError('amount must not be negative.')
    return this.#miner.exclusive(async () => {
      const balance = await this.#anvil.request<string>('eth_getBalance', [address, 'latest'])
      await this.#anvil.request('anvil_setBalance', [address, numberToHex(BigInt(balance) + amount * WEI_PER_UNIT)])
    })
  }

  mine(blocks = 1): Promise<void> {
    return this.#miner.mine(blocks)
  }

  increaseTime(seconds: number): Promise<void> {
    return this.#miner.increaseTime(seconds)
  }

  /** The blocks are mined, so that the payments are as old as those of other accounts. */
  async backfill(
    from: Address,
    payees: readonly Address[],
    { ageSeconds = 0 }: { ageSeconds?: number | undefined } = {},
  ): Promise<void> {
    const blocks = Math.ceil(payees.length / PAYMENTS_PER_BLOCK)
    await this.#miner.mine(blocks)
    await this.#miner.exclusive(async () => {
      const [nonce, block] = await Promise.all([
        this.#anvil.request<string>('eth_getTransactionCount', [from, 'latest']),
        this.#anvil.request<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false]),
      ])
      const place = {
        firstNonce: Number(nonce),
        firstBlock: this.#ledger.head - blocks + 1,
        timestamp: Number(block.timestamp) - ageSeconds,
      }
      const newest = this.#ledger.transactions.at(-1)?.blockNumber ?? 0
      if (newest >= place.firstBlock) throw new Error('A transaction was mined among the blocks to be filled.')
      await this.#anvil.request('anvil_setNonce', [from, numberToHex(place.firstNonce + payees.length)])
      this.#ledger.append(this.#ledger.head, pastPayments(from, payees, place))
    })
  }

  setBlocked(address: Address, blocked: boolean): Promise<void> {
    const value = pad(blocked ? '0x01' : '0x00')
    return this.#miner.exclusive(async () => {
      await this.#anvil.request('anvil_setStorageAt', [
        primaryAddresses.nativeCoinControl,
        blocklistSlot(address),
        value,
      ])
    })
  }

  setPaused(paused: boolean): Promise<void> {
    return this.#miner.exclusive(() => setTokenPaused(this.#anvil, primaryAddresses.usdc, paused))
  }
}
