import { muteClients } from '@holdfast/testkit/boxPolicies'
import { type HubStage, setHubStage } from '@holdfast/testkit/hubStage'
import { hasty, meddledWith } from '@holdfast/testkit/stage'
import { type Address, createPublicClient, custom, decodeFunctionData, parseEventLogs } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { HubChainName } from '../chain/bridgeChains.js'
import type { ClientPair } from '../chain/clients.js'
import { usdcAbi } from '../chain/usdc.js'
import { primaryChain } from '../chain/viemChain.js'
import { UnknownBridgeChainError, WrongNetworkError } from '../errors/chain.js'
import { InvalidAmountError, InvalidInputError } from '../errors/input.js'
import { TransactionUnconfirmedError } from '../errors/transaction.js'
import { InsufficientFundsError } from '../errors/transfer.js'
import { HUB_WALLET } from './constants.js'
import { depositToHub } from './depositToHub.js'
import { hubDeposits } from './hubDeposits.js'
import { hubWalletAbi } from './internal/hubWallet.js'

let stage: HubStage
beforeAll(async () => {
  stage = await setHubStage()
})
afterEach(() => stage.clearFaults())
afterAll(() => stage?.stop())

const amount = 7_000_000n

describe.each([
  ['Arc_Testnet', 'primary'],
  ['Base_Sepolia', 'remote'],
] as const)('on %s', (chain, name) => {
  const actor = (funds?: bigint) => (name === 'primary' ? stage.actor(funds) : stage.remoteActor(funds))
  const usdc = () => stage.devnet[name].usdc
  const allowanceOf = (owner: Address) =>
    (name === 'primary' ? stage.publicClient : stage.remotePublicClient).readContract({
      address: usdc(),
      abi: usdcAbi,
      functionName: 'allowance',
      args: [owner, HUB_WALLET],
    })

  test('default: approves exactly, deposits, and the deposit counts', async () => {
    const depositor = await actor()
    const steps: string[] = []
    const seen: [string, string][] = []
    const { approveTxHash, depositTxHash } = await depositToHub(depositor, {
      chain,
      amount,
      onStep: (step) => steps.push(step),
      onTransactionHash: (hash, step) => seen.push([step, hash]),
    })
    expect(steps).toEqual(['approve', 'deposit'])
    expect(seen).toEqual([
      ['approve', approveTxHash],
      ['deposit', depositTxHash],
    ])
    expect(await allowanceOf(depositor.address)).toBe(0n)
    const [approval, deposit] = await Promise.all(
      [approveTxHash, depositTxHash].map((hash) =>
        depositor.publicClient.getTransaction({ hash: hash as `0x${string}` }),
      ),
    )
    expect(decodeFunctionData({ abi: usdcAbi, data: approval?.input ?? '0x' }).args).toEqual([HUB_WALLET, amount])
    expect(deposit?.to?.toLowerCase()).toBe(HUB_WALLET.toLowerCase())
    expect(decodeFunctionData({ abi: hubWalletAbi, data: deposit?.input ?? '0x' })).toEqual({
      functionName: 'deposit',
      args: [usdc(), amount],
    })
    await vi.waitFor(async () => expect(await stage.hubBalanceOf(depositor.address, chain)).toBe(amount), {
      timeout: 120_000,
      interval: 50,
    })
  })

  test('behavior: an allowance that suffices is used, and no more than that', async () => {
    const depositor = await actor()
    await depositToHub(depositor, { chain, amount: 1n })
    const { walletClient, publicClient } = depositor
    const hash = await walletClient.writeContract({
      address: usdc(),
      abi: usdcAbi,
      functionName: 'approve',
      args: [HUB_WALLET, amount + 5n],
      chain: null,
      account: walletClient.account ?? null,
    } as never)
    await publicClient.waitForTransactionReceipt({ hash })
    const { approveTxHash } = await depositToHub(depositor, { chain, amount })
    expect(approveTxHash).toBeUndefined()
    expect(await allowanceOf(depositor.address)).toBe(5n)
  })

  test('error: more than there is, before anything is sent', async () => {
    const depositor = await actor(amount - 1n)
    const before = await depositor.publicClient.getTransactionCount({ address: depositor.address })
    await expect(depositToHub(depositor, { chain, amount })).rejects.toThrow(InsufficientFundsError)
    expect(await depositor.publicClient.getTransactionCount({ address: depositor.address })).toBe(before)
  })
})

test('behavior: two at once of one wallet, each with its own allowance', async () => {
  const depositor = await stage.actor()
  await Promise.all([1_000n, 2_000n].map((amount) => depositToHub(depositor, { chain: 'Arc_Testnet', amount })))
  await vi.waitFor(async () => expect(await stage.hubBalanceOf(depositor.address)).toBe(3_000n), {
    timeout: 120_000,
    interval: 50,
  })
})

test('error: another program of the wallet replaces the allowance: it is said, and the next try deposits', async () => {
  const depositor = await stage.actor()
  const deposit = (clients: ClientPair) => depositToHub(clients, { chain: 'Arc_Testnet', amount })
  await expect(deposit(meddledWith(depositor, stage.devnet.primary.usdc, HUB_WALLET))).rejects.toMatchObject({
    name: 'InsufficientFundsError',
    code: 'insufficient_allowance',
    needed: amount,
    available: 1n,
    effect: 'none',
    advice: { do: 'approve', spender: 'hub' },
  })
  await expect(deposit(depositor)).resolves.toHaveProperty('approveTxHash')
})

test('error: bad input, before any request', async () => {
  const deposit = (chain: string, amount: bigint) =>
    depositToHub(muteClients(), { chain: chain as HubChainName, amount })
  await expect(deposit('Atlantis', amount)).rejects.toThrow(UnknownBridgeChainError)
  await expect(deposit('Linea_Sepolia', amount)).rejects.toThrow(InvalidInputError)
  for (const wrong of [0n, -1n, 2n ** 96n])
    await expect(deposit('Arc_Testnet', wrong)).rejects.toThrow(InvalidAmountError)
})

test('error: a contract, which could never sign a spend; an account that delegates to one can', async () => {
  const depositor = await stage.actor()
  const withCode = (code: string) => ({
    ...depositor,
    publicClient: createPublicClient({
      chain: primaryChain,
      transport: custom({
        request: ({ method, params }) =>
          method === 'eth_getCode'
            ? Promise.resolve(code)
            : depositor.publicClient.request({ method, params } as never),
      }),
    }),
  })
  const deposit = (code: string) => depositToHub(withCode(code), { chain: 'Arc_Testnet', amount })
  await expect(deposit('0x6000')).rejects.toMatchObject({ name: 'HubRefusedError', code: 'contract_depositor' })
  await expect(deposit(`0xef0100${'11'.repeat(20)}`)).resolves.toHaveProperty('depositTxHash')
})

test('error: clients of another chain than the one named', async () => {
  const depositor = await stage.actor()
  await expect(depositToHub(depositor, { chain: 'Base_Sepolia', amount })).rejects.toThrow(WrongNetworkError)
})

describe('behavior: while the deposit is held back', () => {
  test('it is listed as on its way, and does not count', async () => {
    stage.setFaults({ holdDeposits: true })
    const depositor = await stage.actor()
    const { depositTxHash } = await depositToHub(depositor, { chain: 'Arc_Testnet', amount })
    const { blockNumber } = await depositor.publicClient.getTransactionReceipt({ hash: depositTxHash })
    const list = () => hubDeposits({ ...stage.hub, depositor: depositor.address })
    await vi.waitFor(async () => expect(await list()).toHaveLength(1), { timeout: 120_000, interval: 50 })
    expect(await list()).toEqual([{ chain: 'Arc_Testnet', txHash: depositTxHash, amount, blockNumber }])
    expect(await stage.hubBalanceOf(depositor.address)).toBe(0n)
    expect(await hubDeposits({ ...stage.hub, depositor: depositor.address, chains: ['Base_Sepolia'] })).toEqual([])
    stage.clearFaults()
    await vi.waitFor(async () => expect(await list()).toEqual([]), { timeout: 120_000, interval: 50 })
    expect(await stage.hubBalanceOf(depositor.address)).toBe(amount)
  })
})

describe('behavior: the node fails', () => {
  // What a reload leaves behind: the hashes the callback has handed out. They tell whether to deposit again.
  test.each(['reset-after', 'hang', 'rate-limit', 'server-error', 'malformed'] as const)(
    '%s of any request: never deposited twice, and the hash at hand tells the outcome',
    async (kind) => {
      const depositor = await stage.actor()
      let done = 0n
      for (let skip = 0; skip < 14; skip += 1) {
        let hash: `0x${string}` | undefined
        stage.devnet.faults.set({ rpc: { rules: [{ kind, skip }] } })
        const failure = await depositToHub(hasty(depositor, stage.devnet.primary.rpcUrl), {
          chain: 'Arc_Testnet',
          amount: 1_000n,
          timeoutMs: 400,
          onTransactionHash: (txHash, step) => {
            if (step === 'deposit') hash = txHash
          },
        }).catch((error: unknown) => error)
        stage.devnet.faults.set({ rpc: { rules: [] } })
        await stage.devnet.primary.mine(2)
        const receipt = hash && (await depositor.publicClient.getTransactionReceipt({ hash }).catch(() => undefined))
        if (failure instanceof TransactionUnconfirmedError && hash) expect(failure.txHash).toBeDefined()
        if (receipt !== undefined) {
          const [deposited] = parseEventLogs({ abi: depositedAbi, logs: receipt.logs })
          expect(deposited?.args).toMatchObject({ depositor: depositor.address, value: 1_000n })
          done += 1_000n
        }
      }
      expect(done).toBeGreaterThan(0n)
      await vi.waitFor(async () => expect(await stage.hubBalanceOf(depositor.address)).toBe(done), {
        timeout: 120_000,
        interval: 50,
      })
    },
  )
})

const depositedAbi = [
  {
    type: 'event',
    name: 'Deposited',
    inputs: [
      { name: 'token', type: 'address', indexed: true },
      { name: 'depositor', type: 'address', indexed: true },
      { name: 'sender', type: 'address', indexed: true },
      { name: 'value', type: 'uint256', indexed: false },
    ],
  },
] as const
