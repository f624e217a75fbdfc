import { MissingAccountError, WrongNetworkError } from '@holdfast/sdk/errors'
import { createWalletClient, custom, UserRejectedRequestError } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { arbitrumSepolia, baseSepolia } from 'viem/chains'
import { expect, test } from 'vitest'
import { type CreateConnectorFn, createConfig, http } from 'wagmi'
import { connect, disconnect, getConnection } from 'wagmi/actions'
import { pinWallet } from './pinWallet.js'

const [alice, bob] = [generatePrivateKey(), generatePrivateKey()].map(privateKeyToAddress) as [
  `0x${string}`,
  `0x${string}`,
]
const prompts = [
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'eth_sign',
  'eth_signTransaction',
  'personal_sign',
  'wallet_sendCalls',
  'wallet_sendTransaction',
]

/** An application that has connected a wallet, the wallet pinned, and every method that it was asked. */
async function pinned() {
  const asked: string[] = []
  const config = createConfig({
    chains: [baseSepolia, arbitrumSepolia],
    transports: { [baseSepolia.id]: http(), [arbitrumSepolia.id]: http() },
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  await connect(config, { connector: connectorOf('one') })
  const { connector } = getConnection(config)
  if (connector === undefined) throw new Error('No wallet is connected.')
  const request = async ({ method }: { method: string }) => {
    asked.push(method)
    return '0x'
  }
  const client = createWalletClient({ account: alice, chain: baseSepolia, transport: custom({ request }) })
  const pin = { account: alice, chainId: baseSepolia.id, connector: connector.uid }
  const { wallet, left } = pinWallet(config, client, pin)
  // A pin does not look at parameters, so their types do not matter here.
  const ask = (method: string) => (wallet.request as (asked: { method: string }) => Promise<unknown>)({ method })
  return { config, connector, ask, asked, left }
}

function connectorOf(id: string): CreateConnectorFn {
  const wallet = () => ({
    id,
    name: id,
    type: 'test',
    connect: async () => ({ accounts: [alice], chainId: baseSepolia.id }),
    disconnect: async () => {},
    getAccounts: async () => [alice],
    getChainId: async () => baseSepolia.id,
    getProvider: async () => undefined,
    isAuthorized: async () => true,
    onAccountsChanged: () => {},
    onChainChanged: () => {},
    onDisconnect: () => {},
  })
  // The type of a connector depends on capabilities, which no test asks for.
  return wallet as unknown as CreateConnectorFn
}

test.each(prompts)('default: %s reaches the wallet that was pinned', async (method) => {
  const { ask, asked, left } = await pinned()
  await expect(ask(method)).resolves.toBe('0x')
  expect([asked, left()]).toEqual([[method], undefined])
})

type Pinned = Awaited<ReturnType<typeof pinned>>
const changes: readonly [string, (given: Pinned) => unknown, new (...given: never[]) => Error][] = [
  ['account', ({ connector }) => connector.emitter.emit('change', { accounts: [bob] }), MissingAccountError],
  ['chain', ({ connector }) => connector.emitter.emit('change', { chainId: arbitrumSepolia.id }), WrongNetworkError],
  ['wallet', ({ config }) => connect(config, { connector: connectorOf('two') }), MissingAccountError],
  ['connection', ({ config }) => disconnect(config), MissingAccountError],
]

test.each(changes)('error: another %s, for every prompt and for good', async (_, change, reason) => {
  const given = await pinned()
  const { config, connector, ask, asked, left } = given
  await change(given)
  for (const method of prompts) {
    const error = await ask(method).catch((thrown: unknown) => thrown)
    expect(error, method).toBeInstanceOf(UserRejectedRequestError)
    expect(error, method).toHaveProperty('cause', expect.any(reason))
  }
  expect([asked, left()]).toEqual([[], expect.any(reason)])
  // Coming back does not undo it: in between, the person has looked at something else.
  connector.emitter.emit('change', { accounts: [alice], chainId: baseSepolia.id })
  if (getConnection(config).connector?.uid !== connector.uid) await connect(config, { connector })
  await expect(ask('eth_sendTransaction')).rejects.toThrow(UserRejectedRequestError)
  expect(asked).toEqual([])
})

test('behavior: reads go on, also where the wallet has left', async () => {
  const { config, ask, asked, left } = await pinned()
  await disconnect(config)
  await expect(ask('eth_getTransactionReceipt')).resolves.toBe('0x')
  expect([asked, left()]).toEqual([['eth_getTransactionReceipt'], undefined])
})

test('behavior: the case of the account is not a change', async () => {
  const { connector, ask, asked } = await pinned()
  connector.emitter.emit('change', { accounts: [alice.toLowerCase() as `0x${string}`] })
  await expect(ask('personal_sign')).resolves.toBe('0x')
  expect(asked).toEqual(['personal_sign'])
})
