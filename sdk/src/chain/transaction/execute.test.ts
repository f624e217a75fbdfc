import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  encodeFunctionData,
  type Hash,
  type Hex,
  http,
  type TransactionSerializable,
  type TransactionSerializableLegacy,
} from 'viem'
import { generatePrivateKey, nonceManager, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { InvalidAmountError } from '../../errors/input.js'
import { TransactionRevertedError } from '../../errors/transaction.js'
import { approveUsdc, getAllowance } from '../../transfer/allowance.js'
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

test('behavior: a caller that gives up before its turn sends nothing', async () => {
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
  prompts: { answers: boolean | (() => Promise<unknown>); open: number },
): Actor {
  if (account?.type !== 'local') throw new Error('A local account is needed.')
  const transport = http(stage.devnet.primary.rpcUrl)
  const key = createWalletClient({ account, chain: primaryChain, transport })
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'wallet_getCapabilities') throw new Error('unknown method')
    if (method !== 'eth_sendTransaction') return publicClient.request({ method, params } as never)
    prompts.open++
    if (!prompts.answers) return new Promise(() => {})
    if (typeof prompts.answers === 'function') await prompts.answers()
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

test('behavior: a wallet that answers after it was waited for: the hash is handed out all the same', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const frank = inWallet(await stage.actor(), { answers: () => answered, open: 0 })
  const hashes: Hash[] = []
  const options = { timeoutMs: 200, onTransactionHash: (txHash: Hash) => void hashes.push(txHash) }
  await expect(approveUsdc(frank, 1n, options)).rejects.toMatchObject({ code: 'wallet_silent', effect: 'open' })
  expect(hashes).toEqual([])
  answer()
  await vi.waitFor(() => expect(hashes).toHaveLength(1), { timeout: 120_000 })
  await vi.waitFor(async () => expect(await getAllowance(frank, frank.address)).toBe(1n), { timeout: 120_000 })
})

test('error: the hash of what a wallet has sent cannot be stored, whatever the store says of it', async () => {
  const frank = inWallet(await stage.actor(), { answers: true, open: 0 })
  const failure = new InvalidAmountError('1.5.5', 'is not a number')
  const onTransactionHash = () => Promise.reject(failure)
  await expect(approveUsdc(frank, 1n, { onTransactionHash })).rejects.toMatchObject({
    name: 'TransactionUnconfirmedError',
    effect: 'open',
    txHash: expect.stringMatching(/^0x/),
    cause: failure,
  })
})

describe('error: a wallet that was to send and fails', () => {
  const says = (message: string, code?: number) => Object.assign(new Error(message), code === undefined ? {} : { code })
  test.each([
    ['open', says('Something went wrong')],
    ['open', says('Session disconnected', 6_000)],
    ['open', says('Request expired. Please try again.', 8_000)],
    // Of a DOM exception, a socket and HTTP: they count what became of a connection.
    ['open', says('A network error occurred.', 19)],
    ['open', says('Connection ended', 1_006)],
    ['open', says('Bad gateway', 502)],
    ['open', says('request timed out', -32_000)],
    ['open', says('context deadline exceeded', -32_000)],
    // It has sent, to a node that has it or its block already.
    ['open', says('already known', -32_000)],
    ['open', says('nonce too low: next nonce 8, tx nonce 7', -32_000)],
    ['none', says('insufficient funds for gas * price + value')],
    ['none', says('intrinsic gas too low', -32_000)],
    ['none', says('Invalid parameters', -32_602)],
    ['none', says('The method is not supported', 4_200)],
    ['none', says('The chain is not supported', 5_100)],
    ['none', says('Not possible', 3)],
  ])('%s: %s', async (effect, failure) => {
    const frank = inWallet(await stage.actor(), { answers: () => Promise.reject(failure), open: 0 })
    const name = effect === 'none' ? 'CallRefusedError' : 'TransactionUnconfirmedError'
    await expect(approveUsdc(frank, 1n)).rejects.toMatchObject({ name, effect })
  })

  test.each(['User rejected the request.', 'MetaMask Tx Signature: User denied transaction signature.'])(
    'none: %s, without a code',
    async (message) => {
      const frank = inWallet(await stage.actor(), { answers: () => Promise.reject(says(message)), open: 0 })
      await expect(approveUsdc(frank, 1n)).rejects.toMatchObject({ name: 'SignatureDeclinedError', effect: 'none' })
    },
  )
})

test('behavior: an endpoint took the bytes and kept silent, and the next one says that their nonce is used', async () => {
  const { address, publicClient, walletClient } = await stage.actor()
  const { account } = walletClient
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    const answer = await publicClient.request({ method, params } as never)
    if (method !== 'eth_sendRawTransaction') return answer
    await publicClient.waitForTransactionReceipt({ hash: answer })
    throw Object.assign(new Error('nonce too low'), { code: -32_000 })
  }
  const behind = createWalletClient({
    account: account as NonNullable<typeof account>,
    chain: primaryChain,
    transport: custom({ request }),
  })
  expect(await approveUsdc({ address, publicClient, walletClient: behind } as Actor, 1n)).toMatch(/^0x/)
})

test.each([
  ['the same bytes', 0n, { name: 'CallRefusedError', effect: 'none' }],
  ['other bytes', 1n, { name: 'TransactionReplacedError', effect: 'open', settles: true }],
])('error: the node counts too few, and an equal payment has used the number: %s', async (_, more, failure) => {
  const { address, publicClient, walletClient } = await stage.actor()
  const { account } = walletClient
  if (account?.type !== 'local') throw new Error('A local account is needed.')
  const { address: bob } = await stage.actor(0n)
  const request = async ({ method, params }: { method: string; params?: readonly unknown[] }) =>
    method === 'eth_getTransactionCount' && params?.[1] === 'pending'
      ? '0x0'
      : publicClient.request({ method, params } as never)
  const signed: Hex[] = []
  const signTransaction = async (transaction: TransactionSerializable) => {
    const again = more === 0n ? signed[0] : undefined
    const gas = (transaction.gas ?? 0n) + more * BigInt(signed.length)
    signed.push(again ?? (await account.signTransaction({ ...transaction, gas } as TransactionSerializable)))
    return signed.at(-1) as Hex
  }
  const transport = custom({ request })
  const behind = {
    address,
    publicClient: createPublicClient({ chain: primaryChain, transport }),
    walletClient: createWalletClient({
      account: { ...account, signTransaction } as never,
      chain: primaryChain,
      transport,
    }),
  } as Actor
  const { usdc, chainId: id } = stage.devnet.primary
  const data = encodeFunctionData({ abi: usdcAbi, functionName: 'transfer', args: [bob, 1n] })
  const pay = () =>
    execute(
      behind,
      { id, blockTimeMs: 50, minFeePerGas: undefined },
      { to: usdc, abi: usdcAbi, attempted: 'paying', data },
    )
  const { transactionHash } = await pay()
  await expect(pay()).rejects.toMatchObject({ ...failure, ...(more > 0n && { replacementTxHash: transactionHash }) })
  expect(await stage.balanceOf(bob)).toBe(1n)
})

test('error: an endpoint takes the bytes, and fails in no words that are known: they may have been sent', async () => {
  const { address, publicClient, walletClient } = await stage.actor()
  const { account } = walletClient
  if (!account) throw new Error('An account is needed.')
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'eth_sendRawTransaction') throw Object.assign(new Error('A network error occurred.'), { code: 19 })
    return publicClient.request({ method, params } as never)
  }
  const broken = createWalletClient({ account, chain: primaryChain, transport: custom({ request }) })
  await expect(approveUsdc({ address, publicClient, walletClient: broken } as Actor, 1n)).rejects.toMatchObject({
    name: 'TransactionUnconfirmedError',
    effect: 'open',
    txHash: expect.stringMatching(/^0x/),
  })
})

test('behavior: a caller that gives up on an open prompt makes room for the next payment of the wallet', async () => {
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
  await vi.waitFor(() => expect(prompts.open).toBe(1), { timeout: 120_000 })
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
