import {
  type BoxCodeTerms,
  type BoxPolicy,
  parseBoxCode,
  spendPolicyAccountAbi,
  spendPolicyFactoryAbi,
} from '@holdfast/contracts'
import { type Address, encodeFunctionData, type Hex, toFunctionSelector } from 'viem'
import type { ServedChain } from '../../chains/ServedChain.js'
import { HEAD_WORDS, lookProgram, type View } from './program.js'

/**
 * Looks at the address of a box: its code, its state, its own idea of the digest, what it holds and the chain's clock, in
 * one request and of one block, whose number comes along.
 *
 * @param spend - The spend that is to be signed, for the digest.
 * @param creation - Terms with which the box is created for the length of the look, where it does not stand yet.
 * @returns `undefined` when the node answers with something it cannot mean.
 * @throws What the client throws.
 */
export async function lookAtBox(
  chain: ServedChain,
  account: Address,
  spend: { amount: bigint; action: 0 | 1 },
  creation?: Creation,
): Promise<Look | undefined> {
  const data = lookProgram(account, viewsOf(account, spend, creation))
  const answer = await chain.client.request({ method: 'eth_call', params: [{ data }, 'latest'] })
  return readLook(chain, account, answer, creation !== undefined)
}

/** What a factory makes a box of. */
export type Creation = { factory: Address; ownerHash: Hex; salt: Hex; policy: BoxPolicy }

/** Everything about an address, as of one block. */
export type Look = {
  block: bigint
  /** Unix seconds. */
  time: bigint
  /** Whether anything stands there. */
  isDeployed: boolean
  /** The box that stands there; `undefined` for anything else. */
  box: BoxState | undefined
  /** What a factory would put there now; `undefined` when it would not. */
  created: BoxState | undefined
}

/** A box and what it has done. */
export type BoxState = BoxCodeTerms & {
  nonce: bigint
  spent: bigint
  /** Unix seconds; 0 before the first. */
  lastPull: bigint
  /** Of its token; `undefined` where that did not say. */
  balance: bigint | undefined
  /** What it would take a co-signature over, for the spend of the look. */
  digest: Hex
}

function viewsOf(account: Address, { amount, action }: { amount: bigint; action: 0 | 1 }, creation?: Creation): View[] {
  const views: View[] = [
    { to: account, data: selectors.policy, words: policyWords },
    { to: account, data: selectors.spent, words: 1 },
    { to: account, data: selectors.nonce, words: 1 },
    { to: account, data: selectors.lastPull, words: 1 },
    { to: account, data: `${selectors.spendDigest}${word(amount)}${word(BigInt(action))}`, words: 1 },
    { to: 'token', data: `${selectors.balanceOf}${word(BigInt(account))}`, words: 1 },
  ]
  if (creation === undefined) return views
  const { factory, ownerHash, salt, policy } = creation
  const args = [ownerHash, salt, policy] as const
  const data = encodeFunctionData({ abi: spendPolicyFactoryAbi, functionName: 'createAccount', args }).slice(2)
  return [{ to: factory, data, words: 1, writes: true }, ...views]
}

function readLook(chain: ServedChain, account: Address, answer: Hex, isCreated: boolean): Look | undefined {
  const words = HEAD_WORDS + (isCreated ? 2 : 0) + stateWords
  if (typeof answer !== 'string' || answer.length !== 2 + words * 64 || !/^0x[0-9a-fA-F]*$/.test(answer))
    return undefined
  const text = answer.toLowerCase()
  const at = (index: number, count = 1) => text.slice(2 + index * 64, 2 + (index + count) * 64)
  const number = (index: number) => BigInt(`0x${at(index)}`)
  if (number(0) !== BigInt(chain.id)) return undefined
  const size = Number(number(3))
  const terms = parseBoxCode(chain.deployment.spendPolicyAccountImpl, codeOf(at(4, 8), size))

  let next = HEAD_WORDS
  const look: Look = { block: number(1), time: number(2), isDeployed: size > 0, box: undefined, created: undefined }
  let isMade = false
  if (isCreated) {
    isMade = number(next) === 1n && BigInt(`0x${at(next + 1)}`) === BigInt(account)
    next += 2
  }
  const state = readState(at, next)
  if (state === 'garbled') return undefined
  if (terms !== undefined) {
    // Our code never fails at this, and never says anything else than what it carries.
    if (state === undefined || !isSame(terms, state.terms)) return undefined
    look.box = { ...terms, ...state.progress }
  } else if (size === 0 && isMade && state !== undefined) {
    look.created = { ...state.terms, ...state.progress }
  }
  return look
}

function readState(at: (index: number, count?: number) => string, start: number) {
  const ok = (index: number) => BigInt(`0x${at(index)}`)
  const number = ok
  // In the order of the views; each is preceded by whether it answered.
  const policy = start
  const spent = policy + 1 + policyWords
  const [nonce, lastPull, digest, balance] = [spent + 2, spent + 4, spent + 6, spent + 8]
  if ([policy, spent, nonce, lastPull, digest, balance].some((index) => ok(index) > 1n)) return 'garbled'
  if ([policy, spent, nonce, lastPull, digest].some((index) => ok(index) !== 1n)) return undefined
  const mode = number(policy + 10)
  if (mode > 1n || number(policy + 8) >= 2n ** 40n || number(policy + 9) >= 2n ** 40n) return undefined
  const address = (index: number): Address => `0x${at(index).slice(24)}`
  const terms: BoxCodeTerms = {
    ownerHash: `0x${at(policy + 1)}`,
    policy: {
      token: address(policy + 2),
      cosigner: address(policy + 3),
      vaultHash: `0x${at(policy + 4)}`,
      target: address(policy + 5),
      maxAmount: number(policy + 6),
      perPullMax: number(policy + 7),
      expiry: Number(number(policy + 8)),
      interval: Number(number(policy + 9)),
      mode: mode === 0n ? 0 : 1,
    },
  }
  return {
    terms,
    progress: {
      spent: number(spent + 1),
      nonce: number(nonce + 1),
      lastPull: number(lastPull + 1),
      digest: `0x${at(digest + 1)}` as Hex,
      balance: ok(balance) === 1n ? number(balance + 1) : undefined,
    },
  }
}

/** Whether two readings of a box are the same, whatever the case of their addresses. */
export function isSame(one: BoxCodeTerms, other: BoxCodeTerms): boolean {
  const left = one.policy
  const right = other.policy
  return (
    one.ownerHash === other.ownerHash &&
    left.vaultHash === right.vaultHash &&
    left.token.toLowerCase() === right.token.toLowerCase() &&
    left.cosigner.toLowerCase() === right.cosigner.toLowerCase() &&
    left.target.toLowerCase() === right.target.toLowerCase() &&
    left.maxAmount === right.maxAmount &&
    left.perPullMax === right.perPullMax &&
    left.expiry === right.expiry &&
    left.interval === right.interval &&
    left.mode === right.mode
  )
}

/** The whole code of a box. Of longer code only the first 256 bytes are here, and no box is that long. */
function codeOf(head: string, size: number): Hex {
  return `0x${head.slice(0, 2 * Math.min(size, 256))}`
}

/** Owner hash and nine fields. */
const policyWords = 10

/** The answers about a box, each with the word that says whether it came. */
const stateWords = 1 + policyWords + 5 * 2

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

function selectorOf(name: string): string {
  const item = spendPolicyAccountAbi.find((entry) => entry.type === 'function' && entry.name === name)
  if (item?.type !== 'function') throw new Error(`Boxes have no ${name}.`)
  return toFunctionSelector(item).slice(2)
}

const selectors = {
  policy: selectorOf('policy'),
  spent: selectorOf('spent'),
  nonce: selectorOf('nonce'),
  lastPull: selectorOf('lastPull'),
  spendDigest: selectorOf('spendDigest'),
  balanceOf: toFunctionSelector('function balanceOf(address)').slice(2),
} as const
