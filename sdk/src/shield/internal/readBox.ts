import {
  type Look,
  type LookCall,
  lookProgram,
  POLICY_WORDS,
  parseLook,
  parsePolicyAnswer,
  proveBox,
  spendPolicyAccountAbi,
} from '@holdfast/contracts'
import { type Abi, type Address, decodeFunctionResult, encodeFunctionData, hexToBigInt, hexToNumber } from 'viem'
import type { ReadClient } from '../../chain/clients.js'
import { withoutSecrets } from '../../chain/failure.js'
import { requireDeployment } from '../../chain/registry.js'
import { usdcAbi } from '../../chain/usdc.js'
import { ChainUnavailableError, WrongNetworkError } from '../../errors/chain.js'
import { NotABoxError } from '../../errors/shield.js'
import { pullCapOf, type Terms } from './policy.js'

/** A box of a factory other than the registry's: both must be given. */
export type BoxOptions = {
  /** The factory that made the box. Default: the registry's. */
  factory?: Address | undefined
  /** The code behind the box, as that factory's `implementation()` names it. Default: the registry's. */
  implementation?: Address | undefined
}

/** All there is to know of a box, as of one block. */
export type Box = Terms & {
  account: Address
  chainId: number
  spent: bigint
  remaining: bigint
  nonce: bigint
  sweepNonce: bigint
  /** Unix seconds; 0 before the first. */
  lastPull: number
  /** The cap of one pull in force. */
  pullCap: bigint
  /** Unix seconds: the time of that block. */
  now: number
}

/** A look at an address, as of one block: the box there, and what was asked along. */
export type BoxLook = {
  /** `undefined` while nothing is deployed there. */
  box: Box | undefined
  chainId: number
  /** Unix seconds: the time of that block. */
  now: number
  /** What the calls asked along returned; `undefined` where one failed. */
  also: readonly unknown[]
}

/** A view of one word to ask along. */
export type View = { address: Address; abi: Abi; functionName: string; args: readonly unknown[] }

/** The view of a token's balance. */
export function balanceView(token: Address, of: Address): View {
  return { address: token, abi: usdcAbi, functionName: 'balanceOf', args: [of] }
}

/**
 * Looks at the address of a box: its code, its state, the chain's clock and id, and what is asked along, all in one
 * request and of one block.
 *
 * It is a box where its code proves its address: only then are its getters believed. The same code elsewhere proves
 * nothing, since a constructor can return any code after it has approved a thief.
 *
 * @throws {@link NotABoxError} with reason `foreign`; {@link WrongNetworkError}, `UnknownChainError`,
 *   {@link ChainUnavailableError}.
 */
export async function lookAtBox(
  client: ReadClient,
  account: Address,
  { factory, implementation, also = [] }: BoxOptions & { also?: readonly View[] | undefined } = {},
): Promise<BoxLook> {
  const claimed = client.chain?.id
  if (claimed !== undefined) requireDeployment(claimed)
  const views = [
    ...getters.map((functionName): View => ({ address: account, abi: spendPolicyAccountAbi, functionName, args: [] })),
    ...also,
  ]
  const calls = views.map(callOf)
  const { chainId, code, time, answers } = await askLook(client, account, calls)
  if (claimed !== undefined && claimed !== chainId) throw new WrongNetworkError(claimed, chainId)
  // In the order of the calls above.
  const [policyAnswer, spent, nonce, sweepNonce, lastPull, ...rest] = answers
  const now = Number(time)
  const look = {
    chainId,
    now,
    also: also.map((view, index) => rest[index] && decodeFunctionResult({ ...view, data: rest[index] })),
  }
  if (code === '0x') return { box: undefined, ...look }
  const held = policyAnswer && parsePolicyAnswer(policyAnswer)
  const maker = {
    address: factory ?? requireDeployment(chainId).spendPolicyFactory,
    implementation: implementation ?? requireDeployment(chainId).spendPolicyAccountImpl,
  }
  if (!proveBox(maker, account, code) || !held || !spent || !nonce || !sweepNonce)
    throw new NotABoxError(account, 'foreign')
  const { ownerHash, policy } = held
  return {
    box: {
      ownerHash,
      policy,
      account,
      chainId,
      spent: hexToBigInt(spent),
      remaining: policy.maxAmount - hexToBigInt(spent),
      nonce: hexToBigInt(nonce),
      sweepNonce: hexToBigInt(sweepNonce),
      lastPull: lastPull === undefined ? 0 : hexToNumber(lastPull),
      pullCap: pullCapOf(policy),
      now,
    },
    ...look,
  }
}

/**
 * Reads a box that must be there. See {@link lookAtBox}.
 *
 * @throws {@link NotABoxError} also with reason `undeployed`.
 */
export async function readBox(
  client: ReadClient,
  account: Address,
  options: BoxOptions & { also?: readonly View[] | undefined } = {},
): Promise<Box & Pick<BoxLook, 'also'>> {
  const { box, also } = await lookAtBox(client, account, options)
  if (box === undefined) throw new NotABoxError(account, 'undeployed')
  return { ...box, also }
}

const getters = ['policy', 'spent', 'nonce', 'sweepNonce', 'lastPull'] as const

function callOf({ address, functionName, ...view }: View): LookCall {
  return {
    to: address,
    data: encodeFunctionData({ functionName, ...view }),
    words: functionName === 'policy' ? POLICY_WORDS : 1,
  }
}

async function askLook(client: ReadClient, account: Address, calls: readonly LookCall[]): Promise<Look> {
  try {
    const data = lookProgram(account, calls)
    const look = parseLook(await client.request({ method: 'eth_call', params: [{ data }, 'latest'] }), calls)
    if (look === undefined) throw new Error('The node returned a malformed answer.')
    return look
  } catch (error) {
    throw new ChainUnavailableError('reading the box', withoutSecrets(error))
  }
}
