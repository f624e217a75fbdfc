import { primaryChain } from '@holdfast/sdk/chain'
import { genuine, impostor } from '@holdfast/testkit/riskScene'
import { type Address, createPublicClient, createWalletClient, erc20Abi, fallback, getAddress, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CHAIN_ID, options, paying, SENT, startNode, USDC } from '../../test/recorder.js'
import { createJudge } from '../judge/createJudge.js'
import { refusalOf } from '../judge/refusalOf.js'
import { guardTransport } from './guardTransport.js'

const account = privateKeyToAccount(generatePrivateKey())
const impostors = getAddress(impostor)

let node: Awaited<ReturnType<typeof startNode>>
let open: Awaited<ReturnType<typeof startNode>>
beforeEach(async () => {
  node = await startNode(account.address)
  open = await startNode(account.address)
})
afterEach(() => Promise.all([node.stop(), open.stop()]))

const failed = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
const walletOf = (transport: ReturnType<typeof http>) => createWalletClient({ account, chain: primaryChain, transport })

describe('guardTransport', () => {
  test.each<[string, (to: Address) => Promise<unknown>]>([
    [
      'sendTransaction',
      (to) => walletOf(guardTransport(http(node.url), options)).sendTransaction({ to: USDC, data: paying(to) }),
    ],
    [
      'sendTransaction with everything given, which is not estimated',
      (to) =>
        walletOf(guardTransport(http(node.url), options)).sendTransaction({
          to: USDC,
          data: paying(to),
          gas: 100_000n,
          nonce: 0,
          maxFeePerGas: 2n,
          maxPriorityFeePerGas: 1n,
        }),
    ],
    [
      'writeContract',
      (to) =>
        walletOf(guardTransport(http(node.url), options)).writeContract({
          address: USDC,
          abi: erc20Abi,
          functionName: 'transfer',
          args: [to, 1n],
        }),
    ],
    [
      'an account of the node',
      (to) =>
        createWalletClient({
          account: account.address,
          chain: primaryChain,
          transport: guardTransport(http(node.url), options),
        }).sendTransaction({
          to: USDC,
          data: paying(to),
        }),
    ],
  ])('%s: refused for an imitation, sent for a payee', async (_, send) => {
    const error = await failed(send(impostors))
    expect(String(error)).toMatch(/reverted with (?:the following )?reason:\s+Holdfast: /)
    expect(refusalOf(error)?.report?.target).toBe(impostors)
    expect(node.sent()).toEqual([])
    expect(await send(genuine)).toBe(SENT)
    expect(node.sent()).toHaveLength(1)
  })

  test('behavior: a simulation shows the reason', async () => {
    const client = createPublicClient({ chain: primaryChain, transport: guardTransport(http(node.url), options) })
    const simulated = client.simulateContract({
      account,
      address: USDC,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [impostors, 1n],
    })
    expect(String(await failed(simulated))).toContain('Holdfast: ')
    expect(await client.getBlockNumber()).toBe(16n)
  })

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['does not know it', {}],
    [
      'answers it',
      {
        eth_fillTransaction: {
          raw: '0x',
          tx: {
            gas: '0x186a0',
            nonce: '0x0',
            maxFeePerGas: '0x2',
            maxPriorityFeePerGas: '0x1',
            type: '0x2',
            chainId: '0x4cef52',
          },
        },
      },
    ],
    ['answers nothing of use', { eth_fillTransaction: null }],
  ])('behavior: eth_fillTransaction of a node that %s', async (_, answers) => {
    await node.stop()
    node = await startNode(account.address, answers)
    const client = walletOf(guardTransport(http(node.url), options))
    const error = await failed(client.sendTransaction({ to: USDC, data: paying(impostors) }))
    expect(String(error)).toContain('Holdfast: ')
    expect(node.asked.map(({ method }) => method)).not.toContain('eth_fillTransaction')
    expect(node.sent()).toEqual([])
  })

  describe.each<[string, () => ReturnType<typeof http>]>([
    ['a guarded fallback', () => guardTransport(fallback([http(node.url), http(open.url)]), options) as never],
    [
      'a fallback with a guarded member',
      () => fallback([guardTransport(http(node.url), options), http(open.url)]) as never,
    ],
  ])('%s', (_, transport) => {
    test('sends a refused payment to neither node', async () => {
      const client = walletOf(transport())
      const signed = await account.signTransaction({
        chainId: CHAIN_ID,
        type: 'eip1559',
        to: USDC,
        data: paying(impostors),
        gas: 100_000n,
        maxFeePerGas: 2n,
      })
      const error = await failed(client.sendRawTransaction({ serializedTransaction: signed }))
      expect(String(error)).toContain('Holdfast: ')
      expect([node.sent(), open.sent()]).toEqual([[], []])
    })

    test('sends a payment that cannot be checked to neither node', async () => {
      const down = createJudge({
        checkOptions: {
          provider: {
            ...options.checkOptions.provider,
            getOutgoingCounterparties: async () => Promise.reject(new Error('down')),
          },
        },
      })
      const guarded = fallback([guardTransport(http(node.url), { judge: down }), http(open.url)])
      const error = await failed(
        walletOf(guarded as never).sendTransaction({ to: USDC, data: paying(genuine), gas: 100_000n }),
      )
      expect(refusalOf(error)?.code).toBe('guard_not_synced')
      expect([node.sent(), open.sent()]).toEqual([[], []])
    })
  })

  test('behavior: a node that is down is not a refusal', async () => {
    const { url } = node
    await node.stop()
    const client = createPublicClient({
      chain: primaryChain,
      transport: guardTransport(http(url, { retryCount: 0 }), options),
    })
    const error = await failed(client.estimateGas({ account, to: USDC, data: paying(genuine) }))
    expect(refusalOf(error)).toBeUndefined()
    expect(String(error)).not.toContain('Holdfast')
    node = await startNode(account.address)
  })

  test('behavior: without a chain, the node is asked for it; the members of a fallback are guarded one by one', async () => {
    const client = createWalletClient({
      account,
      transport: guardTransport(fallback([http(node.url), http(open.url)]), options),
    })
    await failed(
      client.request({
        method: 'eth_sendTransaction',
        params: [{ from: account.address, to: USDC, data: paying(impostors) }],
      }),
    )
    const [first] = client.transport.transports
    const params = [{ from: account.address, to: USDC, data: paying(impostors) }]
    expect(refusalOf(await failed(first.request({ method: 'eth_sendTransaction', params })))?.code).toBe(
      'guard_refused',
    )
    expect(
      refusalOf(await failed(client.transport.request({ method: 'eth_sendTransaction', params } as never)))?.code,
    ).toBe('guard_refused')
    expect(node.asked.map(({ method }) => method)).toContain('eth_chainId')
    expect([node.sent(), open.sent()]).toEqual([[], []])
  })
})
