import { arcTestnetChain, type BoxPolicy, boxProxyOf, spendPolicyAccountAbi } from '@holdfast/contracts'
import {
  type Abi,
  type Address,
  concatHex,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  numberToHex,
  parseAbi,
  size,
  slice,
} from 'viem'
import type { ReadClient } from '../../chain/clients.js'
import { withoutSecrets } from '../../chain/failure.js'
import { deploymentFor, requireDeployment } from '../../chain/registry.js'
import { usdcAbi } from '../../chain/usdc.js'
import { ChainUnavailableError, WrongNetworkError } from '../../errors/chain.js'
import { NotABoxError } from '../../errors/shield.js'
import { pullCapOf, type Terms } from './policy.js'

/** A box of a factory other than the registry's. */
export type BoxOptions = {
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
export type Look = {
  /** `undefined` while nothing is deployed there. */
  box: Box | undefined
  chainId: number
  /** Unix seconds: the time of that block. */
  now: number
  /** What the calls asked along returned; `undefined` where one failed. */
  also: readonly unknown[]
}

/** A view to ask along. */
export type View = { address: Address; abi: Abi; functionName: string; args: readonly unknown[] }

/** The view of a token's balance. */
export function balanceView(token: Address, of: Address): View {
  return { address: token, abi: usdcAbi, functionName: 'balanceOf', args: [of] }
}

/**
 * Looks at the address of a box: its code, its state, the chain's clock and id, and what is asked along, all in one
 * request and of one block.
 *
 * Whether it is a box is judged by its code: only behind that are its getters believed, so no contract can pass itself
 * off as one.
 *
 * @throws {@link NotABoxError} with reason `foreign`; {@link WrongNetworkError}, `UnknownChainError`,
 *   {@link ChainUnavailableError}.
 */
export async function lookAtBox(
  client: ReadClient,
  account: Address,
  { implementation, also = [] }: BoxOptions & { also?: readonly View[] | undefined } = {},
): Promise<Look> {
  const claimed = client.chain?.id
  if (claimed !== undefined) requireDeployment(claimed)
  const { multicall3 } = deploymentFor(claimed ?? arcTestnetChain.id) ?? arcTestnetChain
  const views: readonly View[] = [
    { address: multicall3, abi: clockAbi, functionName: 'getChainId', args: [] },
    { address: multicall3, abi: clockAbi, functionName: 'getCurrentBlockTimestamp', args: [] },
    ...getters.map((functionName) => ({ address: account, abi: spendPolicyAccountAbi, functionName, args: [] })),
    ...also,
  ]
  const { code, results } = await peek(client, account, multicall3, views)
  // In the order of the views above.
  const [id, now, held, spent, nonce, sweepNonce, lastPull, ...rest] = results as [
    ...[bigint?, bigint?, (readonly [Hex, BoxPolicy])?, bigint?, bigint?, bigint?, number?],
    ...unknown[],
  ]
  if (id === undefined || now === undefined)
    throw new ChainUnavailableError('reading the box', new Error('The chain has no Multicall3 where it should stand.'))
  const chainId = Number(id)
  if (claimed !== undefined && claimed !== chainId) throw new WrongNetworkError(claimed, chainId)
  const look = { chainId, now: Number(now), also: rest }
  if (code === '0x') return { box: undefined, ...look }
  if (!code.startsWith(boxProxyOf(implementation ?? requireDeployment(chainId).spendPolicyAccountImpl)))
    throw new NotABoxError(account, 'foreign')
  if (held === undefined || spent === undefined || nonce === undefined || sweepNonce === undefined)
    throw new NotABoxError(account, 'foreign')
  const [ownerHash, policy] = held
  return {
    box: {
      ownerHash,
      policy,
      account,
      chainId,
      spent,
      remaining: policy.maxAmount - spent,
      nonce,
      sweepNonce,
      lastPull: lastPull ?? 0,
      pullCap: pullCapOf(policy),
      now: look.now,
    },
    ...look,
  }
}

/**
 * Reads a box that has to be there. See {@link lookAtBox}.
 *
 * @throws {@link NotABoxError} also with reason `undeployed`.
 */
export async function readBox(
  client: ReadClient,
  account: Address,
  options: BoxOptions & { also?: readonly View[] | undefined } = {},
): Promise<Box & Pick<Look, 'also'>> {
  const { box, also } = await lookAtBox(client, account, options)
  if (box === undefined) throw new NotABoxError(account, 'undeployed')
  return { ...box, also }
}

const getters = ['policy', 'spent', 'nonce', 'sweepNonce', 'lastPull'] as const

const clockAbi = parseAbi([
  'function getChainId() view returns (uint256)',
  'function getCurrentBlockTimestamp() view returns (uint256)',
])

const aggregateAbi = parseAbi([
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[])',
])

/** The beginning of an account's code, `0x` when it has none, and the answers to some views, as of one block. */
async function peek(
  client: ReadClient,
  account: Address,
  multicall3: Address,
  views: readonly View[],
): Promise<{ code: Hex; results: unknown[] }> {
  const calls = encodeFunctionData({
    abi: aggregateAbi,
    functionName: 'aggregate3',
    args: [
      views.map(({ address, ...view }) => ({
        target: address,
        allowFailure: true,
        callData: encodeFunctionData(view as Parameters<typeof encodeFunctionData>[0]),
      })),
    ],
  })
  try {
    const data = await client.request({
      method: 'eth_call',
      params: [{ data: peekProgram(account, multicall3, calls) }, 'latest'],
    })
    const answers = decodeFunctionResult({ abi: aggregateAbi, functionName: 'aggregate3', data: slice(data, 96) })
    return {
      code: hexToBigInt(slice(data, 0, 32)) === 0n ? '0x' : slice(data, 32, 96),
      results: answers.map(({ success, returnData }, index) =>
        success ? decodeView(views[index] as View, returnData) : undefined,
      ),
    }
  } catch (error) {
    throw new ChainUnavailableError('reading the box', withoutSecrets(error))
  }
}

/** A contract that is none answers with too little, or with nothing. */
function decodeView({ abi, functionName, args }: View, data: Hex): unknown {
  try {
    return decodeFunctionResult({ abi, functionName, args, data })
  } catch {
    return undefined
  }
}

/**
 * A program that is run and never deployed (`eth_call` without `to`). It returns the length of an account's code, the
 * code's first 64 bytes, and what Multicall3 answers to the calldata behind the program.
 *
 * Multicall3 cannot read code, and asking for it apart would be a second request, of another block, and on hosts that
 * allow one request at a time a refused one. No more of the code, because what a creation returns is limited in size.
 */
function peekProgram(account: Address, multicall3: Address, calls: Hex): Hex {
  const length = numberToHex(size(calls), { size: 2 })
  const program = (start: Hex) =>
    concatHex([
      // mem[0..32) = extcodesize(account)
      concatHex(['0x73', account, '0x3b600052']),
      // mem[32..96) = extcodecopy(account, 0, 64)
      concatHex(['0x60406000602073', account, '0x3c']),
      // mem[96..) = codecopy(start, length)
      concatHex(['0x61', length, '0x61', start, '0x606039']),
      // pop(staticcall(gas, multicall3, mem[96..96 + length), nothing))
      concatHex(['0x6000600061', length, '0x606073', multicall3, '0x5afa50']),
      // mem[96..) = returndatacopy(0, returndatasize)
      '0x3d600060603e',
      // return mem[0..96 + returndatasize)
      '0x3d6060016000f3',
    ])
  return concatHex([program(numberToHex(size(program('0x0000')), { size: 2 })), calls])
}
