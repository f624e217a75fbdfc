import {
  encodeDeployData,
  type Hex,
  keccak256,
  parseGwei,
  serializeTransaction,
  type TransactionSerializable,
  toHex,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  blockedTestAddress,
  counterfeitTokenAbi,
  counterfeitTokenInitCode,
  type Devnet,
  FIRST_BLOCK,
  primaryAddresses,
  startDevnet,
} from '../src/index.js'
import { actor, ask, mined, reader, rpc, stranger } from './actors.js'

let devnet: Devnet

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
})
afterAll(async () => {
  await devnet?.stop()
})

const logs = (fromBlock: number, toBlock: number | string, more: object = {}) =>
  rpc(devnet, 'eth_getLogs', {
    fromBlock: toHex(fromBlock),
    toBlock: typeof toBlock === 'string' ? toBlock : toHex(toBlock),
    ...more,
  })

describe('logs', () => {
  test('span at most 10,000 blocks, also before the chain’s first', async () => {
    expect((await logs(51_326_557, 51_336_556)).result).toEqual([])
    expect((await logs(51_326_557, 51_336_557)).error).toEqual({ code: -32012, message: 'requested range too large' })
    expect((await logs(0, 'latest')).error.code).toBe(-32012)
    expect((await logs(FIRST_BLOCK - 5_000, 'latest')).error).toBeUndefined()
    expect((await logs(FIRST_BLOCK + 1, FIRST_BLOCK)).error.code).toBe(-32602)
  })

  test('take at most eight alternatives for topic0', async () => {
    const topics = (count: number) => [Array.from({ length: count }, (_, index) => keccak256(toHex(index)))]
    expect((await logs(FIRST_BLOCK, FIRST_BLOCK, { topics: topics(8) })).result).toEqual([])
    expect((await logs(FIRST_BLOCK, FIRST_BLOCK, { topics: topics(9) })).error.code).toBe(-32012)
  })

  test('filter by address and topic, and agree with the receipts', async () => {
    const [alice, bob] = [await actor(devnet), await actor(devnet)]
    const hash = await alice.wallet.sendTransaction({ to: bob.address, value: 5n })
    const receipt = await mined(devnet, hash)
    const padded = (address: Hex) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
    const found = await logs(FIRST_BLOCK, 'latest', {
      address: primaryAddresses.systemEmitter,
      topics: [null, padded(alice.address), [padded(bob.address)]],
    })
    expect(found.result).toHaveLength(1)
    expect(found.result[0]).toMatchObject({ transactionHash: hash, logIndex: toHex(receipt.logs[0]?.logIndex ?? -1) })
    const blockLogs = await rpc(devnet, 'eth_getLogs', { blockHash: receipt.blockHash })
    expect(blockLogs.result.map((log: { logIndex: Hex }) => Number(log.logIndex))).toEqual(
      blockLogs.result.map((_: unknown, index: number) => index),
    )
  })

  test('of more than 20,000 are refused with a range that works', async () => {
    const alice = await actor(devnet)
    const abi = counterfeitTokenAbi
    const data = encodeDeployData({ abi, bytecode: counterfeitTokenInitCode, args: ['x', 'x', 6] })
    const { contractAddress: address } = await mined(devnet, await alice.wallet.sendTransaction({ data }))
    if (!address) throw new Error('nothing was deployed')
    const to = Array.from({ length: 3_500 }, (): Hex => zeroAddress)
    const call = { address, abi, functionName: 'pretend', args: [zeroAddress, to, 1n], gas: 16_000_000n } as const
    const hashes: Hex[] = []
    for (let nonce = 1; nonce <= 6; nonce++) hashes.push(await alice.wallet.writeContract({ ...call, nonce }))
    for (const hash of hashes) expect((await mined(devnet, hash)).status).toBe('success')
    const { error } = await logs(FIRST_BLOCK, 'latest', { address })
    expect(error.code).toBe(-32602)
    const [, from, upTo] =
      /^query exceeds max results 20000, retry with the range (\d+)-(\d+)$/.exec(error.message) ?? []
    expect((await logs(Number(from), Number(upTo), { address })).result.length).toBeGreaterThan(0)
  })

  test('behavior: polled filters', async () => {
    const filter = (await rpc(devnet, 'eth_newFilter', { address: primaryAddresses.systemEmitter })).result
    const alice = await actor(devnet)
    const hash = await alice.wallet.sendTransaction({ to: stranger().address, value: 5n })
    await mined(devnet, hash)
    const changes = (await rpc(devnet, 'eth_getFilterChanges', filter)).result
    expect(changes.map((log: { transactionHash: Hex }) => log.transactionHash)).toContain(hash)
    expect((await rpc(devnet, 'eth_getFilterChanges', filter)).result).toEqual([])
    expect((await rpc(devnet, 'eth_uninstallFilter', filter)).result).toBe(true)
    expect((await rpc(devnet, 'eth_getFilterChanges', filter)).error.message).toBe('filter not found')
  })
})

describe('native movements', () => {
  test('leave a system log, except of zero and to oneself', async () => {
    const alice = await actor(devnet)
    const to = stranger().address
    const sends = [
      { to, value: 7n },
      { to, value: 0n },
      { to: alice.address, value: 1n },
    ]
    const counts = []
    for (const send of sends) counts.push((await mined(devnet, await alice.wallet.sendTransaction(send))).logs.length)
    expect(counts).toEqual([1, 0, 0])
  })

  test('inside a call are logged where they happen', async () => {
    const alice = await actor(devnet)
    // Forwards its value to the address that follows in the calldata, then emits an empty log.
    const code = '0x60006000600060003460003560601c5af15060006000a000'
    const deployed = await mined(devnet, await alice.wallet.sendTransaction({ data: creation(code) }))
    const target = deployed.contractAddress
    if (!target) throw new Error('nothing was deployed')
    const to = stranger().address
    const receipt = await mined(devnet, await alice.wallet.sendTransaction({ to: target, value: 9n, data: to }))
    const emitter = primaryAddresses.systemEmitter.toLowerCase()
    expect(receipt.logs.map(({ address, logIndex }) => [address, logIndex])).toEqual([
      [emitter, 0],
      [emitter, 1],
      [target.toLowerCase(), 2],
    ])
    expect(receipt.logs[1]?.topics[2]).toContain(to.slice(2).toLowerCase())
  })

  test('error: blocked and zero recipients, blocked senders', async () => {
    const alice = await actor(devnet)
    await expect(alice.wallet.sendTransaction({ to: blockedTestAddress, value: 1n, gas: 21_000n })).rejects.toThrow(
      'Blocked address',
    )
    await expect(alice.wallet.sendTransaction({ to: zeroAddress, value: 1n, gas: 21_000n })).rejects.toThrow(
      'Zero address not allowed',
    )
    await devnet.primary.setBlocked(alice.address, true)
    await expect(alice.wallet.sendTransaction({ to: stranger().address, value: 0n })).rejects.toThrow('Blocked address')
  })

  test('error: a node refuses its own denylist as sender, recipient and delegating signer', async () => {
    const [alice, denied] = [await actor(devnet), await actor(devnet)]
    devnet.faults.set({ rpc: { denylist: [denied.address] } })
    const refused = `Address ${denied.address} is denylisted`
    await expect(denied.wallet.sendTransaction({ to: alice.address, gas: 21_000n })).rejects.toThrow(refused)
    await expect(alice.wallet.sendTransaction({ to: denied.address, gas: 21_000n })).rejects.toThrow(refused)
    const authorization = await denied.account.signAuthorization({
      address: primaryAddresses.multicall3,
      chainId: 5042002,
      nonce: 0,
    })
    await expect(
      alice.wallet.sendTransaction({ to: alice.address, gas: 100_000n, authorizationList: [authorization] }),
    ).rejects.toThrow(refused)
    expect(() => devnet.faults.set({ rpc: { denylist: ['0x12'] } })).toThrow('rpc.denylist[0]')
    devnet.faults.clear()
    await alice.wallet.sendTransaction({ to: denied.address, gas: 21_000n })
  })
})

describe('transactions', () => {
  test('below the lowest fee are never mined, without an error', async () => {
    const alice = await actor(devnet)
    const hash = await alice.wallet.sendTransaction({
      to: stranger().address,
      value: 1n,
      gas: 21_000n,
      maxFeePerGas: parseGwei('19.9'),
      maxPriorityFeePerGas: 0n,
    })
    await devnet.primary.mine(3)
    expect((await rpc(devnet, 'eth_getTransactionReceipt', hash)).result).toBeNull()
    expect(await reader(devnet).getTransactionCount({ address: alice.address })).toBe(0)
  })

  test('error: blobs and unprotected signatures', async () => {
    const { account } = await actor(devnet)
    const legacy = { type: 'legacy', to: zeroAddress, gas: 21_000n, gasPrice: parseGwei('22') } as const
    const unprotected = await account.signTransaction(legacy as TransactionSerializable)
    expect((await rpc(devnet, 'eth_sendRawTransaction', unprotected)).error.message).toBe(
      'only replay-protected (EIP-155) transactions allowed over RPC',
    )
    const blob = { type: 'eip4844', chainId: 5042002, to: zeroAddress, maxFeePerBlobGas: 1n, blobVersionedHashes: [] }
    const raw = serializeTransaction(
      { ...blob, blobVersionedHashes: [`0x01${'0'.repeat(62)}`], sidecars: false } as never,
      { r: `0x${'1'.repeat(64)}`, s: `0x${'1'.repeat(64)}`, yParity: 0 },
    )
    expect((await rpc(devnet, 'eth_sendRawTransaction', raw)).error.message).toBe('transaction type not supported')
    expect((await rpc(devnet, 'eth_sendRawTransaction', '0x02c0')).error.code).toBe(-32602)
  })

  test('error: node messages for a used nonce, a duplicate and too much gas', async () => {
    const quiet = await startDevnet({ blockTimeMs: 60_000 })
    try {
      const alice = await actor(quiet)
      const to = stranger().address
      const fields = { to, value: 1n, gas: 21_000n, maxFeePerGas: parseGwei('30'), maxPriorityFeePerGas: 1n }
      const request = await alice.wallet.prepareTransactionRequest({ ...fields, nonce: 0 })
      const raw = await alice.wallet.signTransaction(request)
      const send = () => rpc(quiet, 'eth_sendRawTransaction', raw)
      const replies = await Promise.all([send(), send()])
      expect(replies.map(({ error }) => error?.message ?? 'taken').sort()).toEqual(['already known', 'taken'])
      await quiet.primary.mine()
      expect((await send()).error).toMatchObject({ code: -32000, message: 'nonce too low' })
      await expect(alice.wallet.sendTransaction({ ...fields, gas: 2n ** 24n + 1n })).rejects.toThrow(/gas/)
    } finally {
      await quiet.stop()
    }
  })

  test('are invisible until mined', async () => {
    const quiet = await startDevnet({ blockTimeMs: 60_000 })
    try {
      const alice = await actor(quiet)
      const hash = await alice.wallet.sendTransaction({ to: stranger().address, value: 1n })
      const count = (tag: string) => rpc(quiet, 'eth_getTransactionCount', alice.address, tag)
      expect((await count('pending')).result).toBe('0x0')
      expect((await rpc(quiet, 'eth_getTransactionByHash', hash)).result).toBeNull()
      expect((await rpc(quiet, 'eth_getBlockByNumber', 'pending', false)).result).toBeNull()
      await quiet.primary.mine()
      expect((await count('latest')).result).toBe('0x1')
      expect((await rpc(quiet, 'eth_getTransactionByHash', hash)).result.hash).toBe(hash)
    } finally {
      await quiet.stop()
    }
  })
})

describe('methods', () => {
  test.each([
    ['eth_newPendingTransactionFilter', -32001, 'Pending transaction filters are not allowed'],
    ['txpool_status', -32601, undefined],
    ['rpc_modules', -32601, undefined],
    ['eth_fillTransaction', -32601, undefined],
    ['eth_sendTransaction', -32601, undefined],
    ['anvil_setBalance', -32601, undefined],
    ['evm_mine', -32601, undefined],
    ['debug_traceTransaction', -32601, undefined],
    ['constructor', -32601, undefined],
  ] as const)('%s is refused', async (method, code, message) => {
    const { error } = await rpc(devnet, method)
    expect(error.code).toBe(code)
    if (message !== undefined) expect(error.message).toBe(message)
  })

  test('answer as the primary chain does', async () => {
    expect((await rpc(devnet, 'web3_clientVersion')).result).toBe('arc/v1')
    expect((await rpc(devnet, 'eth_chainId')).result).toBe('0x4cef52')
    expect((await rpc(devnet, 'eth_gasPrice')).result).toBe(toHex(parseGwei('22')))
    expect((await rpc(devnet, 'eth_maxPriorityFeePerGas')).result).toBe('0x0')
    expect((await rpc(devnet, 'eth_accounts')).result).toEqual([])
  })

  test('blocks carry the next base fee and are final at once', async () => {
    await devnet.primary.mine(300)
    const block = (await rpc(devnet, 'eth_getBlockByNumber', 'latest', false)).result
    expect(block).toMatchObject({ extraData: '0x00000004a817c800', baseFeePerGas: '0x4a817c800' })
    expect(block.parentBeaconBlockRoot).toBe(block.parentHash)
    expect(BigInt(block.mixHash)).toBe(0n)
    const finalized = (await rpc(devnet, 'eth_getBlockByNumber', 'finalized', false)).result
    expect(Number(finalized.number)).toBeGreaterThanOrEqual(Number(block.number))
    expect((await rpc(devnet, 'eth_getBlockByNumber', toHex(FIRST_BLOCK - 2), false)).result).toBeNull()
  })

  test('estimate near the full balance fails only with fee fields', async () => {
    const alice = await actor(devnet, 1_000_000n)
    const data = `0xa9059cbb${stranger().address.slice(2).padStart(64, '0')}${999_999n.toString(16).padStart(64, '0')}`
    const call = { from: alice.address, to: primaryAddresses.usdc, data }
    expect((await rpc(devnet, 'eth_estimateGas', call)).error).toBeUndefined()
    const fees = { maxFeePerGas: toHex(parseGwei('24')), maxPriorityFeePerGas: '0x0' }
    expect((await rpc(devnet, 'eth_estimateGas', { ...call, ...fees })).error).toBeDefined()
  })
})

describe('batches', () => {
  const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'eth_chainId', params: [] })

  test('of a hundred are answered, larger ones refused', async () => {
    const batch = Array.from({ length: 100 }, (_, id) => call(id))
    const { json } = await ask(devnet, batch)
    expect(json().map(({ id }: { id: number }) => id)).toEqual(batch.map(({ id }) => id))
    const refused = (await ask(devnet, [...batch, call(100)])).json()
    expect(refused.error).toEqual({ code: -32600, message: 'batch size 101 exceeds limit of 100' })
  })

  test('error: not JSON', async () => {
    const response = await fetch(devnet.primary.rpcUrl, { method: 'POST', body: '{' })
    expect(await response.json()).toMatchObject({ error: { code: -32700 } })
  })
})

function creation(runtime: Hex): Hex {
  const length = (runtime.length / 2 - 1).toString(16).padStart(2, '0')
  return `0x60${length}600c60003960${length}6000f3${runtime.slice(2)}`
}
