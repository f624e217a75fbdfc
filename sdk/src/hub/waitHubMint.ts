import type { Hash, Hex } from 'viem'
import type { ReadClient } from '../chain/clients.js'
import type { IssuerWaitOptions } from '../chain/issuerApi/options.js'
import { sleep } from '../chain/sleep.js'
import { withDeadline } from '../chain/withDeadline.js'
import { InvalidInputError } from '../errors/input.js'
import { findHubMint } from './findHubMint.js'
import { isMintOf } from './internal/isMintOf.js'
import type { HubTransferStatus } from './types.js'

/**
 * Waits until a spend is minted, or will never be.
 *
 * With a client of the destination and the hash of the spec, minted is what that chain shows, and not what the issuer says.
 *
 * @returns `pending` when it was neither in time: it is still on its way, and can be asked for again at any time. Also, at
 *   once, when the destination shows that the transaction which the issuer names is not the mint.
 * @throws Only `InvalidInputError`, before any request, and the reason of the signal.
 * @example
 * const id = localStorage.getItem('transferId') ?? ''
 * const { state, reason } = await waitHubMint({ transferId: id, timeoutMs: 60_000 })
 */
export async function waitHubMint(params: waitHubMint.Parameters): Promise<HubTransferStatus> {
  const {
    timeoutMs = 120_000,
    pollMs = 2_000,
    now = () => performance.now(),
    signal = new AbortController().signal,
    destinationClient,
    transferSpecHash,
  } = params
  const deadline = now() + timeoutMs
  for (;;) {
    const status = await withDeadline((ended) => findHubMint({ ...params, signal: ended }), {
      timeoutMs: Math.max(deadline - now(), pollMs, 1_000),
      signal,
    }).catch((error: unknown): HubTransferStatus => {
      if (error instanceof InvalidInputError) throw error
      return { state: 'pending' }
    })
    signal.throwIfAborted()
    const leftMs = deadline - now()
    if (status.state !== 'done' || destinationClient === undefined || transferSpecHash === undefined) {
      if (status.state !== 'pending' || leftMs <= 0) return status
    } else {
      // A node that fails is as good as one that does not know the transaction yet.
      const isIt = await isMintedIn(destinationClient, status.mintTxHash, transferSpecHash).catch(() => undefined)
      signal.throwIfAborted()
      if (isIt === true) return status
      if (isIt === false || leftMs <= 0) return { state: 'pending' }
    }
    await sleep(Math.min(pollMs, leftMs), signal)
  }
}

export declare namespace waitHubMint {
  type Parameters = findHubMint.Parameters &
    IssuerWaitOptions & {
      /** Reads the destination. */
      destinationClient?: ReadClient | undefined
      /** As in the stored request and in the errors of a spend. */
      transferSpecHash?: Hex | undefined
    }
}

/** Whether a transaction is the mint of a spend; `undefined` while it is not mined. On another chain the hash of the spec is unknown. */
async function isMintedIn(client: ReadClient, txHash: Hash | undefined, spec: Hex): Promise<boolean | undefined> {
  const receipt = txHash && (await client.request({ method: 'eth_getTransactionReceipt', params: [txHash] }))
  // A node may leave out what it does not know yet.
  if (!receipt?.status || receipt.blockNumber === null || !Array.isArray(receipt.logs)) return undefined
  return receipt.status === '0x1' && isMintOf(receipt, spec)
}
