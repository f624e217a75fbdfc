import { primaryChain } from '@holdfast/sdk/chain'
import type { NodeFault } from '@holdfast/testkit/recordingNode'
import { tiered } from '@holdfast/testkit/tier'
import { Contract, FallbackProvider, FetchRequest, JsonRpcProvider, Network, Wallet } from 'ethers'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  fallback,
  type Hex,
  http,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createConfig, fallback as wagmiFallback } from 'wagmi'
import { getClient, estimateGas as wagmiEstimateGas } from 'wagmi/actions'
import { type GuardStage, setGuardStage } from '../../test/guardStage.js'

/** Real clients connected to a guard and to a second node that has no guard and accepts every payment. */

const chainId = primaryChain.id
const key = generatePrivateKey()
const account = privateKeyToAccount(key)
const chain = primaryChain

let running: GuardStage
let { stage, guard, node, open, usdc, genuine, imitation } = {} as GuardStage

beforeAll(async () => {
  running = await setGuardStage(account)
  ;({ stage, guard, node, open, usdc, genuine, imitation } = running)
})
beforeEach(() => {
  node.reset()
  open.reset()
})
afterAll(() => running?.stop())

const dataTo = (to: Address, amount = 5_000_000n) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })

async function signTo(to: Address, amount = 5_000_000n): Promise<Hex> {
  const nonce = await stage.publicClient.getTransactionCount({ address: account.address })
  return account.signTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    to: usdc,
    data: dataTo(to, amount),
    gas: 200_000n,
    maxFeePerGas: 50_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  })
}

const urls = () => [guard.url, open.url] as const
const viemWithFallback = () =>
  fallback(
    urls().map((url) => http(url, { retryCount: 0 })),
    { retryCount: 0 },
  )
const ethersAt = (url: string) => {
  const request = new FetchRequest(url)
  // By default it repeats a request for minutes while the node limits its rate.
  request.setThrottleParams({ maxAttempts: 2, slotInterval: 10 })
  const network = Network.from(chainId)
  return new JsonRpcProvider(request, network, { staticNetwork: network, batchMaxCount: 1 })
}

type Params = readonly unknown[]

/** Asked in the same batch as a payment; it may go to any node. */
const besideIt = 'eth_gasPrice'

/** How each client calls one method. Each tries the guard first, then the second node if it supports a fallback. */
const clients: Record<string, (method: string, params: Params) => Promise<unknown>> = {
  'viem, fallback of two nodes': (method, params) =>
    createPublicClient({ chain, transport: viemWithFallback() }).request({ method, params } as never),
  'viem, fallback of two nodes, in a batch': (method, params) => {
    const each = urls().map((url) => http(url, { batch: true, retryCount: 0 }))
    const client = createPublicClient({ chain, transport: fallback(each, { retryCount: 0 }) })
    const other = client.request({ method: besideIt }).catch(() => undefined)
    return client.request({ method, params } as never).finally(() => other)
  },
  'viem, the guard alone': (method, params) =>
    createPublicClient({ chain, transport: http(guard.url, { retryCount: 1, retryDelay: 1 }) }).request({
      method,
      params,
    } as never),
  'wagmi, fallback of two nodes': (method, params) => {
    const transports = {
      [chainId]: wagmiFallback(
        urls().map((url) => http(url, { retryCount: 0 })),
        { retryCount: 0 },
      ),
    }
    return getClient(createConfig({ chains: [chain], transports }), { chainId })?.request({
      method,
      params,
    } as never) as Promise<unknown>
  },
  'ethers, the guard alone': async (method, params) => {
    const provider = ethersAt(guard.url)
    return provider.send(method, [...params]).finally(() => provider.destroy())
  },
  'ethers, in a batch': async (method, params) => {
    const network = Network.from(chainId)
    const request = new FetchRequest(guard.url)
    request.setThrottleParams({ maxAttempts: 2, slotInterval: 10 })
    const provider = new JsonRpcProvider(request, network, { staticNetwork: network })
    const other = provider.send(besideIt, []).catch(() => undefined)
    return provider.send(method, [...params]).finally(async () => {
      await other
      provider.destroy()
    })
  },
  fetch: async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(guard.url, { method: 'POST', body })
    const answer = await response.json()
    if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error)
    return answer.result
  },
}

const methods: Record<string, () => Promise<Params>> = {
  eth_estimateGas: async () => [{ from: account.address, to: usdc, data: dataTo(imitation, amount) }],
  eth_fillTransaction: async () => [{ from: account.address, to: usdc, data: dataTo(imitation, amount) }],
  eth_createAccessList: async () => [{ from: account.address, to: usdc, data: dataTo(imitation, amount) }, 'latest'],
  eth_call: async () => [{ from: account.address, to: usdc, data: dataTo(imitation, amount) }, 'latest'],
  eth_simulateV1: async () => [
    { blockStateCalls: [{ calls: [{ from: account.address, to: usdc, data: dataTo(imitation, amount) }] }] },
    'latest',
  ],
  debug_traceCall: async () => [{ from: account.address, to: usdc, data: dataTo(imitation, amount) }, 'latest', {}],
  eth_sendRawTransaction: async () => [await signTo(imitation, amount)],
  eth_sendRawTransactionSync: async () => [await signTo(imitation, amount)],
  eth_sendRawTransactionConditional: async () => [await signTo(imitation, amount), {}],
  eth_sendTransaction: async () => [{ from: account.address, to: usdc, data: dataTo(imitation, amount) }],
  eth_sendBundle: async () => [{ txs: [await signTo(imitation, amount)] }],
}

/** Each cell of the table has its own amount, so that no cached verdict of another cell is used. */
let amount = 5_000_000n

describe.each(['none', '429', '502', 'silent', 'reset'] as const)(
  'an imitation, while the node is: %s',
  (fault: NodeFault) => {
    it.each(Object.keys(clients))('%s is refused each method, and the second node receives nothing', async (name) => {
      const ask = clients[name] as (typeof clients)[string]
      amount += 1n
      // Of a batch each waits 8 seconds for what is beside it.
      const isSlow = fault === 'silent' && name.endsWith('in a batch')
      const tried = isSlow ? tiered(['eth_call', 'eth_sendRawTransaction'], Object.keys(methods)) : Object.keys(methods)
      for (const method of tried) {
        const params = (await methods[method]?.()) ?? []
        node.reset()
        open.reset()
        node.fault = fault
        const error = await ask(method, params).then(
          () => undefined,
          (thrown: unknown) => thrown,
        )
        expect(textsOf(error).join('\n'), `${name} ${method}`).toContain('Not the same.')
        expect(
          open.methods.filter((one) => one !== besideIt),
          `${name} ${method}`,
        ).toEqual([])
        // The guard itself may ask its node by the same method while it checks; the payment never gets there.
        const sent = node.bodies.filter((body) => body.toLowerCase().includes(dataTo(imitation, amount).slice(2)))
        expect(sent, `${name} ${method}`).toEqual([])
      }
    })
  },
)

describe.each(['429', '502', 'silent', 'reset'] as const)(
  'a payment that cannot be checked, while the node is: %s',
  (fault: NodeFault) => {
    it.each(Object.keys(clients))('%s reports it, and no node receives it', async (name) => {
      const ask = clients[name] as (typeof clients)[string]
      const stranger = privateKeyToAccount(generatePrivateKey()).address
      node.fault = fault
      const sent = ask('eth_sendRawTransaction', [await signTo(stranger)])
      const error = await sent.catch((thrown: unknown) => thrown)
      expect(textsOf(error).join('\n')).toContain('cannot check yet')
      expect([...open.methods, ...node.methods].filter((one) => /send/.test(one))).toEqual([])
    })
  },
)

/** All texts of an error and of the errors that it wraps. */
function textsOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return []
  const { message, details, reason, shortMessage, cause, info, error: inner } = error as Record<string, unknown>
  return [
    ...[message, details, reason, shortMessage].filter((text): text is string => typeof text === 'string'),
    ...[cause, info, inner].flatMap(textsOf),
  ]
}

describe('what a person reads', () => {
  it('viem with a local account: the reason, before anything is signed, whatever eth_fillTransaction answers', async () => {
    for (const mode of ['unsupported', 'answer', 'forbidden'] as const) {
      await stage.devnet.faults.set({ rpc: { fillTransaction: mode } })
      const wallet = createWalletClient({ account, chain, transport: viemWithFallback() })
      const sent = wallet.sendTransaction({ to: usdc, data: dataTo(imitation) })
      await expect(sent, mode).rejects.toThrow(/Execution reverted with reason: Holdfast: .*Not the same\./)
      expect(node.methods, mode).not.toContain('eth_sendRawTransaction')
      expect(open.methods, mode).toEqual([])
    }
    await stage.devnet.faults.clear()
  })

  it('viem pays a known payee, in each of these modes', async () => {
    for (const mode of ['unsupported', 'answer', 'forbidden'] as const) {
      await stage.devnet.faults.set({ rpc: { fillTransaction: mode } })
      const wallet = createWalletClient({ account, chain, transport: http(guard.url) })
      const hash = await wallet.sendTransaction({ to: usdc, data: dataTo(genuine) })
      expect((await stage.publicClient.waitForTransactionReceipt({ hash })).status).toBe('success')
    }
    await stage.devnet.faults.clear()
  })

  it('viem: the reason of a broadcast', async () => {
    const client = createPublicClient({ chain, transport: viemWithFallback() })
    const error = await client
      .sendRawTransaction({ serializedTransaction: await signTo(imitation) })
      .catch((one) => one)
    expect(textsOf(error).join()).toContain('Not the same.')
    expect(open.methods).toEqual([])
  })

  it('viem: the same for a simulated contract call', async () => {
    const client = createPublicClient({ chain, transport: viemWithFallback() })
    const call = { address: usdc, abi: erc20Abi, functionName: 'transfer', args: [imitation, 1n], account } as const
    await expect(client.simulateContract(call)).rejects.toThrow(/Holdfast: .*Not the same/)
    expect(open.methods).toEqual([])
  })

  it('wagmi: the reason of an estimate', async () => {
    const transports = { [chain.id]: viemWithFallback() }
    const config = createConfig({ chains: [chain], transports })
    const asked = wagmiEstimateGas(config, { account: account.address, to: usdc, data: dataTo(imitation), chainId })
    await expect(asked).rejects.toThrow(/Holdfast: .*Not the same/)
    expect(open.methods).toEqual([])
  })

  it('ethers: CALL_EXCEPTION with the reason for an estimate, the text inside for a broadcast', async () => {
    const provider = ethersAt(guard.url)
    const wallet = new Wallet(key, provider)
    const transfer = new Contract(usdc, ['function transfer(address,uint256) returns (bool)'], wallet).getFunction(
      'transfer',
    )
    await expect(transfer(imitation, 5_000_000n)).rejects.toMatchObject({
      code: 'CALL_EXCEPTION',
      reason: expect.stringMatching(/^Holdfast: .*Not the same/),
    })
    const error = await provider.broadcastTransaction(await signTo(imitation)).catch((one) => one)
    expect(textsOf(error).join()).toContain('Not the same.')
    expect(node.methods).not.toContain('eth_sendRawTransaction')
    const paid = await transfer(genuine, 5_000_000n)
    expect((await paid.wait()).status).toBe(1)
    provider.destroy()
  })

  it('ethers: a FallbackProvider sends a broadcast to all its nodes, whatever the guard answers', async () => {
    const providers = urls().map(ethersAt)
    const both = new FallbackProvider(
      providers.map((provider, index) => ({ provider, priority: index + 1, weight: 1 })),
      chainId,
      { quorum: 1 },
    )
    // The account has no money, so the second node refuses the transaction as well.
    const poor = privateKeyToAccount(generatePrivateKey())
    const raw = await poor.signTransaction({
      type: 'eip1559',
      chainId,
      to: imitation,
      value: 1n,
      gas: 21_000n,
      maxFeePerGas: 50_000_000_000n,
    })
    await both.broadcastTransaction(raw).catch(() => undefined)
    expect(open.methods).toContain('eth_sendRawTransaction')
    for (const provider of [both, ...providers]) provider.destroy()
  })
})

it('an upstream failure is reported as one for a payment that was judged, and the bytes are passed on once', async () => {
  const raw = await signTo(genuine, 777n)
  await clients.fetch?.('eth_estimateGas', [{ from: account.address, to: usdc, data: dataTo(genuine, 777n) }])
  for (const fault of ['429', '502', 'silent', 'reset'] as const) {
    node.reset()
    Object.assign(node, { fault, only: ['eth_sendRawTransaction'] })
    const error = await clients.fetch?.('eth_sendRawTransaction', [raw]).catch((one: unknown) => one)
    expect(error, fault).toMatchObject({ code: fault === '429' ? -32005 : -32603 })
    expect(textsOf(error).join(), fault).not.toMatch(/revert|refused/)
    expect(
      node.methods.filter((method) => method === 'eth_sendRawTransaction'),
      fault,
    ).toHaveLength(1)
  }
})
