import type { BoxPolicy } from '@holdfast/contracts'
import {
  type Address,
  checksumAddress,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  parseAbi,
  size,
  sliceHex,
  zeroAddress,
} from 'viem'
import type { ReadClient } from '../../chain/clients.js'
import { causesOf, isInconclusive, withoutSecrets } from '../../chain/failure.js'
import { ChainUnavailableError } from '../../errors/chain.js'

/** What an account says of itself. Only its address can tell whether it is true. */
export type PolicyAnswer = { ownerHash: Hex; policy: BoxPolicy }

/**
 * Asks accounts that strangers have named for owner hash and policy: all of them in one request, where nobody disturbs it.
 *
 * Any account may be a trap. One that reverts or answers nonsense has no answer, and that is all it achieves. One that
 * burns the gas of the others shows in a last call of our own, which then fails too: those without an answer are asked
 * again in halves, and in the end alone.
 *
 * The calls may change the state that later calls of the same request see. A box reads its own code only, so a true answer
 * cannot be changed; but an account that seems to exist in such an answer need not exist on the chain.
 *
 * @param multicall - Address of Multicall3; where there is none, every account is asked alone.
 * @returns Without the accounts that gave no well-formed answer.
 * @throws {@link ChainUnavailableError}; silence of the node is never taken for an answer.
 */
export async function readPolicies(
  client: ReadClient,
  multicall: Address,
  accounts: readonly Address[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<Address, PolicyAnswer>> {
  const answers = new Map<Address, PolicyAnswer>()
  const waiting: (readonly Address[])[] = inChunks([...new Set(accounts)], accountsPerRequest)
  for (;;) {
    signal?.throwIfAborted()
    const batch = waiting.pop()
    if (batch === undefined) return answers
    const [alone] = batch
    if (batch.length === 1 && alone !== undefined) note(answers, alone, await askAlone(client, alone))
    else {
      const disturbed = await askTogether(client, multicall, batch, answers)
      if (disturbed.length > 0) waiting.push(...inChunks(disturbed, Math.ceil(disturbed.length / 2)))
    }
  }
}

const accountsPerRequest = 200

/** Several times what a box needs to answer. */
const gasPerAccount = 60_000n
const gasAlone = 500_000n

/** `policy()`. */
const policyCall: Hex = '0x0505c8c9'

const multicallAbi = /* @__PURE__ */ parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[] returnData)',
])

/** @returns The accounts that may have failed for want of gas; empty where every account had enough. */
async function askTogether(
  client: ReadClient,
  multicall: Address,
  accounts: readonly Address[],
  answers: Map<Address, PolicyAnswer>,
): Promise<readonly Address[]> {
  const calls = accounts.map((target) => ({ target, allowFailure: true, callData: policyCall }))
  const data = encodeFunctionData({
    abi: multicallAbi,
    functionName: 'aggregate3',
    args: [[...calls, { target: multicall, allowFailure: true, callData: probeCall(multicall) }]],
  })
  const gas = gasAlone + gasPerAccount * BigInt(accounts.length)
  const answer = await call(client, { to: multicall, data, gas })
  const results = answer === undefined ? [] : decodeResults(answer)
  if (results.length !== accounts.length + 1) return accounts
  accounts.forEach((account, index) => {
    const result = results[index]
    if (result?.success) note(answers, account, result.returnData)
  })
  if (results.at(-1)?.success) return []
  return accounts.filter((_, index) => !results[index]?.success)
}

/**
 * A call that takes more gas than a box needs to answer, so that its success at the end tells that every account before it
 * had enough: gas only becomes less.
 */
export function probeCall(multicall: Address): Hex {
  const callData = encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [[]] })
  const calls = Array.from({ length: 24 }, () => ({ target: multicall, allowFailure: false, callData }))
  return encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [calls] })
}

/** What an account answers when it cannot be disturbed; `undefined` where it fails. */
async function askAlone(client: ReadClient, account: Address): Promise<Hex | undefined> {
  const ask = () => call(client, { to: account, data: policyCall, gas: gasAlone })
  const answer = (await ask()) ?? (await ask())
  if (answer !== undefined) return answer
  // Nodes say the same of code that runs out of gas as of trouble of their own: one that answers this has none.
  const control = await call(client, { to: zeroAddress, data: '0x', gas: gasAlone })
  if (control === undefined) throw new ChainUnavailableError('reading the policies of boxes', undefined)
  return undefined
}

/** @returns `undefined` where the node answers with an error that can be the code's own. */
async function call(client: ReadClient, { to, data, gas }: { to: Address; data: Hex; gas: bigint }) {
  try {
    return await client.request({
      method: 'eth_call',
      params: [{ to, data, gas: `0x${gas.toString(16)}` }, 'latest'],
    })
  } catch (error) {
    const causes = causesOf(error)
    const isInternal = causes.some(({ code }) => code === -32603) && !causes.some(({ status }) => status !== undefined)
    if (isInternal || !isInconclusive(error)) return undefined
    throw new ChainUnavailableError('reading the policies of boxes', withoutSecrets(error))
  }
}

function decodeResults(data: Hex): readonly { success: boolean; returnData: Hex }[] {
  try {
    return decodeFunctionResult({ abi: multicallAbi, functionName: 'aggregate3', data })
  } catch {
    return []
  }
}

function note(answers: Map<Address, PolicyAnswer>, account: Address, data: Hex | undefined): void {
  const answer = data && parsePolicyAnswer(data)
  if (answer) answers.set(account, answer)
}

const words = 10

/** Owner hash and policy as `policy()` encodes them; `undefined` for any other bytes. */
export function parsePolicyAnswer(data: Hex): PolicyAnswer | undefined {
  if (size(data) !== 32 * words) return undefined
  const word = (index: number) => sliceHex(data, 32 * index, 32 * (index + 1))
  const number = (index: number) => BigInt(word(index))
  const [token, cosigner, target] = [1, 2, 4].map(number)
  const [expiry, interval, mode] = [7, 8, 9].map(number)
  const isAddress = (value: bigint | undefined) => value !== undefined && value < 1n << 160n
  const isTime = (value: bigint | undefined) => value !== undefined && value < 1n << 40n
  if (![token, cosigner, target].every(isAddress) || ![expiry, interval].every(isTime)) return undefined
  if (mode === undefined || mode > 1n) return undefined
  const address = (index: number) => checksumAddress(sliceHex(word(index), 12))
  return {
    ownerHash: word(0),
    policy: {
      token: address(1),
      cosigner: address(2),
      vaultHash: word(3),
      target: address(4),
      maxAmount: number(5),
      perPullMax: number(6),
      expiry: Number(expiry),
      interval: Number(interval),
      mode: Number(mode),
    },
  }
}

function inChunks<item>(items: readonly item[], length: number): (readonly item[])[] {
  const chunks: (readonly item[])[] = []
  for (let start = 0; start < items.length; start += length) chunks.push(items.slice(start, start + length))
  return chunks
}
