import {
  type Address,
  concatHex,
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  http,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import { deploySalt, planContracts, predictAddresses } from '../src/addresses.js'
import { chains, create2Factory } from '../src/chains.js'
import { DeployError, deploy } from '../src/deploy.js'
import { deployments } from '../src/generated/deployments.js'
import { protectedTransferAbi } from '../src/generated/ProtectedTransfer.js'
import { shieldVaultAbi } from '../src/generated/ShieldVault.js'
import { spendPolicyFactoryAbi } from '../src/generated/SpendPolicyFactory.js'
import { type Anvil, startAnvil } from '../tools/anvil.js'

/** Answers every call with 32 bytes, as a token answers `authorizationState`. */
const answersAWord = '0x60206000f3'
const usdc: Address = '0x00000000000000000000000000000000000000aa'
const permit: Address = '0x00000000000000000000000000000000000000bb'

let anvil: Anvil | undefined
afterEach(() => anvil?.stop())

/** In the order of deployment: each after the contracts that it needs. */
const all = [
  'codeClaimVerifier',
  'transferContract',
  'spendPolicyAccountImpl',
  'spendPolicyFactory',
  'privatePayRouter',
  'stealthAnnouncer',
  'shieldVault',
]

/** An empty chain with something at the given addresses. */
async function start(chainId: number, present: readonly Address[]) {
  anvil = await startAnvil(['--chain-id', String(chainId)])
  const chain = defineChain({
    id: chainId,
    name: 'test',
    nativeCurrency: { name: 'Coin', symbol: 'C', decimals: 18 },
    rpcUrls: { default: { http: [anvil.url] } },
  })
  const transport = http(anvil.url)
  const node = createTestClient({ mode: 'anvil', chain, transport })
  for (const address of present) await node.setCode({ address, bytecode: answersAWord })
  const wallet = async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    await node.setBalance({ address: account.address, value: 10n ** 20n })
    return createWalletClient({ account, chain, transport })
  }
  return { node, chain, wallet, publicClient: createPublicClient({ chain, transport, pollingInterval: 20 }) }
}

describe.each(chains.map(({ id, name, usdc: { address }, permit: permit2 }) => ({ id, name, address, permit2 })))(
  '$name',
  ({ id, address, permit2 }) => {
    test('deploys to the addresses of the registry, once', async () => {
      const { publicClient, wallet } = await start(id, [address, permit2])
      const walletClient = await wallet()
      const first = await deploy({ publicClient, walletClient })
      expect(first.transactions.map(({ name }) => name)).toEqual(all)
      const { transactions, chainId, ...addresses } = first
      expect(chainId).toBe(id)
      expect(addresses).toEqual(deployments[id as keyof typeof deployments])
      expect(addresses).toEqual(predictAddresses({ usdc: address, permit: permit2 }))
      const read = (functionName: 'usdc' | 'permit2' | 'codeVerifier') =>
        publicClient.readContract({ address: first.transferContract, abi: protectedTransferAbi, functionName })
      expect(await read('usdc')).toBe(address)
      expect(await read('permit2')).toBe(permit2)
      expect(await read('codeVerifier')).toBe(first.codeClaimVerifier)
      const factory = { address: first.spendPolicyFactory, abi: spendPolicyFactoryAbi } as const
      expect(await publicClient.readContract({ ...factory, functionName: 'implementation' })).toBe(
        first.spendPolicyAccountImpl,
      )
      const ledger = { address: first.shieldVault, abi: shieldVaultAbi } as const
      expect(await publicClient.readContract({ ...ledger, functionName: 'token' })).toBe(address)

      const again = await deploy({ publicClient, walletClient: await wallet() })
      expect(again).toEqual({ ...first, transactions: [] })
    })
  },
)

test('contracts with the same foundations have the same address everywhere', () => {
  const everywhere = Object.values(deployments)
  for (const name of ['codeClaimVerifier', 'spendPolicyAccountImpl', 'spendPolicyFactory', 'stealthAnnouncer'] as const)
    expect(new Set(everywhere.map((addresses) => addresses[name])).size, name).toBe(1)
  const permits = new Set(chains.map(({ permit: permit2 }) => permit2))
  expect(new Set(everywhere.map(({ privatePayRouter }) => privatePayRouter)).size).toBe(permits.size)
  const tokens = new Set(chains.map(({ usdc: { address } }) => address))
  for (const name of ['transferContract', 'shieldVault'] as const)
    expect(new Set(everywhere.map((addresses) => addresses[name])).size, name).toBe(tokens.size)
})

test('any other chain: with its USDC and Permit2 named', async () => {
  const { publicClient, wallet } = await start(987_654, [usdc, permit])
  const walletClient = await wallet()
  await expect(deploy({ publicClient, walletClient })).rejects.toThrow(/not in the registry/)
  const seen: string[] = []
  const { transferContract } = await deploy(
    { publicClient, walletClient },
    { usdc, permit, onDeployed: (name) => seen.push(name) },
  )
  expect(transferContract).toBe(predictAddresses({ usdc, permit }).transferContract)
  expect(seen).toEqual(all)
})

test('two deployers at once: both end with the same addresses', async () => {
  const { publicClient, wallet } = await start(987_654, [usdc, permit])
  const clients = await Promise.all([wallet(), wallet(), wallet()])
  const results = await Promise.all(
    clients.map((walletClient) => deploy({ publicClient, walletClient }, { usdc, permit })),
  )
  const addresses = results.map(({ transactions: _, ...where }) => where)
  expect(addresses).toEqual(addresses.map(() => ({ ...predictAddresses({ usdc, permit }), chainId: 987_654 })))
})

test('waits for a pending creation of another account', async () => {
  const { chain, publicClient, wallet } = await start(987_654, [usdc, permit])
  const [other, walletClient] = await Promise.all([wallet(), wallet()])
  const setMining = (isOn: boolean) => publicClient.request({ method: 'evm_setAutomine', params: [isOn] } as never)
  await setMining(false)
  const [verifier] = planContracts({ usdc, permit })
  await other.sendTransaction({ to: create2Factory, data: concatHex([deploySalt, verifier?.initCode ?? '0x']) })
  let looks = 0
  const onFetchRequest = async (request: Request) => {
    if ((await request.clone().text()).includes('"pending"')) looks += 1
  }
  const watchedClient = createPublicClient({ chain, transport: http(anvil?.url, { onFetchRequest }) })
  let ended: string | undefined
  const deploying = deploy({ publicClient: watchedClient, walletClient }, { usdc, permit })
  deploying.then(
    () => {
      ended = 'done'
    },
    (error) => {
      ended = error.message
    },
  )
  // It polls until the creation is mined.
  await expect.poll(() => looks).toBeGreaterThan(1)
  expect(ended).toBe(undefined)
  await setMining(true)
  await publicClient.request({ method: 'evm_mine', params: [] } as never)
  const { transactions } = await deploying
  expect(transactions.map(({ name }) => name)).toEqual(all.slice(1))
})

test('half a deployment is completed', async () => {
  const { publicClient, wallet } = await start(987_654, [usdc, permit])
  const walletClient = await wallet()
  const [verifier] = planContracts({ usdc, permit })
  const hash = await walletClient.sendTransaction({
    to: create2Factory,
    data: concatHex([deploySalt, verifier?.initCode ?? '0x']),
  })
  await publicClient.waitForTransactionReceipt({ hash })
  const { transactions } = await deploy({ publicClient, walletClient }, { usdc, permit })
  expect(transactions.map(({ name }) => name)).toEqual(all.slice(1))
})

describe('error: nothing is sent', () => {
  test.each([
    ['the CREATE2 factory', create2Factory],
    ['USDC', usdc],
    ['Permit2', permit],
  ])('a chain without %s', async (_, missing) => {
    const { node, publicClient, wallet } = await start(987_654, [usdc, permit])
    await node.setCode({ address: missing, bytecode: '0x' })
    const walletClient = await wallet()
    await expect(deploy({ publicClient, walletClient }, { usdc, permit })).rejects.toThrow(missing)
    expect(await publicClient.getTransactionCount({ address: walletClient.account.address })).toBe(0)
  })

  test('a token whose fallback accepts every call', async () => {
    const { node, publicClient, wallet } = await start(987_654, [usdc, permit])
    await node.setCode({ address: usdc, bytecode: '0x00' })
    const walletClient = await wallet()
    await expect(deploy({ publicClient, walletClient }, { usdc, permit })).rejects.toThrow('authorizationState')
    expect(await publicClient.getTransactionCount({ address: walletClient.account.address })).toBe(0)
  })

  test('no account', async () => {
    const { publicClient, chain } = await start(987_654, [usdc, permit])
    const walletClient = createWalletClient({ chain, transport: http(anvil?.url) })
    await expect(deploy({ publicClient, walletClient }, { usdc, permit })).rejects.toBeInstanceOf(DeployError)
  })
})
