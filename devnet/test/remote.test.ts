import { baseSepoliaChain, create2Factory, deployments } from '@holdfast/contracts'
import { type Address, numberToHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type Devnet,
  permit2Abi,
  primaryAddresses,
  REMOTE_FIRST_BLOCK,
  remoteAddresses,
  startDevnet,
} from '../src/index.js'
import { reader, stranger } from './actors.js'
import { askRemote, remoteActor, remoteBalanceOf, remotelyMined, remoteReader } from './remoteActors.js'

let devnet: Devnet

// The clock does not run: tests make the blocks.
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 600_000 })
})
afterEach(() => devnet.faults.clear())
afterAll(async () => {
  await devnet?.stop()
})

const codeAt = (address: Address) => remoteReader(devnet).getCode({ address })

describe('what is deployed there', () => {
  test('the chain’s id, and the registry’s addresses', async () => {
    expect([devnet.remote.chainId, await remoteReader(devnet).getChainId()]).toEqual([84532, 84532])
    expect((await askRemote(devnet, 'net_version')).json().result).toBe('84532')
    expect(devnet.remote.usdc).toBe(baseSepoliaChain.usdc.address)
    for (const token of baseSepoliaChain.tokens) expect(await codeAt(token.address), token.symbol).toBeDefined()
    for (const address of [create2Factory, baseSepoliaChain.permit, baseSepoliaChain.multicall3])
      expect(await codeAt(address)).toBeDefined()
  })

  test('our contracts, on both chains at the registry’s addresses', async () => {
    for (const { chainId, contracts } of [devnet.primary, devnet.remote]) {
      expect(deployments[chainId as keyof typeof deployments]).toMatchObject(contracts)
      const client = chainId === devnet.remote.chainId ? remoteReader(devnet) : reader(devnet)
      for (const [name, address] of Object.entries(contracts))
        expect(await client.getCode({ address }), name).toBeDefined()
    }
  })

  test('Permit2 with the chain’s domain', async () => {
    const call = { address: remoteAddresses.permit2, abi: permit2Abi, functionName: 'DOMAIN_SEPARATOR' } as const
    expect(await remoteReader(devnet).readContract(call)).toBe(
      '0x010f27a92fb9a32622f44f001dc4d15706a85b33499cfc2ce9033113ab26592c',
    )
  })

  test('Multicall3, that reads many balances at once', async () => {
    const [first, second] = devnet.remote.accounts
    if (first === undefined || second === undefined) throw new Error('no accounts')
    const call = { address: remoteAddresses.multicall3, abi: ethBalanceAbi, functionName: 'getEthBalance' } as const
    const contracts = [first, second].map(({ address }) => ({ ...call, args: [address] as const }))
    const balances = await remoteReader(devnet).multicall({ contracts, allowFailure: false })
    expect(balances).toEqual([10n ** 19n, 10n ** 19n])
  })

  test('nothing that only the primary chain has', async () => {
    const { memo, multicall3From, callFrom, nativeCoinAuthority, usdc } = primaryAddresses
    for (const address of [memo, multicall3From, callFrom, nativeCoinAuthority, usdc])
      expect(await codeAt(address)).toBeUndefined()
  })

  test('accounts with USDC and ether', async () => {
    expect(devnet.remote.accounts).toEqual(devnet.primary.accounts)
    for (const { address } of devnet.remote.accounts) {
      expect(await remoteBalanceOf(devnet, address)).toBe(10_000_000_000n)
      expect(await remoteReader(devnet).getBalance({ address })).toBe(10n ** 19n)
    }
  })
})

describe('controls', () => {
  test('fund adds USDC and ether for gas', async () => {
    const { address } = stranger()
    await devnet.remote.fund(address, 7n)
    await devnet.remote.fund(address, 0n)
    expect(await remoteBalanceOf(devnet, address)).toBe(7n)
    expect(await remoteReader(devnet).getBalance({ address })).toBe(10n ** 18n)
    expect(await reader(devnet).getBalance({ address })).toBe(0n)
    await devnet.remote.setNativeBalance(address, 0n)
    expect(await remoteReader(devnet).getBalance({ address })).toBe(0n)
    expect(await remoteBalanceOf(devnet, address)).toBe(7n)
    expect(() => devnet.remote.fund(address, -1n)).toThrow(RangeError)
    expect(() => devnet.remote.setNativeBalance(address, -1n)).toThrow(RangeError)
  })

  test('fund leaves more ether alone', async () => {
    const { address } = stranger()
    await devnet.remote.setNativeBalance(address, 3n * 10n ** 18n)
    await devnet.remote.fund(address, 1n)
    expect(await remoteReader(devnet).getBalance({ address })).toBe(3n * 10n ** 18n)
  })

  test('mine', async () => {
    const before = devnet.remote.latestBlock
    await devnet.remote.mine(1_500)
    expect(devnet.remote.latestBlock).toBe(before + 1_500n)
    expect(await remoteReader(devnet).getBlockNumber()).toBe(before + 1_500n)
  })

  test('increaseTime changes one chain only', async () => {
    const times = async () => {
      const blocks = await Promise.all([reader(devnet).getBlock(), remoteReader(devnet).getBlock()])
      return blocks.map(({ timestamp }) => Number(timestamp)) as [number, number]
    }
    const [primary, remote] = await times()
    await devnet.remote.increaseTime(86_400)
    await devnet.primary.mine()
    const [primaryLater, remoteLater] = await times()
    expect(remoteLater).toBeGreaterThanOrEqual(remote + 86_400)
    expect(primaryLater).toBeLessThan(primary + 3_600)
    await devnet.primary.increaseTime(7 * 86_400)
    await devnet.remote.mine()
    expect((await times())[1]).toBeLessThan(remoteLater + 3_600)
  })

  test('over HTTP', async () => {
    const control = async (path: string, body: unknown) => {
      const response = await fetch(`${devnet.controlUrl}${path}`, { method: 'POST', body: JSON.stringify(body) })
      return { status: response.status, body: await response.json() }
    }
    const { address } = stranger()
    await control('/remote/fund', { address, amount: '5' })
    expect(await remoteBalanceOf(devnet, address)).toBe(5n)
    await control('/remote/native-balance', { address, nativeBalance: '6' })
    expect(await remoteReader(devnet).getBalance({ address })).toBe(6n)
    const before = devnet.remote.latestBlock
    const { body } = await control('/remote/mine', { blocks: 3 })
    expect(BigInt(body.blockNumber)).toBe(before + 3n)
    expect(await control('/remote/moon', {})).toMatchObject({ status: 400 })
  })
})

describe('JSON-RPC', () => {
  test('a native payment is one transaction and no log; pending ones are visible', async () => {
    const alice = await remoteActor(devnet)
    const to = stranger().address
    const hash = await alice.wallet.sendTransaction({ to, value: 5n })
    expect((await remoteReader(devnet).getTransaction({ hash })).from).toBe(alice.address.toLowerCase())
    const receipt = await remotelyMined(devnet, hash)
    expect([receipt.status, receipt.logs]).toEqual(['success', []])
    expect(await remoteReader(devnet).getBalance({ address: to })).toBe(5n)
  })

  test('blocks come by themselves', async () => {
    const quick = await startDevnet({ blockTimeMs: 20 })
    try {
      const hash = await (await remoteActor(quick)).wallet.sendTransaction({ to: stranger().address, value: 1n })
      const receipt = await remoteReader(quick).waitForTransactionReceipt({ hash, timeout: 120_000 })
      expect(receipt.blockNumber).toBeGreaterThan(BigInt(REMOTE_FIRST_BLOCK))
    } finally {
      await quick.stop()
    }
  })

  test('the finalized block is as far behind as the registry says', async () => {
    await devnet.remote.mine()
    const [latest, safe, finalized] = await Promise.all(
      (['latest', 'safe', 'finalized'] as const).map((blockTag) => remoteReader(devnet).getBlock({ blockTag })),
    )
    expect(Number((latest?.number ?? 0n) - (finalized?.number ?? 0n))).toBe(baseSepoliaChain.reorgDepthBlocks)
    expect(safe?.number).toBeGreaterThan(finalized?.number ?? 0n)
  })

  test('ranges from the registry’s deploy block, not too long', async () => {
    const query = async (fromBlock: number, toBlock: number) =>
      (
        await askRemote(devnet, 'eth_getLogs', { fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock) })
      ).json()
    const { transfer } = baseSepoliaChain.deployBlocks
    expect((await query(Number(transfer), Number(transfer) + 9_999)).result.length).toBeGreaterThanOrEqual(0)
    expect((await query(0, 49_999)).result).toEqual([])
    expect((await query(0, 50_000)).error).toEqual({ code: -32701, message: 'exceed maximum block range: 50000' })
    const all = await askRemote(devnet, 'eth_getLogs', { fromBlock: 'earliest', toBlock: 'latest' })
    expect(all.json().error.code).toBe(-32701)
  })

  test.each(['anvil_setBalance', 'evm_mine', 'debug_traceTransaction', 'eth_sendUnsignedTransaction', 'txpool_status'])(
    'error: %s is not for callers',
    async (method) => {
      expect((await askRemote(devnet, method)).json().error.code).toBe(-32601)
    },
  )

  test('error: what the node refuses', async () => {
    const alice = await remoteActor(devnet)
    const request = await alice.wallet.prepareTransactionRequest({ to: stranger().address, value: 1n })
    const raw = await alice.wallet.signTransaction(request)
    expect((await askRemote(devnet, 'eth_sendRawTransaction', raw)).json().result).toMatch(/^0x/)
    expect((await askRemote(devnet, 'eth_sendRawTransaction', raw)).json().error).toEqual({
      code: -32000,
      message: 'already known',
    })
    expect((await askRemote(devnet, 'eth_sendRawTransaction', 'x')).json().error.code).toBe(-32602)
    await devnet.remote.mine()
    expect((await askRemote(devnet, 'eth_sendRawTransaction', raw)).json().error).toMatchObject({
      code: -32000,
      message: 'nonce too low',
    })
  })
})

describe('faults', () => {
  test('of one chain leave the other alone', async () => {
    devnet.faults.set({ remoteRpc: { rules: [{ kind: 'rate-limit', match: 'eth_chain*', times: 2 }] } })
    expect(await reader(devnet).getChainId()).toBe(5042002)
    expect((await askRemote(devnet, 'eth_chainId')).status).toBe(429)
    expect((await askRemote(devnet, 'eth_blockNumber')).status).toBe(200)
    devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', times: null }] } })
    expect((await askRemote(devnet, 'eth_chainId')).status).toBe(429)
    expect((await askRemote(devnet, 'eth_chainId')).status).toBe(200)
    await expect(reader(devnet).getChainId()).rejects.toThrow()
  })

  test('one request at a time, dropped transactions', async () => {
    const alice = await remoteActor(devnet)
    devnet.faults.set({ remoteRpc: { maxConcurrent: 1, latencyMs: 50 } })
    const replies = await Promise.all([askRemote(devnet, 'eth_chainId'), askRemote(devnet, 'eth_chainId')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429])
    devnet.faults.set({ remoteRpc: { maxConcurrent: null, latencyMs: 0, dropTransactions: 1 } })
    const hash = await alice.wallet.sendTransaction({ to: stranger().address, value: 1n })
    await devnet.remote.mine()
    expect((await askRemote(devnet, 'eth_getTransactionByHash', hash)).json().result).toBeNull()
  })

  test('error: what the remote chain does not know', () => {
    const update = { remoteRpc: { lagBlocks: 1 } } as never
    expect(() => devnet.faults.set(update)).toThrow('remoteRpc.lagBlocks is unknown')
    expect(() => devnet.faults.set({ remoteRpc: { dropTransactions: -1 } })).toThrow(RangeError)
  })
})

const ethBalanceAbi = [
  {
    type: 'function',
    name: 'getEthBalance',
    inputs: [{ type: 'address' }],
    outputs: [{ type: 'uint256' }],
    stateMutability: 'view',
  },
] as const
