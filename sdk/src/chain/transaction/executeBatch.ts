import type { Address, Hash, Hex, TransactionReceipt } from 'viem'
import { getCapabilities, sendCalls, waitForCallsStatus } from 'viem/actions'
import { TransactionRevertedError, TransactionUnconfirmedError } from '../../errors/transaction.js'
import type { ClientPair } from '../clients.js'
import { causesOf, isInconclusive, withoutSecrets } from '../failure.js'
import type { ChainDeployment } from '../registry.js'
import { pause } from '../sleep.js'
import { viemChainFor } from '../viemChain.js'
import { withDeadline } from '../withDeadline.js'
import { askWallet } from './askWallet.js'
import { unsentError, type WriteOptions } from './execute.js'
import { requireAccount } from './requireAccount.js'
import { defaultTimeoutMs, readFinalBlock } from './waitForReceipt.js'
import { followedBoth, gateOf, isReceipt } from './walletGate.js'

/**
 * Whether the connected wallet makes several calls as one, all or nothing (EIP-5792).
 *
 * @returns `false` also where the wallet does not support the request; a local account is not asked.
 */
export async function canBatch({ walletClient }: ClientPair, chainId: number): Promise<boolean> {
  const account = requireAccount(walletClient)
  if (account.type !== 'json-rpc') return false
  try {
    const { atomic } = await getCapabilities(walletClient, { account, chainId })
    return atomic?.status === 'supported' || atomic?.status === 'ready'
  } catch {
    return false
  }
}

/**
 * Makes several calls of the connected wallet as one, all or nothing, and waits until they are mined.
 *
 * @returns The receipt that holds the logs of all calls.
 * @throws `SignatureDeclinedError`, `CallRefusedError`, {@link TransactionUnconfirmedError},
 *   {@link TransactionRevertedError}, `WalletSilentError`.
 */
export async function executeBatch(
  clients: ClientPair,
  deployment: ChainDeployment,
  calls: readonly { to: Address; data: Hex }[],
  attempted: string,
  options: WriteOptions = {},
): Promise<Pick<TransactionReceipt, 'logs' | 'transactionHash'>> {
  const { publicClient, walletClient } = clients
  const gated = gateOf(walletClient)?.call(deployment.id, calls) ?? {}
  if (isReceipt(gated)) return gated
  const { onStep, onTransactionHash, timeoutMs: promptMs, signal } = followedBoth(options, gated)
  const account = requireAccount(walletClient)
  signal?.throwIfAborted()
  const send = () =>
    sendCalls(walletClient, { account, chain: viemChainFor(deployment.id), calls: [...calls], forceAtomic: true })
  onStep?.('sign')
  const refused = (error: unknown) => unsentError(attempted, error)
  const { id } = await askWallet(send, { attempted, sends: true, refused }, { timeoutMs: promptMs, signal })
  onStep?.('confirm')
  const deadline = performance.now() + (promptMs ?? defaultTimeoutMs)
  let seen: Hash | undefined
  for (;;) {
    if (signal?.aborted) throw new TransactionUnconfirmedError(attempted, undefined, signal.reason)
    try {
      const waiting = () =>
        waitForCallsStatus(walletClient, {
          id,
          pollingInterval: Math.min(Math.max(deployment.blockTimeMs / 2, 50), 2_000),
          timeout: Math.max(deadline - performance.now(), 1),
        })
      const { status, statusCode, receipts = [] } = await withDeadline(waiting, { signal })
      const last = receipts.at(-1)
      if (last === undefined) throw new TransactionUnconfirmedError(attempted, undefined, new Error('no receipt'))
      if (seen !== last.transactionHash) await onTransactionHash?.(last.transactionHash)
      seen = last.transactionHash
      // A status that is not known, and one of a batch that was mined in part, may hide a payment.
      const hasReverted = statusCode < 600 && receipts.every((receipt) => receipt.status === 'reverted')
      if (status === 'failure' && hasReverted) {
        if (last.blockNumber <= (await readFinalBlock(publicClient, deployment.id)))
          throw new TransactionRevertedError(attempted, last.transactionHash)
        if (performance.now() >= deadline)
          throw new TransactionUnconfirmedError(attempted, seen, new Error('Its block is not final yet.'))
        await pause(deployment.blockTimeMs, signal)
        continue
      }
      if (status !== 'success')
        throw new TransactionUnconfirmedError(attempted, last.transactionHash, new Error(`status ${statusCode}`))
      // EIP-5792 gives address, data and topics, which is all that is read.
      const logs = receipts.flatMap((receipt) => receipt.logs) as unknown as TransactionReceipt['logs']
      return { logs, transactionHash: last.transactionHash }
    } catch (error) {
      if (error instanceof TransactionUnconfirmedError || error instanceof TransactionRevertedError) throw error
      const timedOut = causesOf(error).some(({ name }) => name === 'WaitForCallsStatusTimeoutError')
      if (timedOut || !isInconclusive(error) || performance.now() >= deadline)
        throw new TransactionUnconfirmedError(attempted, undefined, withoutSecrets(error))
    }
  }
}
