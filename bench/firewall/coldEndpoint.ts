/**
 * The primary chain as a node shows it to a reader of one sender: `eth_getLogs` by party, and the transactions behind
 * the logs. Run as `coldEndpoint.ts <sender> <payees> <latency in ms>`, in a process of its own so that it takes no time
 * from the reader it serves; prints its URL when it listens.
 *
 * At most 10,000 blocks and 20,000 logs per query. Every payee is paid once. A payment has the two logs that it has on
 * that chain, the system's and the token's; for every thousand payees a third party sends the sender a little dust.
 */
import { createServer } from 'node:http'
import { type Address, type Hash, type Hex, numberToHex, padHex } from 'viem'
import { Stream } from '../../tools/corpus/stream.js'
import { usdcOf } from '../../tools/corpus/tables.js'
import { BLOCKS, FIRST_BLOCK } from '../logSetting.js'

const chainId = 5042002
const maxRange = 10_000
const maxResults = 20_000
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const systemEmitter = '0xfffffffffffffffffffffffffffffffffffffffe'
const weiPerUnit = 10n ** 12n
const token = usdcOf(chainId).address.toLowerCase() as Address

const [sender = '0x', payeeCount, latencyMs] = process.argv.slice(2) as [Address, string, string]
const senderTopic = topicOf(sender)
const signers = new Map<Hash, { from: Address; block: number }>()
const outgoing = movements('paid', Number(payeeCount), (party) => ({ from: sender, to: party, value: 25_000_000n }))
const incoming = movements('dust', Math.ceil(Number(payeeCount) / 1_000), (party) => ({
  from: party,
  to: sender,
  value: 10_000n,
}))

const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  setTimeout(() => {
    const asked: Asked | Asked[] = JSON.parse(body)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(Array.isArray(asked) ? `[${asked.map(answer).join(',')}]` : answer(asked))
  }, Number(latencyMs))
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) console.log(`http://127.0.0.1:${address.port}`)
})
process.on('disconnect', () => process.exit())

type Asked = { id: number; method: string; params: [unknown] }
type Filter = { fromBlock: Hex; toBlock: Hex; topics: (Hex | Hex[] | null)[] }
/** Logs as JSON, in chain order, and the block of each. */
type Listed = { blocks: number[]; logs: string[] }

function answer({ id, method, params }: Asked): string {
  if (method === 'eth_chainId') return result(id, `"${numberToHex(chainId)}"`)
  if (method === 'eth_blockNumber') return result(id, `"${numberToHex(FIRST_BLOCK + BLOCKS - 1)}"`)
  if (method === 'eth_getTransactionByHash') return result(id, transaction(params[0] as Hash))
  if (method !== 'eth_getLogs') return failure(id, -32601, 'the method does not exist')
  const { fromBlock, toBlock, topics } = params[0] as Filter
  const [from, to] = [Number(fromBlock), Number(toBlock)]
  if (to - from >= maxRange) return failure(id, -32012, 'requested range too large')
  const [, source, receiver] = topics
  const list = source === senderTopic ? outgoing : receiver === senderTopic ? incoming : undefined
  const found = list?.logs.slice(firstFrom(list, from), firstFrom(list, to + 1)) ?? []
  if (found.length > maxResults) return failure(id, -32602, `query exceeds max results ${maxResults}`)
  return result(id, `[${found.join(',')}]`)
}

/** Index of the first log at or after a block. */
function firstFrom({ blocks }: Listed, block: number): number {
  let low = 0
  let high = blocks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((blocks[middle] ?? 0) < block) low = middle + 1
    else high = middle
  }
  return low
}

/** Payments with one stranger each, spread evenly over the blocks, signed by who pays. */
function movements(
  label: string,
  count: number,
  partiesOf: (stranger: Address) => { from: Address; to: Address; value: bigint },
): Listed {
  const stream = new Stream(1n, `cold/${label}`)
  const listed: Listed = { blocks: [], logs: [] }
  for (let index = 0; index < count; index++) {
    const { from, to, value } = partiesOf(stream.address())
    const block = FIRST_BLOCK + Math.floor(((index + 0.5) * BLOCKS) / count)
    const transactionHash = stream.hash()
    signers.set(transactionHash, { from, block })
    const shared = {
      topics: [transferTopic, topicOf(from), topicOf(to)],
      blockHash: padHex(numberToHex(block), { size: 32 }),
      blockNumber: numberToHex(block),
      blockTimestamp: numberToHex(1_757_515_087 + Math.floor(block / 2)),
      transactionHash,
      transactionIndex: '0x0',
      removed: false,
    }
    for (const log of [
      { ...shared, address: systemEmitter, data: numberToHex(value * weiPerUnit, { size: 32 }), logIndex: '0x0' },
      { ...shared, address: token, data: numberToHex(value, { size: 32 }), logIndex: '0x1' },
    ]) {
      listed.blocks.push(block)
      listed.logs.push(JSON.stringify(log))
    }
  }
  return listed
}

function transaction(hash: Hash): string {
  const found = signers.get(hash)
  if (found === undefined) return 'null'
  return JSON.stringify({ hash, from: found.from, to: token, value: '0x0', blockNumber: numberToHex(found.block) })
}

function topicOf(address: Address): Hex {
  return padHex(address, { size: 32 }).toLowerCase() as Hex
}

function result(id: number, json: string): string {
  return `{"jsonrpc":"2.0","id":${id},"result":${json}}`
}

function failure(id: number, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
}
