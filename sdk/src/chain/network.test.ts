import { type LogEndpoint, type LogEndpointOptions, startLogEndpoint } from '@holdfast/testkit/logEndpoint'
import { createPublicClient, createWalletClient, custom, http } from 'viem'
import { mainnet } from 'viem/chains'
import { afterEach, expect, test } from 'vitest'
import { assertNetwork, chainIdOf, deploymentOf } from './network.js'
import { primaryChain, viemChainFor } from './viemChain.js'

/** A client over a wallet's own provider, on whatever chain the wallet happens to be. */
function wallet(state: { chainId: number }, chain = undefined as typeof primaryChain | undefined) {
  const asked: string[] = []
  const transport = custom({
    async request({ method }: { method: string }) {
      asked.push(method)
      return `0x${state.chainId.toString(16)}`
    },
  })
  return {
    asked,
    publicClient: createPublicClient({ transport, ...(chain && { chain }) }),
    walletClient: createWalletClient({ transport }),
  }
}

const running: LogEndpoint[] = []
async function start(options: Partial<LogEndpointOptions> = {}): Promise<LogEndpoint> {
  const endpoint = await startLogEndpoint({ head: 1, blocks: [], ...options })
  running.push(endpoint)
  return endpoint
}
afterEach(async () => {
  for (const endpoint of running.splice(0)) await endpoint.stop()
})

test('default', async () => {
  const { publicClient, walletClient } = wallet({ chainId: 5042002 })
  expect((await assertNetwork({ publicClient, walletClient })).id).toBe(5042002)
  expect((await deploymentOf(publicClient)).id).toBe(5042002)
})

test('behavior: a wallet is asked every time, since it may switch', async () => {
  const state = { chainId: 5042002 }
  const { publicClient } = wallet({ chainId: 5042002 })
  const { walletClient, asked } = wallet(state)
  await assertNetwork({ publicClient, walletClient })
  state.chainId = 84532
  await expect(assertNetwork({ publicClient, walletClient })).rejects.toMatchObject({
    name: 'WrongNetworkError',
    expectedChainId: 5042002,
    actualChainId: 84532,
  })
  expect(asked).toEqual(['eth_chainId', 'eth_chainId'])
})

test('behavior: a fixed URL is asked once, a failure is not kept', async () => {
  let asked = 0
  const { client } = await start({ beforeOther: () => (asked++ === 0 ? { status: 401, text: '' } : undefined) })
  await expect(chainIdOf(client)).rejects.toMatchObject({ name: 'ChainUnavailableError' })
  expect(await Promise.all([chainIdOf(client), chainIdOf(client.extend(() => ({})))])).toEqual([5042002, 5042002])
  expect(await chainIdOf(client)).toBe(5042002)
  expect(asked).toBe(2)
})

test('error: an endpoint serves another chain than its client says', async () => {
  const { publicClient } = wallet({ chainId: 84532 }, primaryChain)
  await expect(chainIdOf(publicClient)).rejects.toMatchObject({ expectedChainId: 5042002, actualChainId: 84532 })
})

test('error: unknown chain', async () => {
  const { publicClient, walletClient } = wallet({ chainId: mainnet.id })
  await expect(assertNetwork({ publicClient, walletClient })).rejects.toMatchObject({
    name: 'UnknownChainError',
    chainId: 1,
  })
})

test('error: the endpoint’s URL, which may hold a key, is not in the error', async () => {
  const { stop } = await start()
  await stop()
  const client = createPublicClient({
    chain: viemChainFor(84532),
    transport: http('http://127.0.0.1:9/secret', { retryCount: 0 }),
  })
  const error = await chainIdOf(client).catch((error: unknown) => error)
  expect(error).toMatchObject({ name: 'ChainUnavailableError' })
  expect(String(error)).not.toContain('secret')
})
