import { type Address, numberToHex, pad } from 'viem'
import type { AnvilClient } from '../anvil/client.js'
import type { Miner } from '../chain/Miner.js'
import { primaryAddresses, WEI_PER_UNIT } from './facts.js'
import type { Ledger } from './ledger/Ledger.js'
import { blocklistSlot } from './predeploys.js'

/** Levers that a real chain does not have. */
export class PrimaryControl {
  readonly #anvil: AnvilClient
  readonly #ledger: Ledger
  readonly #miner: Miner

  constructor(anvil: AnvilClient, ledger: Ledger, miner: Miner) {
    this.#anvil = anvil
    this.#ledger = ledger
    this.#miner = miner
  }

  /** Number of the newest block. */
  get latestBlock(): bigint {
    return BigInt(this.#ledger.head)
  }

  /** Adds USDC to an account's balance, without a transaction and without a trace in its history. */
  fund(address: Address, amount: bigint): Promise<void> {
    if (amount < 0n) throw new RangeError('amount must not be negative.')
    return this.#miner.exclusive(async () => {
      const balance = await this.#anvil.request<string>('eth_getBalance', [address, 'latest'])
      await this.#anvil.request('anvil_setBalance', [address, numberToHex(BigInt(balance) + amount * WEI_PER_UNIT)])
    })
  }

  /** Makes blocks now, besides those of the clock. Thousands take seconds. */
  mine(blocks = 1): Promise<void> {
    return this.#miner.mine(blocks)
  }

  /** Moves the chain's clock forward and makes a block there. The clock cannot go back. */
  increaseTime(seconds: number): Promise<void> {
    return this.#miner.increaseTime(seconds)
  }

  /** Puts an account on USDC's blocklist, or takes it off, at once and without an event. */
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
}
