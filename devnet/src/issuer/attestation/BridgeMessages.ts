import {
  concatHex,
  encodeFunctionData,
  type Hex,
  keccak256,
  type Log,
  numberToHex,
  parseEventLogs,
  zeroHash,
} from 'viem'
import { attesterAccount } from '../../chain/accounts.js'
import { bridgeTransmitterAbi } from '../../generated/BridgeTransmitter.js'
import type { IssuerContext } from '../context.js'
import { issuerAddresses } from '../facts.js'
import type { IssuerChain } from '../IssuerChain.js'
import { chainsByDomain, fastFee, forwardingCost, isForwarded, lowestForwardingFee } from './bridgeFees.js'
import { attestedMessage, readMessage } from './bridgeMessage.js'

/** Why a fast burn waits for finality. */
type DelayReason = 'insufficient_fee' | 'amount_above_max' | 'insufficient_allowance_available'

/** A message from one of the chains, and its progress. Times are by `performance.now`. */
export type BridgeMessage = {
  sourceDomain: number
  sourceTxHash: Hex
  nonce: Hex
  /** Its bytes on the source chain. */
  sent: Hex
  seenAt: number
  /** Finality of its chain at which it is attested. */
  finality: 1000 | 2000
  delayReason: DelayReason | null
  state: 'unknown' | 'pending' | 'attested'
  attested?: { message: Hex; attestation: Promise<Hex>; at: number; finality: 1000 | 2000 }
  /** Absent when the issuer does not mint. */
  forward?: { state: 'PENDING' | 'SENDING' | 'SENT' | 'UNPAID' | 'FAILED'; sentHash?: Hex }
}

/**
 * Attests messages of both chains and mints for those that request it.
 *
 * A message advances when a block is made or its state is requested, so that a chain without new blocks does not stop
 * it. All of it follows from the chains' logs: another run on the same chains gives the same nonces and finds its mints
 * again.
 */
export class BridgeMessages {
  readonly #context: IssuerContext
  readonly #byNonce = new Map<Hex, BridgeMessage>()
  readonly #mints = new Map<Hex, { hash: Hex; at: number }>()

  constructor(context: IssuerContext) {
    this.#context = context
    for (const chain of context.chains.values())
      chain.watch([issuerAddresses.bridgeMessageTransmitter], (logs) => {
        if (logs.length > 0) this.#note(chain, logs)
        this.#advance()
      })
  }

  /** Messages of a chain that were already found, in the order of their logs. */
  find(sourceDomain: number, { hash, nonce }: { hash: string | null; nonce: string | null }) {
    this.#advance()
    return [...this.#byNonce.values()].filter(
      (message) =>
        message.sourceDomain === sourceDomain &&
        message.state !== 'unknown' &&
        (hash === null || message.sourceTxHash === hash.toLowerCase()) &&
        (nonce === null || message.nonce === nonce.toLowerCase()),
    )
  }

  /** The mint of a message, by any sender. */
  mintOf({ nonce }: BridgeMessage): { hash: Hex; isFinal: boolean } | undefined {
    const mint = this.#mints.get(nonce)
    return mint && { hash: mint.hash, isFinal: performance.now() >= mint.at + this.#ms(completionSeconds) }
  }

  /**
   * Attests a fast message again, once it is final.
   *
   * @returns false when it is already final.
   */
  reattest(message: BridgeMessage): boolean {
    if (message.attested?.finality === 2000 || message.finality === 2000) return false
    message.finality = 2000
    return true
  }

  #note(chain: IssuerChain, logs: Log<bigint, number, false>[]) {
    for (const log of parseEventLogs({ abi: bridgeTransmitterAbi, logs })) {
      if (log.eventName === 'MessageSent') this.#add(chain, log)
      else if (log.eventName === 'MessageReceived')
        this.#mints.set(log.args.nonce, { hash: log.transactionHash, at: performance.now() })
    }
  }

  #add(chain: IssuerChain, { args, transactionHash, logIndex }: SentLog) {
    const place = [numberToHex(chain.domain, { size: 4 }), transactionHash, numberToHex(logIndex, { size: 4 })]
    const nonce = keccak256(concatHex(place))
    this.#byNonce.set(nonce, {
      sourceDomain: chain.domain,
      sourceTxHash: transactionHash,
      nonce,
      sent: args.message,
      seenAt: performance.now(),
      ...this.#speedOf(chain.domain, args.message),
      state: 'unknown',
      ...(this.#asksForMint(args.message) && { forward: { state: 'PENDING' as const } }),
    })
  }

  /** How fast a message is attested, and the reason for a delay. */
  #speedOf(sourceDomain: number, sent: Hex): Pick<BridgeMessage, 'finality' | 'delayReason'> {
    const { minFinalityThreshold, burn } = readMessage(sent)
    if (minFinalityThreshold > 1000 || chainsByDomain.get(sourceDomain)?.hasFastTier !== true)
      return { finality: 2000, delayReason: null }
    if (burn === undefined) return { finality: 1000, delayReason: null }
    const { fastAllowance, fastMaximum } = this.#faults
    const late = (delayReason: DelayReason) => ({ finality: 2000 as const, delayReason })
    if (burn.maxFee < fastFee(sourceDomain, burn.amount)) return late('insufficient_fee')
    if (fastMaximum !== null && burn.amount > BigInt(fastMaximum)) return late('amount_above_max')
    if (burn.amount > BigInt(fastAllowance)) return late('insufficient_allowance_available')
    return { finality: 1000, delayReason: null }
  }

  #asksForMint(sent: Hex): boolean {
    const { burn, destinationCaller, destinationDomain } = readMessage(sent)
    const asks = burn?.hookData.startsWith(forwardingHook) === true && destinationCaller === zeroHash
    return asks && isForwarded(destinationDomain, this.#faults)
  }

  #advance() {
    for (const message of this.#byNonce.values()) this.#move(message)
  }

  #move(message: BridgeMessage) {
    const { hold, slowMs } = this.#faults
    const age = performance.now() - message.seenAt
    if (message.state === 'unknown' && hold !== 'unknown' && age >= this.#ms(indexingSeconds)) message.state = 'pending'
    const isFinal = age >= this.#ms(finalitySeconds(message)) + slowMs
    const isWanted = message.state === 'pending' || (message.attested?.finality ?? 2000) < message.finality
    if (message.state !== 'unknown' && isWanted && isFinal && hold !== 'pending') this.#attest(message)
    if (message.forward === undefined || message.attested === undefined || hold === 'attested') return
    if (message.forward.state === 'SENT') this.#check(message)
    const isDue = performance.now() >= message.attested.at + this.#ms(forwardingSeconds)
    if (message.forward.state === 'PENDING' && isDue && !this.#mints.has(message.nonce)) this.#mint(message)
  }

  #attest(message: BridgeMessage) {
    const { sent, nonce, sourceDomain, finality } = message
    const { destinationDomain, burn } = readMessage(sent)
    const { feeRise, expiryBlocks } = this.#faults
    let feeExecuted = finality === 1000 ? fastFee(sourceDomain, burn?.amount ?? 0n) : 0n
    if (burn !== undefined && message.forward !== undefined) {
      const isPaid = burn.maxFee >= feeExecuted + lowestForwardingFee(destinationDomain) + BigInt(feeRise)
      if (isPaid) feeExecuted = least(burn.maxFee, feeExecuted + forwardingCost(destinationDomain) + BigInt(feeRise))
      if (['PENDING', 'UNPAID'].includes(message.forward.state)) message.forward.state = isPaid ? 'PENDING' : 'UNPAID'
    }
    const head = this.#context.chains.get(destinationDomain)?.head ?? 0
    const life = expiryBlocks ?? 86_400_000 / (chainsByDomain.get(destinationDomain)?.blockTimeMs ?? 1_000)
    const expirationBlock = finality === 1000 ? BigInt(Math.ceil(head + life)) : 0n
    const attested = attestedMessage(sent, { nonce, finalityExecuted: finality, feeExecuted, expirationBlock })
    const attestation = attesterAccount().sign({ hash: keccak256(attested) })
    message.attested = { message: attested, attestation, at: performance.now(), finality }
    message.state = 'attested'
  }

  #mint(message: BridgeMessage) {
    const { forward, attested } = message
    const destination = this.#context.chains.get(readMessage(message.sent).destinationDomain)
    // The mint on a chain that is not part of the devnet stays pending.
    if (forward === undefined || attested === undefined || destination === undefined) return
    if (this.#context.faults.takeFailedMint('attestation')) {
      forward.state = 'FAILED'
      return
    }
    forward.state = 'SENDING'
    attested.attestation
      .then((attestation) =>
        destination.send({
          to: issuerAddresses.bridgeMessageTransmitter,
          data: encodeFunctionData({
            abi: bridgeTransmitterAbi,
            functionName: 'receiveMessage',
            args: [attested.message, attestation],
          }),
        }),
      )
      .then(
        (sentHash) => Object.assign(forward, { state: 'SENT', sentHash }),
        () => Object.assign(forward, { state: 'FAILED' }),
      )
  }

  /** A mint that succeeded in simulation can still revert in its block. */
  #check({ nonce, sent, forward }: BridgeMessage) {
    const destination = this.#context.chains.get(readMessage(sent).destinationDomain)
    if (forward?.sentHash === undefined || destination === undefined || this.#mints.has(nonce)) return
    destination.receipt(forward.sentHash).then(
      (receipt) => {
        if (receipt?.status === 'reverted' && !this.#mints.has(nonce)) forward.state = 'FAILED'
      },
      () => {},
    )
  }

  get #faults() {
    return this.#context.faults.current.attestation
  }

  #ms(seconds: number): number {
    return seconds * 1_000 * this.#context.pace
  }
}

type SentLog = { args: { message: Hex }; transactionHash: Hex; logIndex: number }

/** The hook that requests a mint by the issuer: its name, version 0, no payload; any bytes may follow. */
const forwardingHook = '0x636374702d666f72776172640000000000000000000000000000000000000000'

/** From a block until its burns are found. */
const indexingSeconds = 1.5
/** From an attestation to the mint being sent. */
const forwardingSeconds = 3
/** From a mint to the state that says so for good. */
const completionSeconds = 2

/** From a burn to its attestation: as published, by source and finality. */
function finalitySeconds({ sourceDomain, finality }: BridgeMessage): number {
  if (finality === 1000) return 8
  return chainsByDomain.get(sourceDomain)?.hasFastTier === true ? 960 : 0.5
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
