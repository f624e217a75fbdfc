import { type Address, type Hex, hexToBigInt, numberToHex, pad } from 'viem'
import type { AnvilClient } from '../anvil/client.js'
import type { ChainControl } from '../chain/ChainControl.js'
import type { Miner } from '../chain/Miner.js'
import { setTokenPaused } from '../chain/storage.js'
import { remoteAddresses } from './facts.js'
import { balanceSlot, SUPPLY_SLOT } from './predeploys.js'

/** Controls of the remote chain. */
export class RemoteControl implements ChainControl {
  readonly #anvil: AnvilClient
  readonly #miner: Miner
  readonly #head: () => number

  constructor(anvil: AnvilClient, miner: Miner, head: () => number) {
    this.#anvil = anvil
    this.#miner = miner
    this.#head = head
  }

  get latestBlock(): bigint {
    return BigInt(this.#head())
  }

  fund(address: Address, amount: bigint): Promise<void> {
    if (amount < 0n) throw new RangeError('amount must not be negative.')
    return this.#miner.exclusive(async () => {
      await this.#changeWord(SUPPLY_SLOT, (supply) => supply + amount)
      await this.#changeWord(balanceSlot(address), (balance) => balance + amount)
      const nativeBalance = hexToBigInt(await this.#anvil.request<Hex>('eth_getBalance', [address, 'latest']))
      if (nativeBalance < gasMoney) await this.#anvil.request('anvil_setBalance', [address, numberToHex(gasMoney)])
    })
  }

  setNativeBalance(address: Address, nativeBalance: bigint): Promise<void> {
    if (nativeBalance < 0n) throw new RangeError('nativeBalance must not be negative.')
    return this.#miner.exclusive(async () => {
      await this.#anvil.request('anvil_setBalance', [address, numberToHex(nativeBalance)])
    })
  }

  mine(blocks = 1): Promise<void> {
    return this.#miner.mine(blocks)
  }

  increaseTime(seconds: number): Promise<void> {
    return this.#miner.increaseTime(seconds)
  }

  setBlocked(address: Address, blocked: boolean): Promise<void> {
    return this.#miner.exclusive(() =>
      this.#changeWord(balanceSlot(address), (word) => (blocked ? word | blockedBit : word & ~blockedBit)),
    )
  }

  setPaused(paused: boolean): Promise<void> {
    return this.#miner.exclusive(() => setTokenPaused(this.#anvil, remoteAddresses.usdc, paused))
  }

  async #changeWord(slot: Hex, change: (word: bigint) => bigint) {
    const { usdc } = remoteAddresses
    const word = hexToBigInt(await this.#anvil.request<Hex>('eth_getStorageAt', [usdc, slot, 'latest']))
    await this.#anvil.request('anvil_setStorageAt', [usdc, slot, pad(numberToHex(change(word)))])
  }
}

/** The least that an account has after it was funded: one ether. */
const gasMoney = 10n ** 18n

const blockedBit = 1n << 255n
