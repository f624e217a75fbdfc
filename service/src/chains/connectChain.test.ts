import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { type Devnet, startDevnet } from '@holdfast/devnet'
import { encodeErrorResult, parseAbi, RpcRequestError } from 'viem'
import { readContract } from 'viem/actions'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectChain } from './connectChain.js'
import { judgeBroadcast } from './internal/judgeAnswer.js'

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
})
afterAll(() => devnet.stop())
const stops: (() => void)[] = []
afterEach(() => {
  devnet.faults.clear()
  for (const stop of stops.splice(0)) stop()
})

/** An endpoint that forwards everything, unless a test sets another behaviour. */
async function startHost() {
  const host = { url: '', asked: [] as string[], behave: undefined as Behaviour | undefined }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const { id, method } = JSON.parse(body)
    host.asked.push(method)
    const behaviour = host.behave?.(method)
    response.setHeader('content-type', 'application/json')
    if (behaviour === 'hang') return
    if (typeof behaviour === 'number') {
      response.statusCode = behaviour
      response.setHeader('content-type', 'text/plain')
      return void response.end('no')
    }
    if (behaviour) return void response.end(JSON.stringify({ jsonrpc: '2.0', id, ...behaviour }))
    const answer = await fetch(devnet.primary.rpcUrl, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    response.end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-token`
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return host
}
type Behaviour = (method: string) => 'hang' | number | object | undefined

const settings = (...rpcUrls: string[]) => ({ id: 5042002, rpcUrls, explorerApi: undefined, deployBlocks: {} })

async function connectTwo(clock = { now: 0 }) {
  const [first, second] = [await startHost(), await startHost()]
  const chain = await connectChain(settings(first.url, second.url), {
    timeoutMs: 1_000,
    elapsed: () => clock.now || Date.now(),
    random: () => 0,
  })
  first.asked = []
  second.asked = []
  const read = () => chain.client.request({ method: 'eth_blockNumber' })
  return { first, second, chain, read, clock }
}

test('default: the first healthy endpoint answers', async () => {
  const { first, second, chain, read } = await connectTwo()
  const before = Date.now()
  await read()
  expect([first.asked, second.asked]).toEqual([['eth_blockNumber'], []])
  expect(chain.lastAnswerAt()).toBeGreaterThanOrEqual(before)
})

test.each<[string, Behaviour]>([
  ['hangs', () => 'hang'],
  ['answers 500', () => 500],
  ['is throttled', () => 429],
  ['is throttled with -32011', () => ({ error: { code: -32011, message: 'request limit reached' } })],
  ['is throttled with -32005', () => ({ error: { code: -32005, message: 'rate limit exceeded' } })],
  ['lacks the method', () => ({ error: { code: -32601, message: 'the method does not exist' } })],
  ['is behind', () => ({ error: { code: -32014, message: 'requested data not available' } })],
])('behavior: the first endpoint %s, the second answers', async (_, behave) => {
  const { first, read } = await connectTwo()
  first.behave = behave
  await expect(read()).resolves.toMatch(/^0x/)
})

test('a contract that names an address on the web (ERC-3668) is not followed', async () => {
  const [node, web] = [await startHost(), await startHost()]
  const sender = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
  const abi = parseAbi([
    'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
    'function balanceOf(address) view returns (uint256)',
  ])
  const data = encodeErrorResult({
    abi,
    errorName: 'OffchainLookup',
    args: [sender, [`${web.url}/{sender}`], '0x', '0x70a08231', '0x'],
  })
  const { client } = await connectChain(settings(node.url))
  node.behave = (method) =>
    method === 'eth_call' ? { error: { code: 3, message: 'execution reverted', data } } : undefined
  const read = readContract(client, { address: sender, abi, functionName: 'balanceOf', args: [sender] })
  await expect(read).rejects.toThrow('reverted')
  expect(web.asked).toEqual([])
})

test('behavior: after three failures an endpoint is not asked for a minute', async () => {
  const { first, read, clock } = await connectTwo()
  clock.now = Date.now()
  first.behave = () => 500
  for (let count = 0; count < 3; count++) await read()
  expect(first.asked).toHaveLength(3)
  clock.now += 59_000
  await read()
  expect(first.asked).toHaveLength(3)
  clock.now += 1_001
  first.behave = undefined
  await read()
  expect(first.asked).toHaveLength(4)
})

test('behavior: a verdict is final: no other endpoint is asked', async () => {
  const { first, second, chain } = await connectTwo()
  const call = chain.client.request({
    method: 'eth_call',
    params: [{ to: chain.deployment.transferContract, data: '0xdeadbeef' }, 'latest'],
  })
  await expect(call).rejects.toThrow()
  expect([first.asked.length, second.asked.length]).toEqual([1, 0])
})

test('behavior: a single endpoint is asked again after it was throttled', async () => {
  const host = await startHost()
  const chain = await connectChain(settings(host.url), { timeoutMs: 500 })
  let refusals = 3
  host.behave = () => (refusals-- > 0 ? 429 : undefined)
  await expect(chain.client.request({ method: 'eth_blockNumber' })).resolves.toMatch(/^0x/)
})

test('error: another chain, missing contracts, no answer', async () => {
  const host = await startHost()
  host.behave = (method) => (method === 'eth_chainId' ? { result: '0x1' } : undefined)
  await expect(connectChain(settings(devnet.primary.rpcUrl, host.url))).rejects.toMatchObject({
    name: 'ChainSettingsError',
    message: expect.stringContaining('another chain'),
  })
  host.behave = (method) => (method === 'eth_getCode' ? { result: '0x' } : undefined)
  await expect(connectChain(settings(host.url))).rejects.toMatchObject({
    message: expect.stringContaining('transferContract'),
  })
  const failure = await connectChain(settings('http://127.0.0.1:9/secret-token')).catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'ChainUnreachableError' })
  expect(inspect(failure, { depth: 9 })).not.toContain('secret-token')
})

test('behavior: an endpoint that did not answer at boot and serves another chain is never used', async () => {
  const [first, second] = [await startHost(), await startHost()]
  first.behave = () => 500
  const chain = await connectChain(settings(first.url, second.url), { timeoutMs: 200 })
  first.behave = (method) => (method === 'eth_chainId' ? { result: '0x1' } : undefined)
  for (let count = 0; count < 3; count++) await chain.client.request({ method: 'eth_blockNumber' })
  expect(first.asked.filter((method) => method !== 'eth_chainId')).toEqual([])
})

describe('broadcast', () => {
  test.each([
    ['already_known', -32000, 'already known'],
    ['already_known', -32003, 'transaction already imported'],
    ['nonce_too_low', -32000, 'nonce too low: next nonce 5, tx nonce 4'],
    ['nonce_too_high', -32000, 'nonce too high'],
    ['underpriced', -32000, 'replacement transaction underpriced'],
    ['refused', -32000, 'transaction underpriced'],
    ['refused', -32000, 'insufficient funds for gas * price + value: balance 0'],
    ['refused', -32000, 'EVM error: OutOfFunds'],
    ['refused', -32003, 'intrinsic gas too low'],
    ['refused', -32000, 'Blocked address'],
    ['unknown', -32011, 'request limit reached, nonce too low'],
    ['unknown', -32603, 'internal error'],
  ] as const)('%s: %i %s', (expected, code, message) => {
    const error = new RpcRequestError({ body: {}, url: 'http://x', error: { code, message } })
    expect(judgeBroadcast(error)).toBe(expected)
  })

  test('behavior: every endpoint receives it, and each answer is returned', async () => {
    const { first, second, chain } = await connectTwo()
    first.behave = () => 'hang'
    second.behave = () => ({ error: { code: -32000, message: 'nonce too low' } })
    expect(await chain.broadcast('0x02', {})).toEqual(['unknown', 'nonce_too_low'])
    first.behave = () => ({ result: `0x${'11'.repeat(32)}` })
    expect(await chain.broadcast('0x02', {})).toEqual(['unknown', 'nonce_too_low'])
  })
})
