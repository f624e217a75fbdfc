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
 * Reads everything about the address of a box at one block, in one request: its code, its state, the digest it
 * computes, its balance, the chain's clock, and the number of the block.
 *
 * @param spend - The spend that is to be signed, for the digest.
 * @param creation - Terms with which the box is created during the call, if it is not deployed yet.
 * @returns `undefined` when the node returned a malformed or contradictory answer.
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

/** What a factory needs to create a box. */
export type Creation = { factory: Address; ownerHash: Hex; salt: Hex; policy: BoxPolicy }

/** Everything about an address, as of one block. */
export type BoxLook = {
  block: bigint
  /** Unix seconds. */
  time: bigint
  /** Whether a contract is deployed at the address. */
  isDeployed: boolean
  /** The box that is deployed there; `undefined` for any other contract. */
  box: BoxState | undefined
  /** What a factory would deploy there now; `undefined` when it would refuse. */
  created: BoxState | undefined
}

/** A box and its state. */
export type BoxState = BoxCodeTerms & {
  nonce: bigint
  spent: bigint
  /** Unix seconds; 0 before the first. */
  lastPull: bigint
  /** Of its token; `undefined` when the token did not report it. */
  balance: bigint | undefined
  /** The digest that the box expects a co-signature over, for the given spend. */
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

/** @returns `undefined` when the answer contradicts itself. */
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
    // Box code never fails in these calls, and always returns the terms it contains.
    if (state === undefined || !isSame(terms, state)) return undefined
    look.box = { ...state, ...terms }
  } else if (codeSize === 0 && isMade && state !== undefined) {
    look.created = state
  }
  return look
}

/** @param answers - Results of the calls about a box, in their order. */
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

/** Whether two readings of a box are equal, ignoring the case of addresses. */
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
