import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  encodeFunctionData,
  type Hex,
  http,
  type TransactionSerializable,
  type TransactionSerializableLegacy,
} from 'viem'
import { generatePrivateKey, nonceManager, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { TransactionRevertedError } from '../../errors/transaction.js'
import { approveUsdc } from '../../transfer/allowance.js'
import { cancel } from '../../transfer/cancel.js'
import { claim } from '../../transfer/claim.js'
import { generateClaimCode } from '../../transfer/claimSecret.js'
import { defineConfig } from '../../transfer/config.js'
import { getTransfer } from '../../transfer/getTransfer.js'
import { registerConfig } from '../../transfer/registerConfig.js'
import { sendProtected } from '../../transfer/sendProtected.js'
import { sendProtectedWithAuthorization } from '../../transfer/sendProtectedWithAuthorization.js'
import { usdcAbi } from '../usdc.js'
import { primaryChain } from '../viemChain.js'
import { execute } from './execute.js'

let stage: TestStage
let alice: Actor
let carol: Actor
beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
  carol = await stage.actor()
})
afterAll(() => stage?.stop())

/** The same actor, who does something else between simulating and signing. */
function delayed(actor: Actor, meanwhile: () => Promise<unknown>): Actor {
  const { account } = actor.walletClient
  if (account?.type !== 'local') throw new Error('A local account is needed.')
  const signTransaction: typeof account.signTransaction = async (...args) => {
    await meanwhile()
    return account.signTransaction(...args)
  }
  return {
    ...actor,
    walletClient: createWalletClient({
      account: { ...account, signTransaction },
      chain: primaryChain,
      transport: http(stage.devnet.primary.rpcUrl),
    }),
  }
}

test('error: a transaction that is mined but reverts, because the chain moved on after the simulation', async () => {
  const { configId } = await registerConfig(alice, defineConfig())
  const secret = generateClaimCode()
  const bob = await stage.actor(0n)
  const { transferId } = await sendProtectedWithAuthorization(
    alice,
    { configId, to: bob.address, amount: 1_000_000n, claimHash: secret.claimHash },
    { skipRiskCheck: true },
  )
  const late = delayed(carol, () => cancel(alice, transferId))
  const error = await claim(late, transferId, secret.code, secret.salt, { recipient: bob.address }).catch(
    (caught: unknown) => caught,
  )
  expect(error).toBeInstanceOf(TransactionRevertedError)
  const { txHash } = error as TransactionRevertedError
  expect((await stage.publicClient.getTransactionReceipt({ hash: txHash })).status).toBe('reverted')
  expect((await getTransfer(carol, transferId)).status).toBe('CANCELLED')
})

// viem's own counter can hand a number out twice when a block comes between two of its reads; then nothing is lost, but the
// count is short, so a fresh account tries again.
test('behavior: an account with a nonce manager sends many at once, without a gap', { retry: 3 }, async () => {
  const account = privateKeyToAccount(generatePrivateKey(), { nonceManager })
  await stage.devnet.primary.fund(account.address, 1_000_000_000n)
  const transport = http(stage.devnet.primary.rpcUrl)
  const many: Actor = {
    address: account.address,
    publicClient: stage.publicClient,
    walletClient: createWalletClient({ account, chain: primaryChain, transport }),
  }
  const results = await Promise.all(
    [1, 2, 3, 4, 5].map((hours) => registerConfig(many, defineConfig({ recallWindow: hours * 3_600 }))),
  )
  expect(new Set(results.map(({ txHash }) => txHash)).size).toBe(5)
  expect(await stage.publicClient.getTransactionCount({ address: account.address })).toBe(5)
})

test('behavior: a plain account sends many at once, one after the other', async () => {
  const dave = await stage.actor()
  const results = await Promise.all(
    [1, 2, 3].map((hours) => registerConfig(dave, defineConfig({ recallWindow: hours * 3_600 }))),
  )
  expect(new Set(results.map(({ txHash }) => txHash)).size).toBe(3)
  expect(await stage.publicClient.getTransactionCount({ address: dave.address })).toBe(3)
})

test('behavior: who gives up before its turn sends nothing', async () => {
  const dave = await stage.actor()
  const stop = new AbortController()
  const first = registerConfig(dave, defineConfig({ recallWindow: 60 }))
  const second = registerConfig(dave, defineConfig({ recallWindow: 120 }), { signal: stop.signal })
  stop.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  await first
  expect(await stage.publicClient.getTransactionCount({ address: dave.address })).toBe(1)
})

/** The actor as an account of another program, which broadcasts by itself once its prompt is answered. */
function inWallet(
  { address, publicClient, walletClient: { account } }: Actor,
  prompts: { answers: boolean; open: number },
): Actor {
  if (account?.type !== 'local') throw new Error('A local account is needed.')
  const transport = http(stage.devnet.primary.rpcUrl)
  const key = createWalletClient({ account, chain: primaryChain, transport })
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'wallet_getCapabilities') throw new Error('unknown method')
    if (method !== 'eth_sendTransaction') return publicClient.request({ method, params } as never)
    prompts.open++
    if (!prompts.answers) return new Promise(() => {})
    const [{ to, data }] = params as [{ to: Address; data: Hex }]
    return key.sendTransaction({ to, data })
  }
  const walletClient = createWalletClient({ account: address, chain: primaryChain, transport: custom({ request }) })
  return { address, publicClient, walletClient } as Actor
}

test('error: a wallet that leaves its prompt open, until the time is over', async () => {
  const frank = inWallet(await stage.actor(), { answers: false, open: 0 })
  const error = await approveUsdc(frank, 1n, { timeoutMs: 200 }).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'wallet_silent', effect: 'open' })
})

test('behavior: who gives up on an open prompt makes room for the next payment of the wallet', async () => {
  const prompts = { answers: false, open: 0 }
  const grace = inWallet(await stage.actor(), prompts)
  const { configId } = await registerConfig(alice, defineConfig())
  const send = (options: { signal?: AbortSignal }) =>
    sendProtected(
      grace,
      { configId, to: alice.address, amount: 1_000_000n, claimHash: generateClaimCode().claimHash },
      { approve: true, skipRiskCheck: true, ...options },
    )
  const leave = new AbortController()
  const first = send({ signal: leave.signal }).catch((caught: unknown) => caught)
  // Only then the other one: which of two that begin together asks first is left to chance.
  await vi.waitFor(() => expect(prompts.open).toBe(1), { timeout: 30_000 })
  const second = send({})
  prompts.answers = true
  leave.abort(new Error('gone'))
  expect(await first).toMatchObject({ code: 'wallet_silent', effect: 'open' })
  expect((await second).transferId).toBeGreaterThan(0n)
})

test('behavior: on a chain without a base fee it offers a plain price, and the registry need not know the chain', async () => {
  const erin = await stage.remoteActor()
  const { account } = erin.walletClient
  if (account?.type !== 'local') throw new Error('A local account is needed.')
  const { rpcUrl, usdc, chainId } = stage.devnet.remote
  const answers: Record<string, unknown> = { eth_chainId: '0x541', eth_gasPrice: '0x77359400' }
  const signed: TransactionSerializable[] = []
  const old: typeof custom = (provider) =>
    custom({
      request: async ({ method, params }) => {
        if (method in answers) return answers[method]
        const answer = await provider.request({ method, params })
        if (method === 'eth_getBlockByNumber') delete answer.baseFeePerGas
        if (method === 'eth_feeHistory') return { ...answer, baseFeePerGas: answer.baseFeePerGas.map(() => '0x0') }
        return answer
      },
    })
  const transport = old(createPublicClient({ transport: http(rpcUrl) }))
  const receipt = await execute(
    {
      publicClient: createPublicClient({ transport }),
      walletClient: createWalletClient({
        account: {
          ...account,
          signTransaction: (transaction) => {
            signed.push(transaction)
            // The real chain has another id than the unknown one it plays.
            return account.signTransaction({ ...transaction, chainId } as TransactionSerializableLegacy)
          },
        },
        transport,
      }),
    },
    { id: 1345, blockTimeMs: 100, minFeePerGas: undefined },
    {
      to: usdc,
      abi: usdcAbi,
      attempted: 'approving',
      data: encodeFunctionData({ abi: usdcAbi, functionName: 'approve', args: [alice.address, 7n] }),
    },
  ).catch((error: unknown) => error)
  expect(signed).toMatchObject([{ type: 'legacy', chainId: 1345, gasPrice: 2_500_000_000n }])
  // Its hash is that of what was broadcast, which the other chain id has changed here.
  expect(receipt).toMatchObject({ status: 'success', type: 'legacy' })
})
