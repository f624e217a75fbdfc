import {
  type BoxCodeTerms,
  type BoxPolicy,
  type Look,
  type LookCall,
  lookProgram,
  POLICY_WORDS,
  parseLook,
  parsePolicyAnswer,
  proveBox,
  spendPolicyAccountAbi,
  spendPolicyFactoryAbi,
} from '@holdfast/contracts'
import {
  type Address,
  concatHex,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  numberToHex,
  pad,
  size,
  toFunctionSelector,
} from 'viem'
import type { ServedChain } from '../../chains/ServedChain.js'

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
): Promise<BoxLook | undefined> {
  const calls = callsOf(account, spend, creation)
  const data = lookProgram(account, calls)
  const answer = await chain.client.request({ method: 'eth_call', params: [{ data }, 'latest'] })
  const look = parseLook(answer, calls)
  return look && readBoxLook(chain, account, look, creation !== undefined)
}

/** What a factory makes a box of. */
export type Creation = { factory: Address; ownerHash: Hex; salt: Hex; policy: BoxPolicy }

/** Everything about an address, as of one block. */
export type BoxLook = {
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

function callsOf(account: Address, { amount, action }: { amount: bigint; action: 0 | 1 }, creation?: Creation) {
  const call = (data: Hex, words = 1): LookCall => ({ to: account, data, words })
  const calls: LookCall[] = [
    call(selectors.policy, POLICY_WORDS),
    call(selectors.spent),
    call(selectors.nonce),
    call(selectors.lastPull),
    call(concatHex([selectors.spendDigest, word(amount), word(BigInt(action))])),
    { to: 'boxToken', data: concatHex([selectors.balanceOf, pad(account)]), words: 1 },
  ]
  if (creation === undefined) return calls
  const { factory, ownerHash, salt, policy } = creation
  const args = [ownerHash, salt, policy] as const
  const data = encodeFunctionData({ abi: spendPolicyFactoryAbi, functionName: 'createAccount', args })
  const create: LookCall = { to: factory, data, words: 1, writes: true }
  return [create, ...calls]
}

/** @returns `undefined` where the answer contradicts itself. */
function readBoxLook(
  { id, deployment }: ServedChain,
  account: Address,
  { chainId, blockNumber, time, code, codeSize, answers }: Look,
  isCreated: boolean,
): BoxLook | undefined {
  if (chainId !== id) return undefined
  const look: BoxLook = { block: blockNumber, time, isDeployed: codeSize > 0, box: undefined, created: undefined }
  const [made, ...views] = isCreated ? answers : [undefined, ...answers]
  const isMade = made !== undefined && hexToBigInt(made) === BigInt(account)
  const { spendPolicyFactory, spendPolicyAccountImpl } = deployment
  const maker = { address: spendPolicyFactory, implementation: spendPolicyAccountImpl }
  // Longer code is cut, and no box is that long.
  const terms = codeSize > size(code) ? undefined : proveBox(maker, account, code)
  const state = readState(views)
  if (terms !== undefined) {
    // Our code never fails at this, and never says anything else than what it carries.
    if (state === undefined || !isSame(terms, state)) return undefined
    look.box = { ...state, ...terms }
  } else if (codeSize === 0 && isMade && state !== undefined) {
    look.created = state
  }
  return look
}

/** @param answers - To the calls about a box, in their order. */
function readState(answers: readonly (Hex | undefined)[]): BoxState | undefined {
  const [policy, spent, nonce, lastPull, digest, balance] = answers
  const terms = policy && parsePolicyAnswer(policy)
  if (!terms || !spent || !nonce || !lastPull || !digest) return undefined
  return {
    ...terms,
    spent: hexToBigInt(spent),
    nonce: hexToBigInt(nonce),
    lastPull: hexToBigInt(lastPull),
    digest,
    balance: balance && hexToBigInt(balance),
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

function word(value: bigint): Hex {
  return numberToHex(value, { size: 32 })
}

function selectorOf(name: string): Hex {
  const item = spendPolicyAccountAbi.find((entry) => entry.type === 'function' && entry.name === name)
  if (item?.type !== 'function') throw new Error(`Boxes have no ${name}.`)
  return toFunctionSelector(item)
}

const selectors = {
  policy: selectorOf('policy'),
  spent: selectorOf('spent'),
  nonce: selectorOf('nonce'),
  lastPull: selectorOf('lastPull'),
  spendDigest: selectorOf('spendDigest'),
  balanceOf: toFunctionSelector('function balanceOf(address)'),
} as const
