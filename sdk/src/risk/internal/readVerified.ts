import { arcTestnetChain } from '@holdfast/contracts'
import type { Address, Hex } from 'viem'
import { decodeFunctionResult, encodeFunctionData, hexToBool, size } from 'viem/utils'
import type { ReadClient } from '../../chain/clients.js'
import { ethCall } from '../../chain/ethCall.js'
import { isInconclusive } from '../../chain/failure.js'
import { shareHead } from '../../chain/readHead.js'
import { encodeWords, readWords } from '../../chain/readWords.js'
import { transportOf } from '../../chain/transportOf.js'
import { withDeadline } from '../../chain/withDeadline.js'

/**
 * Whether a protected transfer of the first address has settled at the second one. One request also names the newest block,
 * which other readings of the same turn wait for instead of asking; where it fails, each of them asks alone.
 */
export async function readVerified(
  client: ReadClient,
  address: Address,
  args: readonly [sender: Address, recipient: Address],
): Promise<boolean> {
  const chainId = client.chain?.id
  if (chainId === undefined || withoutMulticall.has(transportOf(client))) return readAlone(client, address, args)
  const reading = readWithBlock(client, address, encodeWords(view, args))
  // A call that hangs must not take the history with it: who waits for the block asks alone then.
  shareHead(
    client,
    chainId,
    withDeadline(() => reading, { timeoutMs: maxWaitMs }),
  )
  const { answer } = (await reading) ?? {}
  return answer === undefined ? readAlone(client, address, args) : parseFlag(answer)
}

const view = 'isVerifiedRecipient'

async function readAlone(
  client: ReadClient,
  address: Address,
  args: readonly [sender: Address, recipient: Address],
): Promise<boolean> {
  const [answer = '0x'] = await readWords(client, address, view, args, 1)
  return parseFlag(answer)
}

function parseFlag(answer: Hex): boolean {
  return hexToBool(answer, { size: 32 })
}

/** How long others wait for a block number that this request has promised. */
const maxWaitMs = 1_000

/** Transports whose node has no Multicall3, or refuses to call it. */
const withoutMulticall = /* @__PURE__ */ new WeakSet<object>()

async function readWithBlock(
  client: ReadClient,
  target: Address,
  callData: Hex,
): Promise<{ blockNumber: bigint; answer: Hex | undefined } | undefined> {
  const call = { abi: aggregateAbi, functionName: 'aggregate' } as const
  try {
    const data = encodeFunctionData({ ...call, args: [[{ target, callData }]] })
    const returned = await ethCall(client, { to: arcTestnetChain.multicall3, data })
    const [blockNumber, [answer = '0x']] = decodeFunctionResult({ ...call, data: returned })
    // An address without code answers with nothing, and a broken one with less than a word: asked alone, each fails with a reason.
    return { blockNumber, answer: size(answer) === 32 ? answer : undefined }
  } catch (error) {
    if (!isInconclusive(error)) withoutMulticall.add(transportOf(client))
    return undefined
  }
}

const aggregateAbi = [
  {
    type: 'function',
    name: 'aggregate',
    stateMutability: 'view',
    inputs: [
      {
        name: 'calls',
        type: 'tuple[]',
        components: [
          { name: 'target', type: 'address' },
          { name: 'callData', type: 'bytes' },
        ],
      },
    ],
    outputs: [
      { name: 'blockNumber', type: 'uint256' },
      { name: 'returnData', type: 'bytes[]' },
    ],
  },
] as const
