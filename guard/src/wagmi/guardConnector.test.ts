import { primaryChain } from '@holdfast/sdk/chain'
import { genuine, impostor } from '@holdfast/testkit/riskScene'
import { createClient, custom, getAddress, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createConfig, createConnector, injected } from 'wagmi'
import { connect, sendTransaction, writeContract } from 'wagmi/actions'
import { options, paying, SENT, USDC, Wallet } from '../../test/recorder.js'
import { refusalOf } from '../judge/refusalOf.js'
import { guardConnector } from './guardConnector.js'

const account = privateKeyToAccount(generatePrivateKey()).address
const impostors = getAddress(impostor)

const configOf = (connector: Parameters<typeof guardConnector>[0]) =>
  createConfig({
    chains: [primaryChain],
    connectors: [guardConnector(connector, options) as ReturnType<typeof injected>],
    multiInjectedProviderDiscovery: false,
    transports: { [primaryChain.id]: http('http://127.0.0.1:9') },
  })

// wagmi looks for wallets in a page only.
beforeAll(() => {
  vi.stubGlobal('window', new EventTarget())
})

describe('guardConnector', () => {
  test.each<[string, (wallet: Wallet) => ReturnType<typeof injected>]>([
    ['injected', (wallet) => injected({ target: { id: 'test', name: 'Test', provider: wallet as never } })],
    [
      'with a client of its own',
      (wallet) =>
        createConnector((parameters) => ({
          ...injected({ target: { id: 'test', name: 'Test', provider: wallet as never } })(parameters),
          getClient: async () => createClient({ account, chain: primaryChain, transport: custom(wallet) }),
        })) as ReturnType<typeof injected>,
    ],
  ])('%s: actions are judged before the wallet opens', async (_, make) => {
    const wallet = new Wallet(account)
    const config = configOf(make(wallet))
    const [connector] = config.connectors
    if (!connector) throw new Error('There is no connector.')
    expect((await connect(config, { connector })).accounts).toEqual([account])
    for (const act of [
      () => sendTransaction(config, { to: USDC, data: paying(impostors) }),
      () => writeContract(config, { address: USDC, abi, functionName: 'transfer', args: [impostors, 1n] }),
    ]) {
      const error: unknown = await act().catch((reason: unknown) => reason)
      expect(String(error)).toContain('Holdfast: ')
      expect(refusalOf(error)?.report?.target).toBe(impostors)
    }
    expect(wallet.opened).toEqual([])
    expect(await sendTransaction(config, { to: USDC, data: paying(genuine) })).toBe(SENT)
    expect(await connector.getProvider()).toBe(await connector.getProvider())
  })
})

const abi = [
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [{ type: 'address' }, { type: 'uint256' }],
    outputs: [{ type: 'bool' }],
  },
] as const
