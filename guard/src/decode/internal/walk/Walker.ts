import { type Address, getAddress, type Hex } from 'viem'
import type { Carrier, Decoded, Movement, Note, Unreadable } from '../../types.js'
import type { Authorization, Box, Call, Entry, Known, Move, Named, Walk } from '../entry/Entry.js'
import { type ChainFacts, factsOf } from '../entry/facts.js'
import { lowerCase } from '../entry/lowerCase.js'
import { namedAddresses, namesToken } from '../entry/named.js'
import { MalformedAbi, readAbi } from '../entry/readAbi.js'
import { readLiFi } from '../exchanges/liFi.js'

/** Most calls inside each other. */
const maxDepth = 8

/** Most movements, and calls that hold others, together. */
const maxCount = 256

/** Most calls at all, reads included. */
const maxCalls = 4_096

/** Most digits of calldata: what nodes accept in a transaction. */
const maxLength = 2 * 128 * 1024

/** A call that was not read. */
type Unread = Named & { readonly call: Call }

/** Collects what one decoding finds, within its limits. */
export class Walker implements Walk {
  readonly facts: ChainFacts
  readonly boxes: Map<string, Box>
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #movements: Movement[] = []
  readonly #notes: Note[] = []
  readonly #unread: Unread[] = []
  /** Routers that keep what they were to pay out, by address, and where. */
  readonly #kept = new Map<Address, readonly string[]>()
  #refusal: Unreadable | undefined
  /** Whose money the calls under way move, outermost first. */
  readonly #payers: Address[] = []
  #isOver = false
  #count = 0
  #calls = 0

  constructor(chainId: number, entries: ReadonlyMap<string, Entry>, boxes: readonly (Box & { box: Address })[] = []) {
    this.facts = factsOf(chainId)
    this.boxes = new Map(boxes.map((one) => [one.box.toLowerCase(), one]))
    this.#entries = entries
  }

  /** Reads the outermost call, of which nothing is known yet. */
  start(call: Call): void {
    const { payer, to, data, path } = call
    if (data.length > maxLength) this.#stop('too_long', `The data is longer than ${maxLength / 2} bytes.`, path)
    else if (!/^0x(?:[0-9a-f]{2})*$/i.test(data)) this.#stop('malformed', 'The data is not hexadecimal.', path)
    else if (![payer, to ?? payer].every(isHexAddress))
      this.#stop('malformed', 'Sender or recipient is not an address.', path)
    else this.visit({ ...call, payer: lowerCase(payer), to: to && lowerCase(to), data: lowerCase(data) })
  }

  visit(call: Call): undefined {
    if (this.#isOver) return
    if (this.#payers.length > maxDepth) this.#stop('too_deep', `Calls are nested deeper than ${maxDepth}.`, call.path)
    else if (++this.#calls > maxCalls) this.#stop('too_many', `There are more than ${maxCalls} calls.`, call.path)
    else {
      this.#payers.push(call.payer)
      this.#read(call)
      this.#payers.pop()
    }
  }

  move({ payer: caller, path }: Call, movement: Move): undefined {
    const { payer = caller, payee, token, amount, carrier, chainId = this.facts.chainId } = movement
    // An account that is called through may take from others for itself, and not from those that call it.
    const isReceived = isSame(payee, caller) && !this.#payers.some((one) => isSame(one, payer))
    if (amount === 0n || isSame(payee, payer) || isReceived || !this.count(path)) return
    this.#movements.push({
      payer: getAddress(payer),
      payee: getAddress(payee),
      chainId,
      token: token === 'native' ? token : getAddress(token),
      amount,
      carrier,
      path,
    })
  }

  count(path: readonly string[]): boolean {
    if (!this.#isOver && ++this.#count > maxCount)
      this.#stop('too_many', `There are more than ${maxCount} calls or payments.`, path)
    return !this.#isOver
  }

  note(kind: Note['kind'], { to, data, path }: Pick<Call, 'to' | 'data' | 'path'>, found?: Named): undefined {
    if (this.#notes.length >= maxCount) return
    this.#notes.push({
      kind,
      to: to && getAddress(to),
      selector: data.length < 10 ? undefined : selectorOf(data),
      namesUsdc: found?.namesUsdc ?? false,
      addresses: found?.addresses.map((one) => getAddress(one)) ?? [],
      path,
    })
  }

  refuse(reason: Unreadable['reason'], message: string, path: readonly string[]): undefined {
    this.#refusal ??= { reason, message, path }
  }

  keep({ to, path }: Known): undefined {
    this.#kept.set(to, path)
  }

  release(router: Address): undefined {
    this.#kept.delete(router)
  }

  leaveUnread(call: Call): undefined {
    if (call.to !== undefined) this.release(call.to)
    const namesUsdc = this.facts.usdc !== undefined && namesToken(call.data, this.facts.usdc)
    const own = [call.payer, call.to]
    const addresses = namedAddresses(call.data).filter((one) => !own.includes(one) && !this.facts.contracts.has(one))
    this.#unread.push({ call, namesUsdc, addresses })
    this.note(call.to === undefined ? 'contract_creation' : 'unread_call', call, { namesUsdc, addresses })
  }

  /** Accounts take on code, which may do anything with their money. */
  delegateAll(authorizations: readonly Authorization[], sender: Address): void {
    for (const { authority: payer = sender, address: payee, chainId } of authorizations) {
      const call = { payer, to: undefined, value: 0n, data: '0x', path: ['authorization'] } as const
      if (![payer, payee].every(isHexAddress)) this.#stop('malformed', 'An authorization names no address.', call.path)
      // The zero address takes the code away.
      else if (BigInt(payee) !== 0n)
        this.move(call, {
          payee,
          token: 'native',
          amount: undefined,
          carrier: 'delegation',
          chainId: chainId || this.facts.chainId,
        })
    }
  }

  /** All that was found. */
  finish(): Decoded {
    for (const one of this.#unread) this.#judgeUnread(one)
    for (const [router, path] of this.#kept)
      this.refuse(
        'unknown_destination',
        `What comes out of the swap stays in the router ${getAddress(router)}, where any account can take it.`,
        path,
      )
    return { movements: this.#movements, notes: this.#notes, refusal: this.#refusal }
  }

  #read(call: Call): void {
    const { to, data } = call
    const entry = data.length < 10 ? undefined : this.#entries.get(selectorOf(data))
    if (to === undefined || entry === undefined) {
      this.#moveValue(call, call.value)
      if (to !== undefined) readLiFi({ ...call, to }, this)
      if (to === undefined || data !== '0x') this.leaveUnread(call)
      return
    }
    const named = { ...call, path: [...call.path, entry.name] }
    const isForwarder = this.facts.forwarders.has(to)
    if (!isForwarder) this.#moveValue(named, call.value)
    if (entry.isOurs && !this.facts.contracts.has(to)) this.leaveUnread(named)
    try {
      // What the arguments are follows from the entry's own signature.
      const passed = entry.read?.(readAbi(entry.inputs, data, 4) as readonly never[], { ...named, to }, this)
      if (isForwarder) this.#moveValue(named, call.value - (passed || 0n))
    } catch (error) {
      if (!(error instanceof MalformedAbi)) throw error
      this.refuse('malformed', `The data of ${entry.name} is malformed.`, named.path)
    }
  }

  #moveValue(call: Call, value: bigint): void {
    if (value <= 0n) return
    if (call.to !== undefined) this.move(call, { payee: call.to, token: 'native', amount: value, carrier: 'native' })
    else this.refuse('unread_with_value', 'It creates a contract and sends money to it.', call.path)
  }

  /** What is not read may hand on what went along with it. */
  #judgeUnread({ call, namesUsdc, addresses }: Unread): void {
    const { to, path } = call
    if (to === undefined) return
    const allowance = this.#movements.find(({ carrier }) => isAllowance(carrier))
    const isOwn = isSame(to, call.payer)
    const isMoney = ({ payee, carrier }: Movement) => isSame(payee, to) && !isAllowance(carrier)
    const given = call.value > 0n ? 'native' : this.#movements.find(isMoney)?.token
    const along = given ?? allowance?.token
    // Its own functions need no allowance to move what the caller has.
    const isUsdc = to === this.facts.usdc
    if (along === undefined && !isOwn && !isUsdc) return
    if (isOwn ? namesUsdc || addresses.length > 0 : namesUsdc && along !== undefined) {
      const callee = isOwn ? 'the account itself' : getAddress(to)
      const goesAlong = given !== undefined || isOwn
      const what = goesAlong ? 'money goes along with it' : 'an allowance goes along with it'
      const reason = goesAlong ? 'unread_with_value' : 'unread_with_allowance'
      this.refuse(reason, `A call to ${callee} cannot be read, and ${what}.`, path)
      return
    }
    for (const payee of addresses)
      this.move(call, {
        payee,
        token: along ?? (isUsdc ? to : 'native'),
        amount: call.value > 0n ? call.value : undefined,
        carrier: 'argument',
      })
  }

  #stop(reason: Unreadable['reason'], message: string, path: readonly string[]): void {
    this.refuse(reason, message, path)
    this.#isOver = true
  }
}

/** The first four bytes. */
function selectorOf(data: Hex): Hex {
  return `0x${data.slice(2, 10)}`
}

/** One address in any case. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** In any case: checksums are judged where a person typed it. */
function isHexAddress(text: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(text)
}

function isAllowance(carrier: Carrier): boolean {
  return carrier === 'approval' || carrier === 'permit' || carrier === 'permit2_allowance'
}
