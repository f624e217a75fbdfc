import type { Address } from 'viem'
import { readHex, readObject } from '../../chain/explorerApi/fields.js'
import type { ChainDeployment } from '../../chain/registry.js'
import type { AddressActivity } from '../history/IDataProvider.js'
import { fact } from './findings.js'
import type { Ask } from './rpcAsk.js'
import type { LogRow } from './rpcRecords.js'

const dayMs = 86_400_000

/** What the activity of an address is derived from. */
export type ActivitySources = {
  ask: Ask
  chain: ChainDeployment
  /** Movements that name the address, in a run of blocks. */
  readRows: (fromBlock: bigint, toBlock: bigint) => Promise<LogRow[]>
  /** Blocks of one log query. */
  range: number
  signal: AbortSignal | undefined
}

/**
 * Tells whether an address is used, and whether it was so a day ago, from a node alone.
 *
 * The first use itself would take a scan of the whole chain. Instead the state of a day ago is asked for, and where the
 * node has forgotten that, the logs of about that time.
 *
 * @throws when neither tells: "since when" then has no answer.
 */
export async function readActivity(
  { ask, chain, readRows, range, signal }: ActivitySources,
  address: Address,
): Promise<AddressActivity> {
  const [head, now] = await Promise.all([readBlock(ask, 'latest', signal), readState(ask, address, 'latest', signal)])
  if (head === null) throw new Error('The node has no newest block.')
  const span = BigInt(range)
  const past = head.number - BigInt(Math.ceil((dayMs * 1.1) / chain.blockTimeMs))
  const tag = `0x${(past > 0n ? past : 0n).toString(16)}`
  const [then, before, recent] = await Promise.all([
    past > 0n ? readBlock(ask, tag, signal) : null,
    past > 0n ? fact(signal, () => readState(ask, address, tag, signal)) : undefined,
    readRows(head.number > span ? head.number - span + 1n : 0n, head.number),
  ])
  const transactionCount = Math.max(now.nonce, now.isUsed || recent.length > 0 ? 1 : 0)
  if (transactionCount === 0) return { transactionCount, firstSeenAt: null }
  if (then !== null && before?.value?.isUsed) return { transactionCount, firstSeenAt: then.time }
  if (then !== null && before?.value === undefined) {
    const rows = await readRows(past > span ? past - span + 1n : 0n, past)
    if (rows.length === 0) throw new Error('The node does not remember whether the address was used a day ago.')
    return { transactionCount, firstSeenAt: earliest(rows) ?? then.time }
  }
  // Unused a day ago, or the chain itself is younger than that.
  return { transactionCount, firstSeenAt: earliest(recent) ?? head.time }
}

async function readState(ask: Ask, address: Address, block: string, signal: AbortSignal | undefined) {
  const read = async (method: string) => readHex(await ask(method, [address, block], signal), method)
  const [nonce, balance, code] = await Promise.all([
    read('eth_getTransactionCount'),
    read('eth_getBalance'),
    read('eth_getCode'),
  ])
  return { nonce: Number(nonce), isUsed: Number(nonce) > 0 || BigInt(balance) > 0n || code !== '0x' }
}

async function readBlock(ask: Ask, tag: string, signal: AbortSignal | undefined) {
  const answer = await ask('eth_getBlockByNumber', [tag, false], signal)
  if (answer === null) return null
  const block = readObject(answer, 'block')
  return {
    number: BigInt(readHex(block.number, 'block number')),
    time: new Date(Number(readHex(block.timestamp, 'block time')) * 1_000),
  }
}

function earliest(rows: readonly LogRow[]): Date | null {
  const times = rows.flatMap(({ timestamp }) => timestamp?.getTime() ?? [])
  return times.length > 0 ? new Date(times.reduce((a, b) => Math.min(a, b))) : null
}
