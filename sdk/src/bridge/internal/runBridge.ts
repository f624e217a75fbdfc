import { type Hash, isAddressEqual, type TransactionReceipt } from 'viem'
import { bridgeChainFacts, bridgeWriteChain } from '../../chain/bridgeChains.js'
import { isBytes32 } from '../../chain/bytes32.js'
import type { ClientPair, ReadClient } from '../../chain/clients.js'
import type { IssuerWaitOptions } from '../../chain/issuerApi/options.js'
import { pause } from '../../chain/sleep.js'
import { execute } from '../../chain/transaction/execute.js'
import { inTurn } from '../../chain/transaction/inTurn.js'
import { waitForReceipt } from '../../chain/transaction/waitForReceipt.js'
import { BridgeRefusedError, ForwardingFailedError } from '../../errors/bridge.js'
import { LogsIncompleteError } from '../../errors/chain.js'
import { describeError } from '../../errors/describeError.js'
import {
  CallRefusedError,
  TransactionReplacedError,
  TransactionRevertedError,
  TransactionUnconfirmedError,
  WalletSilentError,
} from '../../errors/transaction.js'
import { InsufficientFundsError } from '../../errors/transfer.js'
import { findBurns } from '../findBurns.js'
import type { BridgeFlowResult, BridgeProgress, BridgeQuote, BridgeStep } from '../types.js'
import { type Burn, toWord } from './burn.js'
import { approveCall, burnCall, burning, readBurn } from './burnCall.js'
import type { Price } from './fees.js'
import { patienceOf } from './pollStatus.js'
import { quoteRoute } from './quoteRoute.js'
import { readMint } from './readMint.js'
import { receiptMs, soonMs } from './receiptMs.js'
import { waitForMint } from './waitForMint.js'
import { assertPayable, countOf, headOf, readBridgeAllowance } from './wallet.js'

/** What a transfer over the Bridge accepts besides its terms. */
export type BridgeFlowOptions = IssuerWaitOptions & {
  /**
   * Called with the quote before anything is signed, and awaited: throw to stop. Nothing above its `maxFee` is signed, in this
   * call or in one that resumes it.
   */
  onQuote?: ((quote: BridgeQuote) => void | Promise<void>) | undefined
  /** Called when a step begins. */
  onStep?: ((step: BridgeStep) => void) | undefined
  /**
   * Called whenever there is more to keep: store it, and hand it to `resumeBridge` after a reload. A promise is waited
   * for, and a store that fails stops the transfer there. A hash is in it the moment it exists; of a local account
   * before the bytes leave this process.
   */
  onProgress?: ((progress: BridgeProgress) => unknown) | undefined
  /**
   * Reads the destination: with it the mint is looked up on chain, and the result says what arrived there. Without it a mint
   * is what the issuer says.
   */
  destinationClient?: ReadClient | undefined
}

/** A quote that is older is looked at again before the burn. */
const freshMs = 10_000

/** Takes a transfer from its present step to its end. */
export async function runBridge(
  clients: ClientPair,
  start: BridgeProgress,
  options: BridgeFlowOptions,
): Promise<BridgeFlowResult> {
  return new Run(clients, start, options).run()
}

/** While a burn may be made, an error with effect `none` says nothing beyond its own step. */
export function asOpen({ burnTxHash, burnAfterBlock }: BridgeProgress, error: unknown): unknown {
  const isAsked = burnTxHash !== undefined || burnAfterBlock !== undefined
  const hash = isBytes32(burnTxHash) ? burnTxHash : undefined
  return isAsked && isUnburned(error) ? new TransactionUnconfirmedError(burning, hash, error) : error
}

type Burned = { burnTxHash: Hash; quote: BridgeQuote }

class Run {
  readonly #clients: ClientPair
  readonly #options: BridgeFlowOptions
  #progress: BridgeProgress
  #isOver = false

  constructor(clients: ClientPair, progress: BridgeProgress, options: BridgeFlowOptions) {
    this.#clients = clients
    this.#progress = progress
    this.#options = options
  }

  async run(): Promise<BridgeFlowResult> {
    try {
      return await this.#follow(await this.#burn())
    } catch (error) {
      throw asOpen(this.#progress, error)
    } finally {
      this.#isOver = true
    }
  }

  /** Burns, unless that has been done or may have been done. */
  async #burn(): Promise<Burned> {
    const { burnTxHash, burnAfterBlock } = this.#progress
    if (burnTxHash !== undefined) return this.#confirm(burnTxHash)
    if (burnAfterBlock === undefined) return this.#burnAnew()
    const found = await this.#lookForBurn()
    if (!isFound(found)) throw new BridgeRefusedError('burn_unknown')
    return this.#confirm(found)
  }

  /** Waits for the mint. */
  async #follow({ burnTxHash, quote }: Burned): Promise<BridgeFlowResult> {
    const { onStep, destinationClient } = this.#options
    const { from, recipient, approveTxHash } = this.#progress
    const isMeant: Burn['isMeant'] = ({ mintRecipient, amount, maxFee }) =>
      mintRecipient === toWord(recipient) && amount === quote.total && maxFee === quote.maxFee
    const burn = { sourceDomain: bridgeChainFacts(from).domain, burnTxHash, isMeant }
    const patience = patienceOf(this.#options)
    onStep?.('attest')
    let isForwarding = false
    const forward = () => {
      if (!isForwarding) onStep?.('forward')
      isForwarding = true
    }
    const minted = await waitForMint(burn, patience, this.#options, forward)
    const result = { ...(approveTxHash && { approveTxHash }), burnTxHash, quote }
    if (minted === undefined) return result
    const { forwardTxHash } = minted
    forward()
    await this.#save({ forwardTxHash })
    if (destinationClient === undefined) return { ...result, forwardTxHash }
    const leftMs = Math.max(patience.deadline - patience.now(), 1)
    const received = await this.#checkMint(destinationClient, forwardTxHash, burn, quote, leftMs)
    return received === undefined ? result : { ...result, forwardTxHash, received }
  }

  async #burnAnew(): Promise<Burned> {
    const { from, to, sender, maxFee: shown } = this.#progress
    const amount = BigInt(this.#progress.amount)
    const { onQuote, onStep, now = () => performance.now() } = this.#options
    onStep?.('quote')
    const route = { from, to, amount }
    const price = await quoteRoute(route, this.#options)
    const quotedAt = now()
    const maxFee = shown === undefined ? price.maxFee : BigInt(shown)
    assertCovered(price, maxFee)
    const quote = { amount, maxFee, total: amount + maxFee }
    await assertPayable(this.#clients.publicClient, from, sender, quote)
    await onQuote?.(quote)
    this.#options.signal?.throwIfAborted()
    await this.#save({ maxFee: `${maxFee}` })
    // Two flows of one wallet would overwrite each other's allowance.
    const pay = async () => {
      onStep?.('approve')
      await this.#approve(quote.total)
      onStep?.('burn')
      if (now() - quotedAt > freshMs) assertCovered(await quoteRoute(route, this.#options), maxFee)
      return this.#send(quote, price.finalityThreshold)
    }
    return inTurn(`bridge:${bridgeChainFacts(from).chainId}:${sender}`, pay, this.#options.signal)
  }

  /** Approves exactly what is burned, where the allowance is short. */
  async #approve(total: bigint): Promise<void> {
    const { from, sender, approveTxHash } = this.#progress
    // Whatever became of it, the allowance tells; approving again does no harm.
    if (approveTxHash !== undefined)
      await this.#waitFor(approveTxHash, 'approving USDC for the Bridge', soonMs(this.#source)).catch(() => {})
    if ((await readBridgeAllowance(this.#clients.publicClient, from, sender)) >= total) return
    const receipt = await execute(this.#clients, bridgeWriteChain(from), approveCall(from, total), {
      ...this.#waiting(),
      onTransactionHash: (hash) => this.#save({ approveTxHash: hash }),
    })
    await this.#save({ approveTxHash: receipt.transactionHash })
  }

  /** Sends the burn, once. */
  async #send(quote: BridgeQuote, finalityThreshold: number): Promise<Burned> {
    const { from, to, recipient } = this.#progress
    const burnAfterBlock = `${await headOf(this.#clients.publicClient)}`
    const call = burnCall({ from, to, recipient, quote, finalityThreshold })
    let receipt: TransactionReceipt
    try {
      // A wallet may send and keep silent. A local account hands its hash out before anything leaves.
      if (this.#clients.walletClient.account?.type !== 'local') await this.#save({ burnAfterBlock })
      receipt = await execute(this.#clients, bridgeWriteChain(from), call, {
        ...this.#waiting(),
        onTransactionHash: (burnTxHash, burnNonce) => this.#save({ burnAfterBlock, burnTxHash, burnNonce }),
      })
    } catch (error) {
      const isSilent = error instanceof TransactionUnconfirmedError && error.txHash === undefined
      if (isSilent || error instanceof WalletSilentError) {
        // A wallet that broadcasts by itself went silent. It is not asked again: the chain is.
        const found = await this.#lookForBurn()
        if (isFound(found)) return this.#confirm(found)
      }
      if (isUnburned(error)) await this.#save(noBurn)
      if (error instanceof CallRefusedError) await this.#assertAllowance(quote.total)
      throw error
    }
    await this.#save({ burnTxHash: receipt.transactionHash })
    return { burnTxHash: receipt.transactionHash, quote: readBurn(receipt, this.#progress) }
  }

  /** The chain only says that a burn is too much for its allowance: why, and what to do, is said here. */
  async #assertAllowance(total: bigint): Promise<void> {
    const { from, sender } = this.#progress
    const allowance = await readBridgeAllowance(this.#clients.publicClient, from, sender).catch(() => total)
    if (allowance < total)
      throw new InsufficientFundsError('allowance', total, allowance, { do: 'approve', spender: 'bridge' })
  }

  /** Waits until a burn that was sent is mined, and reads what it burned. */
  async #confirm(burnTxHash: Hash): Promise<Burned> {
    // Another one than was sent: of its nonce nothing is known.
    if (burnTxHash !== this.#progress.burnTxHash) await this.#save({ burnTxHash, burnNonce: undefined })
    const isOurs = this.#canSendAgain()
    let receipt: TransactionReceipt
    try {
      // What can be sent again without harm is not waited for longer than it takes to be mined.
      receipt = await this.#waitFor(burnTxHash, burning, isOurs ? soonMs(this.#source) : undefined)
    } catch (error) {
      if (isUnburned(error)) await this.#save(noBurn)
      if (!(error instanceof TransactionUnconfirmedError || error instanceof TransactionReplacedError)) throw error
      // A wallet may have raised its price meanwhile, and with it the hash.
      const found = await this.#lookForBurn(1)
      if (isFound(found) && found !== burnTxHash) return this.#confirm(found)
      if (isFound(found) || !isOurs || this.#options.signal?.aborted) throw error
      return this.#sendAgain(error)
    }
    return { burnTxHash: receipt.transactionHash, quote: readBurn(receipt, this.#progress) }
  }

  /** Whether the account that signed the burn is here, and its number is known. */
  #canSendAgain(): boolean {
    const { sender, burnNonce, burnAfterBlock } = this.#progress
    const { account } = this.#clients.walletClient
    const isHere = account?.type === 'local' && isAddressEqual(account.address, sender)
    return isHere && burnNonce !== undefined && burnAfterBlock !== undefined
  }

  /**
   * Sends a burn again whose bytes may never have reached a node: under the same number, so that the chain takes one of
   * the two and refuses the other. What was stored stays until that is decided.
   */
  async #sendAgain(unconfirmed: Error): Promise<Burned> {
    const { from, to, sender, recipient, maxFee: shown, burnNonce: nonce } = this.#progress
    if (nonce === undefined || shown === undefined) throw unconfirmed
    const { publicClient } = this.#clients
    if ((await countOf(publicClient, sender)) > nonce) {
      // The burn itself may be what took the number; logs can be later than counts.
      const burned = await this.#confirmFound(unconfirmed)
      if (burned !== undefined) return burned
      // Where the block of the other one can be taken back, the burn can still be mined.
      if ((await countOf(publicClient, sender, this.#source.id)) <= nonce) throw unconfirmed
      await this.#save(noBurn)
      throw new BridgeRefusedError('burn_superseded')
    }
    const [amount, maxFee] = [BigInt(this.#progress.amount), BigInt(shown)]
    const price = await quoteRoute({ from, to, amount }, this.#options)
    assertCovered(price, maxFee)
    const quote = { amount, maxFee, total: amount + maxFee }
    const call = { ...burnCall({ from, to, recipient, quote, finalityThreshold: price.finalityThreshold }), nonce }
    try {
      const receipt = await execute(this.#clients, bridgeWriteChain(from), call, {
        ...this.#waiting(),
        onTransactionHash: (burnTxHash) => this.#save({ burnTxHash }),
      })
      return { burnTxHash: receipt.transactionHash, quote: readBurn(receipt, this.#progress) }
    } catch (error) {
      // The node has the first one after all, or the chain does, unless this one took the number and was undone.
      const burned = error instanceof TransactionRevertedError ? undefined : await this.#confirmFound(error)
      if (burned !== undefined) return burned
      if (error instanceof TransactionRevertedError) await this.#save(noBurn)
      throw error
    }
  }

  /** Confirms the burn that the chain has; `undefined` where it has none. While logs cannot be read, the outcome stays open. */
  async #confirmFound(cause: unknown): Promise<Burned | undefined> {
    const found = await this.#lookForBurn()
    if (found === 'unread') throw new TransactionUnconfirmedError(burning, this.#progress.burnTxHash, cause)
    return isFound(found) ? this.#confirm(found) : undefined
  }

  /** Looks on chain for the burn that was asked for. Logs that cannot be read say nothing about it. */
  async #lookForBurn(timeoutMs = this.#waiting().timeoutMs): Promise<Hash | 'none' | 'unread'> {
    const { from, to, sender, recipient, amount, maxFee, burnAfterBlock } = this.#progress
    const { now = () => performance.now(), signal } = this.#options
    if (burnAfterBlock === undefined || maxFee === undefined) return 'unread'
    const deadline = now() + timeoutMs
    const { blockTimeMs } = bridgeWriteChain(from)
    for (;;) {
      let seen: 'none' | 'unread' = 'none'
      try {
        const fromBlock = BigInt(burnAfterBlock) + 1n
        const burns = await findBurns(this.#clients.publicClient, { from, depositor: sender, fromBlock }, { signal })
        const found = burns.find(
          (burn) =>
            burn.mintRecipient === toWord(recipient) &&
            burn.destinationDomain === bridgeChainFacts(to).domain &&
            burn.maxFee === BigInt(maxFee) &&
            burn.amount === BigInt(amount) + burn.maxFee,
        )
        if (found !== undefined) return found.burnTxHash
      } catch (error) {
        if (!(error instanceof LogsIncompleteError)) throw error
        seen = 'unread'
      }
      if (now() >= deadline || signal?.aborted) return seen
      await pause(Math.max(blockTimeMs, 50), signal)
    }
  }

  /** @returns What arrived; `undefined` while the destination does not show it yet. */
  async #checkMint(
    client: ReadClient,
    forwardTxHash: Hash,
    burn: Burn,
    { total: amount, maxFee }: BridgeQuote,
    timeoutMs: number,
  ): Promise<bigint | undefined> {
    const { from, to, sender, recipient } = this.#progress
    const chain = bridgeWriteChain(to)
    const { domain: destinationDomain } = bridgeChainFacts(to)
    try {
      const receipt = await waitForReceipt(client, forwardTxHash, 'minting on the destination', {
        chainId: chain.id,
        blockTimeMs: chain.blockTimeMs,
        timeoutMs: receiptMs(chain, timeoutMs),
        signal: this.#options.signal,
        // It is minted by hand then, and once.
        isHarmless: true,
      })
      const burned = { from, destinationDomain, sender, mintRecipient: toWord(recipient), amount, maxFee }
      const received = readMint(receipt, burned)
      if (received === undefined) throw new ForwardingFailedError('not_on_chain', burn)
      return received
    } catch (error) {
      if (error instanceof TransactionUnconfirmedError) return undefined
      if (error instanceof TransactionRevertedError) throw new ForwardingFailedError('failed', burn)
      throw error
    }
  }

  #waitFor(txHash: Hash, attempted: string, atMostMs = Number.POSITIVE_INFINITY) {
    const { id: chainId, blockTimeMs } = this.#source
    const { timeoutMs, signal } = this.#waiting()
    const { sender, burnNonce: nonce } = this.#progress
    const waiting = { chainId, blockTimeMs, signal, timeoutMs: Math.min(timeoutMs, atMostMs), sender, nonce }
    return waitForReceipt(this.#clients.publicClient, txHash, attempted, waiting)
  }

  get #source() {
    return bridgeWriteChain(this.#progress.from)
  }

  #waiting() {
    const { timeoutMs, signal } = this.#options
    return { timeoutMs: receiptMs(this.#source, timeoutMs), signal }
  }

  async #save(more: Partial<BridgeProgress>): Promise<void> {
    // A wallet has answered too late. A later run may have stored more; a burn's hash is worth more than that.
    if (this.#isOver && more.burnTxHash === undefined) return
    this.#progress = { ...this.#progress, ...more }
    await this.#options.onProgress?.(this.#progress)
  }
}

/** Whether an error of a write means that the burn did not happen. */
const isUnburned = (error: unknown) => describeError(error).effect === 'none'

const isFound = (burn: Hash | 'none' | 'unread'): burn is Hash => burn !== 'none' && burn !== 'unread'

/** Nothing was burned, and everything before it holds. */
const noBurn = { burnAfterBlock: undefined, burnTxHash: undefined, burnNonce: undefined }

/** @throws {@link BridgeRefusedError} when a ceiling that was shown is not enough any more. */
function assertCovered({ needed }: Price, maxFee: bigint): void {
  if (needed > maxFee) throw new BridgeRefusedError('fee_rose', { required: needed, available: maxFee })
}
