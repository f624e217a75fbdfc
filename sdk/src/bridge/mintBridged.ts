import { issuerContracts } from '@holdfast/contracts'
import { type Hash, hexToBigInt, slice, toEventSelector } from 'viem'
import { bridgeChainByDomain, bridgeWriteChain } from '../chain/bridgeChains.js'
import type { ClientPair, ReadClient } from '../chain/clients.js'
import { MAX_LOG_RANGE } from '../chain/constants.js'
import type { IssuerWaitOptions } from '../chain/issuerApi/options.js'
import { eventDecoder, findEvent } from '../chain/logs/eventDecoder.js'
import { readLogs } from '../chain/logs/readLogs.js'
import { assertChain } from '../chain/network.js'
import { readView } from '../chain/readView.js'
import { execute, type WriteOptions } from '../chain/transaction/execute.js'
import { NotAttestedError } from '../errors/bridge.js'
import { ChainUnavailableError, LogsIncompleteError } from '../errors/chain.js'
import { askReattestation } from './internal/attestationApi.js'
import { type Burn, type BurnParameters, parseBurn } from './internal/burn.js'
import { transmitterAbi } from './internal/contracts.js'
import { mintCall } from './internal/mintCall.js'
import { type Patience, patienceOf, pollStatus } from './internal/pollStatus.js'
import { feeIn } from './internal/readMint.js'
import { receiptMs } from './internal/receiptMs.js'
import { headOf } from './internal/wallet.js'
import type { AttestedBurn, BridgeMessage, BridgeStatus } from './types.js'

/**
 * Mints an attested burn for its recipient, where the issuer does not: its own mint failed, or it does not serve the
 * destination. Any wallet with some gas there can, and the money goes to the recipient, by any caller. Calling again, or
 * when the issuer was quicker, does no harm: a burn is minted once.
 *
 * An attestation that has expired is renewed first.
 *
 * @param clients - Both on the destination.
 * @param params - `timeoutMs` is for the attestation, 2 minutes by default. The transaction after it has as long, but four
 *   blocks and two seconds at least, and two minutes at most.
 * @returns What the chain shows of the mint, also of one by another caller. Nothing where that is older than the newest
 *   10,000 blocks, or cannot be read: it is minted all the same.
 * @throws `NotAttestedError` when it cannot be minted yet; `IssuerRefusedError`, `UnknownBridgeChainError`,
 *   `WrongNetworkError`, and what every write throws.
 * @example
 * const { received } = await mintBridged(clients, { sourceDomain: 6, burnTxHash: txHash })
 */
export async function mintBridged(
  clients: ClientPair,
  params: mintBridged.Parameters,
): Promise<mintBridged.ReturnType> {
  const burn = parseBurn(params)
  const patience = patienceOf({ ...params, timeoutMs: params.timeoutMs ?? 120_000 })
  const attested = await readAttested(burn, () => true, patience, params)
  const destination = bridgeChainByDomain(attested.message.destinationDomain)
  const chain = bridgeWriteChain(destination)
  await assertChain(clients, chain.id)
  if (await isMinted(clients.publicClient, attested.message)) return findMint(clients.publicClient, attested.message)
  const renewed = await renewIfExpired(clients.publicClient, burn, attested, patience, params)
  const { message, received } = renewed
  try {
    const { transactionHash } = await execute(clients, chain, mintCall(destination, renewed), {
      timeoutMs: receiptMs(chain, params.timeoutMs),
      signal: params.signal,
      onStep: params.onStep,
      onTransactionHash: params.onTransactionHash,
    })
    // The chain has taken the message as it is.
    return { mintTxHash: transactionHash, received }
  } catch (error) {
    // The issuer, or any other caller, may have been quicker.
    if (await isMinted(clients.publicClient, message).catch(() => false)) return findMint(clients.publicClient, message)
    throw error
  }
}

export declare namespace mintBridged {
  type Parameters = BurnParameters & IssuerWaitOptions & Pick<WriteOptions, 'onStep' | 'onTransactionHash'>

  type ReturnType = {
    mintTxHash?: Hash | undefined
    /** USDC base units that the recipient got. */
    received?: bigint | undefined
  }
}

/** @throws {@link NotAttestedError} when there is no attestation that fits in time. */
async function readAttested(
  burn: Burn,
  fits: (message: BridgeMessage) => boolean,
  patience: Patience,
  options: IssuerWaitOptions,
): Promise<AttestedBurn> {
  const isFitting = (status: BridgeStatus): status is BridgeStatus & AttestedBurn =>
    'message' in status && status.message !== undefined && fits(status.message)
  const status = await pollStatus(burn, isFitting, patience, options)
  if (status === undefined || !isFitting(status)) throw new NotAttestedError(burn)
  return status
}

/** A fast attestation lasts about a day. What replaces it never expires. */
async function renewIfExpired(
  client: ReadClient,
  burn: Burn,
  attested: AttestedBurn,
  patience: Patience,
  options: IssuerWaitOptions,
): Promise<AttestedBurn> {
  const { expirationBlock, nonce } = attested.message
  // It is judged in a block that does not exist yet.
  if (expirationBlock === 0n || (await headOf(client)) + 1n < expirationBlock) return attested
  await askReattestation(nonce, options)
  return readAttested(burn, (message) => message.expirationBlock === 0n, patience, options)
}

/** What the chain shows of a mint that another caller has made. */
async function findMint(client: ReadClient, { nonce }: BridgeMessage): Promise<mintBridged.ReturnType> {
  try {
    const newest = (await headOf(client)) - BigInt(MAX_LOG_RANGE)
    const { logs } = await readLogs(client, {
      address: issuerContracts.bridgeMessageTransmitter,
      topics: [toEventSelector(findEvent(transmitterAbi, 'MessageReceived')), null, nonce],
      fromBlock: newest > 0n ? newest : 0n,
      decode({ topics, data, transactionHash }) {
        const body = decodeReceived({ topics, data })?.messageBody ?? '0x'
        const fee = feeIn(body)
        if (fee === undefined || transactionHash === null) return undefined
        return { mintTxHash: transactionHash, received: hexToBigInt(slice(body, 68, 100)) - fee }
      },
    })
    return logs[0] ?? {}
  } catch (error) {
    if (error instanceof LogsIncompleteError || error instanceof ChainUnavailableError) return {}
    throw error
  }
}

/** Whether the destination has accepted the message, from any caller. */
async function isMinted(client: ReadClient, { nonce }: BridgeMessage): Promise<boolean> {
  const used = await readView<bigint>(client, 'reading whether the burn is minted', {
    address: issuerContracts.bridgeMessageTransmitter,
    abi: transmitterAbi,
    functionName: 'usedNonces',
    args: [nonce],
  })
  return used !== 0n
}

const decodeReceived = /* @__PURE__ */ eventDecoder(transmitterAbi, 'MessageReceived')
