import { type Address, zeroAddress } from 'viem'
import { makeFamily, makeLeadingZeros } from './addresses.js'
import { type Seed, Stream } from './stream.js'
import { CANONICAL_TOKENS, CHAIN_CLOCKS, HOME_CHAINS, PARAMETERS, type TokenFact, usdcOf } from './tables.js'
import type { CorpusEvent, CorpusWallet } from './types.js'

export const HOUR = 3_600
export const DAY = 86_400
/** The end of every history: one moment within the thirty days before it. */
const endSeconds = 1_795_132_800
/** Payees have first been paid longer ago than the oldest bait. */
const firstPaidDays = [200, 900] as const

/** Whom the wallet has paid. */
export type Payee = {
  address: Address
  kind: 'plain' | 'contract' | 'exchange' | 'zeros' | 'family'
  chain: number
  token: TokenFact
  native: boolean
}

/** A movement, as far as its maker knows it; the rest is filled in by {@link WalletBuilder.record}. */
export type Movement = Pick<CorpusEvent, 'from' | 'to' | 'value' | 'signer' | 'kind' | 'time'> &
  Partial<Pick<CorpusEvent, 'chain' | 'batch' | 'symbol' | 'decimals' | 'data' | 'nft' | 'unsigned' | 'tx'>> & {
    token: TokenFact | Address | null
  }

/** One wallet in the making: its payees and what is recorded about it. */
export class WalletBuilder {
  readonly seed: Seed
  readonly index: number
  readonly address: Address
  readonly chain: number
  readonly now: number
  readonly own: Address[] = []
  readonly contacts: Address[] = []
  /** Accounts and contacts that no query has added. */
  readonly undisputed: { own: readonly Address[]; contacts: readonly Address[] }
  readonly payees: Payee[] = []
  readonly events: CorpusEvent[] = []

  constructor(seed: Seed, index: number, payees?: number) {
    this.seed = seed
    this.index = index
    const stream = new Stream(seed, `wallet/${index}`)
    this.address = stream.address()
    this.chain = HOME_CHAINS[stream.weighted(HOME_CHAINS.map(([, weight]) => weight))]?.[0] ?? 5042002
    this.now = endSeconds - stream.below(30 * DAY)
    const { median, p90, most } = PARAMETERS.payees
    const count = payees ?? Math.max(1, Math.min(most, Math.round(stream.logNormal(median, p90))))
    for (let more = stream.below(3); more > 0; more--) this.own.push(stream.address())
    for (let more = stream.below(4); more > 0; more--) this.contacts.push(stream.address())
    this.undisputed = { own: [...this.own], contacts: [...this.contacts] }
    this.#addPayees(count)
  }

  /** The finished wallet; call it after the last event. */
  toWallet(): CorpusWallet {
    return {
      type: 'wallet',
      address: this.address,
      own: this.own,
      contacts: this.contacts,
      chain: this.chain,
      payees: this.payees.length,
    }
  }

  /** A payee outside families, whose members have the same ends. */
  pickPayee(stream: Stream, accept: (payee: Payee) => boolean = () => true): Payee {
    for (let attempt = 0; attempt < 20; attempt++) {
      const payee = stream.pick(this.payees)
      if (payee.kind !== 'family' && accept(payee)) return payee
    }
    return this.payees[0] as Payee
  }

  /** Adds a payee of its own to the history, paid for the first time at `time`. */
  addPayee(stream: Stream, payee: Partial<Payee>, time: number, signer: Address = this.address): Payee {
    const token = payee.token ?? usdcOf(payee.chain ?? this.chain)
    const full: Payee = { address: stream.address(), kind: 'plain', chain: this.chain, native: false, ...payee, token }
    this.pay(stream, full, time, signer)
    return full
  }

  /** Records a genuine payment. */
  pay(
    stream: Stream,
    { address, token, chain, native }: Payee,
    time: number,
    signer: Address = this.address,
    amount: bigint = drawAmount(stream),
  ): bigint {
    // Native coins that are not USDC are worth more a piece.
    const value = native
      ? amount * (chain === 5042002 ? 10n ** 12n : 10n ** 9n)
      : amount * 10n ** BigInt(token.decimals - 6)
    const movement = { token: native ? null : token, from: this.address, to: address, value: value.toString() }
    this.record(stream, { ...movement, chain, signer, kind: 'payment', time })
    return amount
  }

  /** Adds an event to the history. */
  record(stream: Stream, movement: Movement): void {
    const { token, chain = this.chain, time } = movement
    const clock = CHAIN_CLOCKS[chain]
    if (!clock) throw new Error(`Chain ${chain} has no clock.`)
    const isFact = typeof token === 'object' && token !== null
    this.events.push({
      type: 'event',
      wallet: this.address,
      chain,
      block: clock.block + Math.floor((time - clock.time) / clock.seconds),
      logIndex: token === null ? -1 : stream.below(300),
      time: Math.floor(time),
      tx: movement.tx ?? stream.hash(),
      signer: movement.signer,
      token: isFact ? token.address : token,
      symbol: movement.symbol ?? (isFact ? token.symbol : ''),
      decimals: movement.decimals ?? (isFact ? token.decimals : 18),
      from: movement.from,
      to: movement.to,
      value: movement.value,
      kind: movement.kind,
      batch: movement.batch ?? 1,
      ...(movement.data && { data: true as const }),
      ...(movement.nft && { nft: true as const }),
      ...(movement.unsigned && { unsigned: true as const }),
    })
  }

  #addPayees(count: number): void {
    while (this.payees.length < count) {
      const index = this.payees.length
      const stream = new Stream(this.seed, `wallet/${this.index}/payee/${index}`)
      // The first payee is an ordinary one, so that every wallet has a payee to imitate.
      const kind = index === 0 ? 0 : stream.weighted(PARAMETERS.payeeKinds)
      if (kind < 4) {
        const address = kind === 3 ? makeLeadingZeros(stream, range(stream, PARAMETERS.zeros)) : stream.address()
        const payee = { ...this.#drawWay(stream, index), address, kind: kinds[kind] ?? 'plain' }
        this.#payOften(stream, payee)
        continue
      }
      const members = Math.min(range(stream, PARAMETERS.familySize), count - index)
      for (const address of makeFamily(stream, members, range(stream, PARAMETERS.familyPrefix)))
        this.#payOften(stream, {
          address,
          kind: 'family',
          chain: this.chain,
          token: usdcOf(this.chain),
          native: false,
        })
    }
  }

  #payOften(stream: Stream, payee: Payee): void {
    this.payees.push(payee)
    const first = this.now - stream.between(...firstPaidDays) * DAY
    this.pay(stream, payee, first)
    for (let more = stream.below(3); more > 0; more--)
      this.pay(stream, payee, stream.between(first, this.now - 190 * DAY))
  }

  /** Most are paid in USDC of the home chain; some in another token, natively or on another chain only. */
  #drawWay(stream: Stream, index: number): Pick<Payee, 'chain' | 'token' | 'native'> {
    const way = index === 0 ? 0 : stream.weighted([85, 5, 5, 5])
    const chain = way === 3 ? otherChain(stream, this.chain) : this.chain
    const euro = CANONICAL_TOKENS.get(chain)?.find(({ symbol }) => symbol === 'EURC')
    return { chain, token: way === 1 && euro ? euro : usdcOf(chain), native: way === 2 }
  }
}

const kinds = ['plain', 'contract', 'exchange', 'zeros', 'family'] as const

/** A chain of the registry that is not the given one. */
export function otherChain(stream: Stream, chain: number): number {
  return stream.pick(HOME_CHAINS.map(([id]) => id).filter((id) => id !== chain))
}

/** A payment in USDC base units. */
export function drawAmount(stream: Stream): bigint {
  const { median, p90, least, most } = PARAMETERS.amount
  return BigInt(Math.round(Math.max(least, Math.min(most, stream.logNormal(median, p90))) * 100)) * 10_000n
}

/** A whole number between two, both included. */
export function range(stream: Stream, [least, most]: readonly [number, number]): number {
  return least + stream.below(most - least + 1)
}

/** The planters of the corpus, one of whom does most of the work. */
export function drawPlanter(seed: Seed, stream: Stream): Address {
  const { planters, largestPlanter } = PARAMETERS
  const index = stream.chance(largestPlanter) ? 0 : 1 + stream.below(planters - 1)
  return new Stream(seed, `planter/${index}`).address()
}

/** One of the counterfeit contracts of the corpus. */
export function drawCounterfeit(seed: Seed, stream: Stream): Address {
  const address = new Stream(seed, `counterfeit/${stream.below(400)}`).address()
  return address === zeroAddress ? drawCounterfeit(seed, stream) : address
}
