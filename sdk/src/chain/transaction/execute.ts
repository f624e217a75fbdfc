import {
  type Abi,
  type Account,
  type Address,
  type Hash,
  type Hex,
  keccak256,
  type LocalAccount,
  type TransactionReceipt,
} from 'viem'
import { sendTransaction } from 'viem/actions'
import { ChainUnavailableError } from '../../errors/chain.js'
import { CallRefusedError, TransactionUnconfirmedError } from '../../errors/transaction.js'
import type { ClientPair, WriteClient } from '../clients.js'
import { hasVerdict, isAlreadyKnown, isInconclusive, isNonceUsed, withoutSecrets } from '../failure.js'
import { confirmChain } from '../network.js'
import type { WriteChain } from '../registry.js'
import { pause } from '../sleep.js'
import { askWallet, type PromptOptions } from './askWallet.js'
import { type Fees, feesAt, priceOf } from './fees.js'
import { inTurn } from './inTurn.js'
import { requireAccount } from './requireAccount.js'
import { type Revert, readRevert } from './revert.js'
import { isSameAs, type WaitOptions, waitForReceipt } from './waitForReceipt.js'
import { followedBoth, gateOf, isReceipt } from './walletGate.js'

/** The step of a write. */
export type WriteStep = 'simulate' | 'sign' | 'send' | 'confirm'

/** What every write accepts. */
export type WriteOptions = WaitOptions & {
  /** Called when a step begins. */
  onStep?: ((step: WriteStep) => void) | undefined
  /**
   * Called with the transaction's hash as soon as it exists: for a local account before the bytes leave this process.
   * Persist it; the hash alone recovers the outcome. `nonce` is the transaction's number, where it is known. A promise is
   * waited for: where the store fails, a local account sends nothing.
   */
  onTransactionHash?: ((txHash: Hash, nonce?: number) => unknown) | undefined
}

/** One call to make, and what to call it. */
export type Call = {
  to: Address
  data: Hex
  /** As in "while …": `sending the protected transfer`. */
  attempted: string
  /** ABI whose errors the call can bring back. */
  abi: Abi
  /** Turns a known refusal into the operation's own error. */
  onRevert?: ((revert: Revert) => Error | undefined) | undefined
  /** Gas the call needs at least, where an estimate could come out too low. */
  minGas?: bigint | undefined
  /** Only for a local account: takes the place of a transaction that may be lost. The chain includes one of the two. */
  nonce?: number | undefined
}

/**
 * Makes one write: simulates it, sends it with every field set, waits for one confirmation.
 *
 * The bytes are sent once. When an answer is lost, a local account offers the very same signed bytes again, which the
 * chain can include only once; a wallet that broadcasts itself is never asked twice. Writes of one local account on one
 * chain are made one after the other, so that no two of them take the same number; an account with a nonce manager counts
 * by itself.
 *
 * @returns The receipt of a transaction that succeeded.
 * @throws Before anything is sent: {@link MissingAccountError}, `WrongNetworkError`, {@link CallRefusedError} or the
 *   error `onRevert` chose, `SignatureDeclinedError`, {@link ChainUnavailableError}, the reason of `signal`. After it:
 *   `WalletSilentError`, {@link TransactionUnconfirmedError}, `TransactionRevertedError`, `TransactionReplacedError`.
 */
export async function execute(
  clients: ClientPair,
  chain: WriteChain,
  call: Call,
  options: WriteOptions = {},
): Promise<TransactionReceipt> {
  const account = requireAccount(clients.walletClient)
  const gated = gateOf(clients.walletClient)?.call(chain.id, [call]) ?? {}
  // A gate that answers in place of the chain knows what its operation reads of a receipt.
  if (isReceipt(gated)) return gated as TransactionReceipt
  const write = () => executeOne(clients, account, chain, call, followedBoth(options, gated))
  if (needsNonce(account)) return inTurn(`${chain.id}:${account.address}`, write, options.signal)
  options.signal?.throwIfAborted()
  return write()
}

async function executeOne(
  clients: ClientPair,
  account: Account,
  chain: WriteChain,
  call: Call,
  options: WriteOptions,
): Promise<TransactionReceipt> {
  options.onStep?.('simulate')
  // One round trip for all of it. A wallet names its chain once more: a person may have switched it meanwhile.
  const [gas, price, nonce] = await Promise.all([
    estimateGas(clients, chain, account.address, call),
    priceOf(clients, chain, call.attempted),
    call.nonce ?? (needsNonce(account) ? nonceOf(clients, account, call.attempted) : undefined),
    confirmChain(clients, chain.id),
  ])
  const fees = feesAt(gateOf(clients.walletClient)?.price(gas, price) ?? price.offered, price)

  let txHash: Hash
  let number: number | undefined
  let isSame = isSameAs({ to: call.to, input: call.data, value: '0x0' })
  if (account.type === 'local') {
    options.onStep?.('sign')
    number = nonce ?? (await managedNonce(clients, account, chain.id, call.attempted))
    const unsigned: UnsignedTransaction = {
      chainId: chain.id,
      to: call.to,
      data: call.data,
      nonce: number,
      gas,
      ...('gasPrice' in fees ? { type: 'legacy', ...fees } : { type: 'eip1559', ...fees }),
    }
    const signed = await sign(account, call.attempted, unsigned, options)
    txHash = keccak256(signed)
    // Of an earlier write: a node that counts too few may know it without this one.
    const isRepeat = call.nonce === undefined && handedOut.has(txHash)
    if (handedOut.size === 1_000) handedOut.clear()
    handedOut.add(txHash)
    await options.onTransactionHash?.(txHash, number)
    options.onStep?.('send')
    const isUsed = await broadcast(clients, signed, txHash, call.attempted, {
      blockTimeMs: chain.blockTimeMs,
      signal: options.signal,
      isRepeat,
    })
    // An equal transaction that used the number before this one was signed is an earlier write.
    if (isUsed && call.nonce === undefined) isSame = () => false
  } else {
    options.onStep?.('sign')
    txHash = await sendByWallet(clients.walletClient, account, call, { gas, ...fees }, options)
    try {
      await options.onTransactionHash?.(txHash)
    } catch (error) {
      // Whatever the store says of itself, the wallet has sent.
      throw new TransactionUnconfirmedError(call.attempted, txHash, error)
    }
  }

  options.onStep?.('confirm')
  return waitForReceipt(clients.publicClient, txHash, call.attempted, {
    ...options,
    blockTimeMs: chain.blockTimeMs,
    isNew: true,
    sender: account.address,
    nonce: number,
    chainId: chain.id,
    isSame,
  })
}

/** Whether only this library counts the account's transactions: a wallet counts them too, and so does a nonce manager. */
function needsNonce(account: Account): boolean {
  return account.type === 'local' && !account.nonceManager
}

/** Estimates without fee fields: with them, a node counts the prepaid gas against the USDC to be moved. */
async function estimateGas(
  { publicClient }: ClientPair,
  { gasEstimatePercent = defaultEstimatePercent }: WriteChain,
  from: Address,
  call: Call,
): Promise<bigint> {
  try {
    const estimate = BigInt(
      await publicClient.request({ method: 'eth_estimateGas', params: [{ from, to: call.to, data: call.data }] }),
    )
    const padded = (estimate * gasEstimatePercent) / 100n
    return call.minGas !== undefined && padded < call.minGas ? call.minGas : padded
  } catch (error) {
    const revert = readRevert(error, call.abi)
    if (revert === undefined) throw new ChainUnavailableError(call.attempted, withoutSecrets(error))
    throw call.onRevert?.(revert) ?? new CallRefusedError(call.attempted, revert, withoutSecrets(error).message)
  }
}

/** A quarter on top: storage that others touch between the estimate and the block. */
const defaultEstimatePercent = 125n

async function nonceOf({ publicClient }: ClientPair, { address }: Account, attempted: string): Promise<number> {
  try {
    return Number(await publicClient.request({ method: 'eth_getTransactionCount', params: [address, 'pending'] }))
  } catch (error) {
    throw new ChainUnavailableError(attempted, withoutSecrets(error))
  }
}

/** The account's own counter, where it has one: taken last, so that a refused call does not use a number up. */
async function managedNonce(
  { publicClient }: ClientPair,
  { nonceManager, address }: LocalAccount,
  chainId: number,
  attempted: string,
): Promise<number> {
  try {
    const nonce = await nonceManager?.consume({ address, chainId, client: publicClient })
    if (nonce === undefined) throw new Error('The account has no nonce manager.')
    return nonce
  } catch (error) {
    throw new ChainUnavailableError(attempted, withoutSecrets(error))
  }
}

type UnsignedTransaction = (
  | { type: 'eip1559'; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
  | { type: 'legacy'; gasPrice: bigint }
) & {
  chainId: number
  to: Address
  data: Hex
  nonce: number
  gas: bigint
}

async function sign(
  account: LocalAccount,
  attempted: string,
  request: UnsignedTransaction,
  options: PromptOptions,
): Promise<Hex> {
  const refused = (error: unknown) =>
    new CallRefusedError(attempted, {}, `the account could not sign: ${withoutSecrets(error).message}`)
  return askWallet(() => account.signTransaction(request), { attempted, sends: false, refused }, options)
}

/** Hashes of what local accounts have signed. */
const handedOut = /* @__PURE__ */ new Set<Hash>()

const broadcastTries = 4

/**
 * Offers the same signed bytes until a node takes them, refuses them, or has been silent too often.
 *
 * @returns Whether a node said that their number is used: by them, or by others before them.
 */
async function broadcast(
  { walletClient }: ClientPair,
  signed: Hex,
  txHash: Hash,
  attempted: string,
  { blockTimeMs, signal, isRepeat }: { blockTimeMs: number; signal: AbortSignal | undefined; isRepeat: boolean },
): Promise<boolean> {
  let answerLost = false
  for (let attempt = 1; ; attempt += 1) {
    try {
      await walletClient.request({ method: 'eth_sendRawTransaction', params: [signed] }, { retryCount: 0 })
      return false
    } catch (error) {
      // By these very bytes perhaps: a transport of several endpoints keeps to itself that one of them did not answer.
      const isUsed = isNonceUsed(error)
      if (!isRepeat && (isUsed || isAlreadyKnown(error))) return isUsed
      if (hasReason(error)) {
        const failure = withoutSecrets(error)
        if (answerLost) throw new TransactionUnconfirmedError(attempted, txHash, failure)
        throw new CallRefusedError(attempted, { errorName: undefined }, failure.message)
      }
      answerLost = true
      if (attempt === broadcastTries || signal?.aborted)
        throw new TransactionUnconfirmedError(attempted, txHash, withoutSecrets(error))
      await pause(Math.min(blockTimeMs, 500) * attempt, signal)
    }
  }
}

async function sendByWallet(
  walletClient: WriteClient,
  account: Account,
  { to, data, attempted }: Call,
  fields: Fees & { gas: bigint },
  options: WriteOptions,
): Promise<Hash> {
  let isLeft = false
  const send = async () => {
    const txHash = await sendTransaction(walletClient, { account, to, data, chain: null, ...fields })
    // No longer waited for: with the hash, what was sent is found.
    if (isLeft) await options.onTransactionHash?.(txHash)
    return txHash
  }
  const refused = (error: unknown) => unsentError(attempted, error)
  try {
    return await askWallet(send, { attempted, sends: true, refused }, options)
  } finally {
    isLeft = true
  }
}

/** For a wallet that was to send and failed: whether it has sent is known only where it says why it did not. */
export function unsentError(attempted: string, error: unknown): Error {
  return !isAlreadyKnown(error) && !isNonceUsed(error) && hasReason(error)
    ? new CallRefusedError(attempted, {}, withoutSecrets(error).message)
    : new TransactionUnconfirmedError(attempted, undefined, withoutSecrets(error))
}

/** Whether an error gives a reason why nothing was sent: a verdict, or the words of a refusal. */
function hasReason(error: unknown): boolean {
  return !isInconclusive(error) && (hasVerdict(error) || readRevert(error, []) !== undefined)
}
