import { issuerContracts } from '@holdfast/contracts'
import { type Address, getAddress, type Hex, isAddressEqual, type Log, parseEventLogs } from 'viem'
import { hubWalletAbi } from '../../generated/HubWallet.js'
import type { IssuerContext } from '../context.js'
import { hubChains } from './hubChains.js'
import type { Source } from './parseRequest.js'

/** A deposit, read from the chain; it counts once its block is final for the issuer. */
export type Deposit = {
  domain: number
  depositor: Address
  /** USDC base units. */
  amount: bigint
  transactionHash: Hex
  blockNumber: bigint
  blockHash: Hex
  /** When the issuer saw it, by `performance.now`. */
  seenAt: number
}

type Taken = { domain: number; depositor: Address; amount: bigint }

/** The state of the wallet contracts of all chains, as the Hub counts it. */
export class HubLedger {
  readonly #deposits: Deposit[] = []
  /** Deposits that have counted stay counted. */
  readonly #counted = new Set<Deposit>()
  readonly #withdrawn: Taken[] = []
  readonly #burned: (Taken & { specHash: Hex })[] = []
  readonly #faults
  readonly #pace

  constructor({ chains, faults, pace }: IssuerContext) {
    this.#faults = faults
    this.#pace = pace
    for (const chain of chains.values())
      chain.watch([issuerContracts.hubWallet], (logs) => {
        if (logs.length > 0) this.#note(chain.domain, logs)
      })
  }

  /** Deposits of an account that do not count yet. */
  pending({ domain, depositor }: Source): Deposit[] {
    return this.#deposits.filter((deposit) => isOf(deposit, { domain, depositor }) && !this.#counts(deposit))
  }

  /**
   * The balance that an account may spend on a chain, before the Hub's own holds for transfers.
   *
   * @param isKnown - Whether the Hub knows a transfer by this hash and counts it itself.
   */
  balance(source: { domain: number; depositor: Address }, isKnown: (specHash: Hex) => boolean): bigint {
    const sum = (items: readonly Taken[]) =>
      items.filter((item) => isOf(item, source)).reduce((total, { amount }) => total + amount, 0n)
    const counted = this.#deposits.filter((deposit) => this.#counts(deposit))
    const burned = this.#burned.filter(({ specHash }) => !isKnown(specHash))
    return sum(counted) - sum(this.#withdrawn) - sum(burned)
  }

  #counts(deposit: Deposit): boolean {
    if (this.#counted.has(deposit)) return true
    const seconds = hubChains.get(deposit.domain)?.depositSeconds ?? 0
    if (this.#faults.current.hub.holdDeposits || performance.now() < deposit.seenAt + seconds * 1_000 * this.#pace)
      return false
    this.#counted.add(deposit)
    return true
  }

  #note(domain: number, logs: Log<bigint, number, false>[]) {
    for (const { eventName, args, ...log } of parseEventLogs({ abi: hubWalletAbi, logs })) {
      if (eventName === 'Deposited')
        this.#deposits.push({
          domain,
          depositor: getAddress(args.depositor),
          amount: args.value,
          transactionHash: log.transactionHash,
          blockNumber: log.blockNumber,
          blockHash: log.blockHash,
          seenAt: performance.now(),
        })
      if (eventName === 'WithdrawalInitiated')
        this.#withdrawn.push({ domain, depositor: args.depositor, amount: args.value })
      if (eventName === 'GatewayBurned')
        this.#burned.push({
          domain,
          depositor: args.depositor,
          amount: args.value + args.fee,
          specHash: args.transferSpecHash,
        })
    }
  }
}

function isOf(item: { domain: number; depositor: Address }, { domain, depositor }: Source): boolean {
  return (domain === undefined || item.domain === domain) && isAddressEqual(item.depositor, depositor)
}
