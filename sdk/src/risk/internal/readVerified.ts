import { arcTestnetChain } from '@holdfast/contracts'
import type { Address, Hex } from 'viem'
import { concatHex, hexToBigInt, hexToBool, numberToHex, padHex, size, slice } from 'viem/utils'
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
  try {
    const data = encodeAggregate(target, callData)
    return decodeAggregated(await ethCall(client, { to: arcTestnetChain.multicall3, data }))
  } catch (error) {
    if (!isInconclusive(error)) withoutMulticall.add(transportOf(client))
    return undefined
  }
}

/** `aggregate([(target, callData)])` of Multicall3, by its words: what encodes any ABI is 10 kB of the first screen of an app. */
function encodeAggregate(target: Address, callData: Hex): Hex {
  const length = size(callData)
  const padded = padHex(callData, { dir: 'right', size: 32 * Math.ceil(length / 32) })
  return concatHex(['0x252dba42', word(32), word(1), word(32), padHex(target), word(64), word(length), padded])
}

/** @throws where it is not the block number and one answer, as `aggregate` returns them. */
function decodeAggregated(returned: Hex): { blockNumber: bigint; answer: Hex | undefined } {
  const at = (index: number) => slice(returned, 32 * index, 32 * index + 32, { strict: true })
  const layout = [at(1), at(2), at(3)]
  if (!isSame(layout, [word(64), word(1), word(32)])) throw new Error('Multicall3 has answered something else.')
  // An address without code answers with nothing, and a broken one with less than a word: asked alone, each fails with a reason.
  return { blockNumber: hexToBigInt(at(0)), answer: at(4) === word(32) ? at(5) : undefined }
}

function word(value: number): Hex {
  return numberToHex(value, { size: 32 })
}

function isSame(words: readonly Hex[], expected: readonly Hex[]): boolean {
  return words.every((one, index) => one === expected[index])
}
