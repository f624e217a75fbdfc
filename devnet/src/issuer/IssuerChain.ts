import {
  type Address,
  type Chain,
  createPublicClient,
  createWalletClient,
  custom,
  type Hex,
  isAddressEqual,
  type Log,
  type PublicClient,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { AnvilClient } from '../anvil/client.js'
import { forwarderAccount } from '../chain/accounts.js'
import type { Miner } from '../chain/Miner.js'
import { Mutex } from '../chain/Mutex.js'

/**
 * One chain as the issuer's services see it: through their own node, which no fault affects, and with their own
 * account, which pays for what they send.
 */
export class IssuerChain {
  /** Domain of the chain in Bridge and Hub; not its chain id. */
  readonly domain: number
  readonly usdc: Address
  readonly read: PublicClient
  readonly #wallet
  readonly #head: () => number
  readonly #sending = new Mutex()
  readonly #watching = new Mutex()
  readonly #watches: Watch[] = []
  readonly #miner: Miner
  #nextBlock: number
  /** True while logs of earlier blocks have not been read. */
  #isBehind = false
  #stopped = false

  constructor({ domain, usdc, chain, anvil, miner, head, firstBlock }: IssuerChainOptions) {
    this.domain = domain
    this.usdc = usdc
    const transport = custom({ request: ({ method, params }) => anvil.request(method, params) }, { retryCount: 0 })
    // The client of a union of chains is not typed as the general one.
    this.read = createPublicClient({ chain, transport, cacheTime: 0 }) as PublicClient
    this.#wallet = createWalletClient({ account: forwarderAccount(), chain, transport })
    this.#miner = miner
    this.#head = head
    this.#nextBlock = firstBlock
  }

  /** Number of the newest block. */
  get head(): number {
    return this.#head()
  }

  /**
   * Passes on the logs of these contracts, after every block and in order; an empty list for a block without logs. Call
   * it before {@link start}.
   */
  watch(addresses: readonly Address[], onBlocks: Watch['onBlocks']) {
    this.#watches.push({ addresses, onBlocks })
  }

  /** Starts passing on logs, from the chain's first block on. */
  start() {
    this.#miner.onBlocks((hasTransactions) => void this.#watching.run(() => this.#tell(hasTransactions)))
    void this.#watching.run(() => this.#tell(true))
  }

  stop() {
    this.#stopped = true
  }

  /**
   * Sends from the forwarder's account, one transaction after another.
   *
   * @returns Hash of the transaction, which is not mined yet.
   * @param gas - Gas limit, instead of the node's estimate.
   * @throws the node's error, when the call reverts in simulation.
   */
  send(call: { to: Address; data: Hex; gas?: bigint }): Promise<Hex> {
    return this.#sending.run(() =>
      this.#wallet.sendTransaction({ ...call, maxFeePerGas: maxFeePerGas, maxPriorityFeePerGas: 1n }),
    )
  }

  /** The receipt; undefined while it is missing. */
  async receipt(hash: Hex): Promise<TransactionReceipt | undefined> {
    return this.read.getTransactionReceipt({ hash }).catch((error) => {
      if (error instanceof TransactionReceiptNotFoundError) return undefined
      throw error
    })
  }

  async #tell(hasTransactions: boolean) {
    if (this.#stopped) return
    try {
      const logs = hasTransactions || this.#isBehind ? await this.#newLogs() : []
      for (const { addresses, onBlocks } of this.#watches)
        onBlocks(logs.filter(({ address }) => addresses.some((one) => isAddressEqual(one, address))))
    } catch (error) {
      if (!this.#stopped) console.error('The devnet’s issuer could not read a block.', error)
    }
  }

  async #newLogs() {
    const toBlock = this.head
    if (toBlock < this.#nextBlock) return []
    this.#isBehind = true
    const logs = await this.read.getLogs({
      address: this.#watches.flatMap(({ addresses }) => addresses),
      fromBlock: BigInt(this.#nextBlock),
      toBlock: BigInt(toBlock),
    })
    this.#nextBlock = toBlock + 1
    this.#isBehind = false
    return logs
  }
}

type IssuerChainOptions = {
  domain: number
  usdc: Address
  chain: Chain
  anvil: AnvilClient
  miner: Miner
  /** Number of the newest block. */
  head: () => number
  /** Block from which logs are read. */
  firstBlock: number
}

type Watch = { addresses: readonly Address[]; onBlocks: (logs: Log<bigint, number, false>[]) => void }

/** Above any base fee that the devnet's chains have: 100 gwei. */
const maxFeePerGas = 100_000_000_000n
