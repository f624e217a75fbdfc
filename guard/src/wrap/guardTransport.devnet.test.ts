import { primaryChain } from '@holdfast/sdk/chain'
import { craftLookalike } from '@holdfast/sdk/risk'
import { freshAddress } from '@holdfast/testkit/boxPolicies'
import { setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type Address, createWalletClient, custom, erc20Abi, type Hash, http, keccak256 } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJudge } from '../judge/createJudge.js'
import { refusalOf } from '../judge/refusalOf.js'
import { guardProvider } from './guardProvider.js'
import { guardTransport } from './guardTransport.js'

let stage: TestStage
beforeAll(async () => {
  stage = await setTestStage()
})
afterAll(() => stage.stop())

const failed = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )

test('a payee is paid, its imitation is not, and once a person allows it, one payment is', async () => {
  const { rpcUrl, usdc, fund } = stage.devnet.primary
  const account = privateKeyToAccount(generatePrivateKey())
  await fund(account.address, 1_000_000_000n)
  const judge = createJudge({
    chains: [{ chainId: primaryChain.id, client: stage.publicClient }],
    verdictLifetimeMs: 0,
  })
  const wallet = createWalletClient({
    account,
    chain: primaryChain,
    transport: guardTransport(http(rpcUrl), { judge }),
  })
  const pay = (to: Address, amount = 5_000_000n) =>
    wallet.writeContract({ address: usdc, abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  const mined = async (hash: Hash) => stage.publicClient.waitForTransactionReceipt({ hash })

  const payee = freshAddress()
  await mined(await pay(payee))
  const imitation = craftLookalike(payee)
  await expect.poll(async () => refusalOf(await failed(pay(imitation)))?.code).toBe('guard_refused')
  // Native value is the same money.
  expect(refusalOf(await failed(wallet.sendTransaction({ to: imitation, value: 10n ** 18n })))?.code).toBe(
    'guard_refused',
  )
  expect(await stage.balanceOf(imitation)).toBe(0n)

  const refusal = refusalOf(await failed(pay(imitation)))
  judge.grants.allow(refusal?.reference ?? '')
  await mined(await pay(imitation))
  expect(await stage.balanceOf(imitation)).toBe(5_000_000n)
  expect(refusalOf(await failed(pay(imitation)))?.code).toBe('grant_used')
  expect(await stage.balanceOf(imitation)).toBe(5_000_000n)
})

test('a lost answer loses nothing: the same bytes pass again', async () => {
  const { rpcUrl, usdc, fund } = stage.devnet.primary
  const account = privateKeyToAccount(generatePrivateKey())
  await fund(account.address, 1_000_000_000n)
  const judge = createJudge({ checkOptions: { contacts: [account.address] } })
  const payee = freshAddress()
  const imitation = craftLookalike(payee)
  const guarded = guardTransport(http(rpcUrl), {
    judge: createJudge({ grants: judge.grants, checkOptions: { contacts: [payee] } }),
  })
  const wallet = createWalletClient({ account, chain: primaryChain, transport: guarded })
  const call = {
    account,
    chain: primaryChain,
    to: usdc,
    data: `0xa9059cbb${imitation.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`,
  } as const
  const refusal = refusalOf(await failed(wallet.prepareTransactionRequest(call)))
  expect(refusal?.code).toBe('guard_refused')
  judge.grants.allow(refusal?.reference ?? '')
  const serializedTransaction = await wallet.signTransaction(await wallet.prepareTransactionRequest(call))
  // The first answer is lost on its way.
  let isLost = true
  const lossy = custom(
    {
      request: async (request) => {
        const answer: unknown = await stage.publicClient.request(request)
        if (request.method === 'eth_sendRawTransaction' && isLost) {
          isLost = false
          throw Object.assign(new Error('connection reset'), { code: -32603 })
        }
        return answer
      },
    },
    { retryCount: 0 },
  )
  const careful = createWalletClient({
    account,
    chain: primaryChain,
    transport: guardTransport(lossy, {
      judge: createJudge({ grants: judge.grants, checkOptions: { contacts: [payee] } }),
    }),
  })
  expect(refusalOf(await failed(careful.sendRawTransaction({ serializedTransaction })))).toBeUndefined()
  const again = await failed(careful.sendRawTransaction({ serializedTransaction }))
  expect(refusalOf(again)).toBeUndefined()
  await stage.publicClient.waitForTransactionReceipt({ hash: keccak256(serializedTransaction) })
  expect(await stage.balanceOf(imitation)).toBe(1n)
})

test('a wallet whose provider is guarded pays itself without a check', async () => {
  const actor = await stage.actor()
  const provider = guardProvider({ request: (request) => stage.publicClient.request(request) })
  const self = { from: actor.address, to: actor.address, value: '0x1' }
  expect(await provider.request({ method: 'eth_estimateGas', params: [self] })).toMatch(/^0x/)
})
