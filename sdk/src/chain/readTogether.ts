import { type LookCall, lookProgram, parseLook } from '@holdfast/contracts'
import { type Abi, type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import { ChainUnavailableError, WrongNetworkError } from '../errors/chain.js'
import type { ReadClient } from './clients.js'
import { isInconclusive, withoutSecrets } from './failure.js'
import { chainIdOf, hearChainId } from './network.js'
import { shareHead } from './readHead.js'
import { readView } from './readView.js'
import { transportOf } from './transportOf.js'

/** A view with an answer of fixed length. */
export type FixedView = {
  /** As in "while …". */
  attempted: string
  address: Address
  abi: Abi
  functionName: string
  args: readonly unknown[]
  /** 32-byte words of the answer. @default 1 */
  words?: number | undefined
}

/** What was read at once. */
export type StateRead = {
  /** In the order of the views. */
  values: readonly unknown[]
  /** Unix seconds: the time of the block. `undefined` where the node does not run programs. */
  time: bigint | undefined
  /** The first bytes of the account's code, `0x` where it has none; likewise. */
  code: Hex | undefined
}

/**
 * Reads some views, the chain's id and clock and an account's code, in one request and of one block. A node that does not
 * run programs is asked for the views one by one, and for its chain.
 *
 * @param chainId - The chain that is meant: an answer of another one is not used.
 * @param account - Whose code is read.
 * @throws {@link WrongNetworkError}, {@link ChainUnavailableError}
 */
export async function readTogether(
  client: ReadClient,
  chainId: number,
  account: Address,
  views: readonly FixedView[],
): Promise<StateRead> {
  const calls = views.map(callOf)
  const running = singly.has(transportOf(client)) ? undefined : runProgram(client, account, calls, views)
  if (running) shareHead(client, chainId, running)
  const look = await running
  const actual = look?.chainId ?? (await chainIdOf(client))
  if (look !== undefined) hearChainId(client, actual)
  if (actual !== chainId) throw new WrongNetworkError(chainId, actual)
  const values = await Promise.all(
    views.map((view, index) => {
      const data = look?.answers[index]
      // A view that fails, or has no contract behind it, is asked alone: its failure then has its own reason.
      return data === undefined ? readView(client, view.attempted, view) : decodeFunctionResult({ ...view, data })
    }),
  )
  return { values, time: look?.time, code: look?.code }
}

/** Transports whose node does not run programs. */
const singly = /* @__PURE__ */ new WeakSet<object>()

/** Makes {@link readTogether} ask this client for each view, for a client that answers some of them itself. */
export function readsSingly<client extends ReadClient>(client: client): client {
  singly.add(transportOf(client))
  return client
}

async function runProgram(
  client: ReadClient,
  account: Address,
  calls: readonly LookCall[],
  views: readonly FixedView[],
) {
  try {
    const data = lookProgram(account, calls)
    const look = parseLook(await client.request({ method: 'eth_call', params: [{ data }, 'latest'] }), calls)
    if (look === undefined) readsSingly(client)
    return look
  } catch (error) {
    if (isInconclusive(error))
      throw new ChainUnavailableError(views[0]?.attempted ?? `reading the account ${account}`, withoutSecrets(error))
    readsSingly(client)
    return undefined
  }
}

function callOf({ address, functionName, abi, args, words = 1 }: FixedView): LookCall {
  return { to: address, data: encodeFunctionData({ abi, functionName, args }), words }
}
