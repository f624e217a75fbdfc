import { arcTestnetChain } from '@holdfast/contracts'
import { deploymentFor } from '@holdfast/sdk/chain'
import { craftLookalike } from '@holdfast/sdk/risk'
import { predictEphemeral, settlePrivatePaymentBatched } from '@holdfast/sdk/shield'
import { defineConfig, generateClaimCode, registerConfig, sendProtected } from '@holdfast/sdk/transfer'
import { freshSalt, pushPolicy, signingCoSigner } from '@holdfast/testkit/boxPolicies'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  multicall3Abi,
  numberToHex,
  parseAbi,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusalOf } from '../judge/refusalOf.js'
import { createGuardServer, type GuardServer } from './createGuardServer.js'

/** Operations of the SDK through a guard as their only node. The SDK's own check is off, so that only the guard refuses. */
const unguarded = { skipRiskCheck: true } as const

let stage: TestStage
let guard: GuardServer
let payer: Pick<Actor, 'address' | 'publicClient' | 'walletClient'>
let genuine: Address
let imitation: Address

beforeAll(async () => {
  stage = await setTestStage()
  const { rpcUrl, usdc, fund, chainId } = stage.devnet.primary
  const account = privateKeyToAccount(generatePrivateKey())
  await fund(account.address, 1_000_000_000n)
  guard = createGuardServer({
    upstream: rpcUrl,
    chainId,
    port: 0,
    limits: { firstSightMs: 30_000, checkMs: 30_000, simulationMs: 30_000, verdictMs: 120_000 },
  })
  await guard.listen()
  const { chain } = stage.publicClient
  const clients = { chain, transport: http(guard.url, { timeout: 120_000 }) }
  payer = {
    address: account.address,
    publicClient: createPublicClient(clients),
    walletClient: createWalletClient({ ...clients, account }),
  }
  genuine = (await stage.actor(1_000_000n)).address
  imitation = craftLookalike(genuine)
  const data = transfer(genuine, 25_000_000n)
  const hash = await payer.walletClient.sendTransaction({ account, chain, to: usdc, data })
  await stage.publicClient.waitForTransactionReceipt({ hash })
  await guard.prepare(account.address)
})
afterAll(async () => {
  await guard?.close()
  await stage?.stop()
})

const transfer = (to: Address, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })

/** `paid`, or `refused` where the guard refused the payment. Throws on any other failure. */
async function outcomeOf(payee: Address, pay: () => Promise<unknown>): Promise<string> {
  const error = await pay().then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error === undefined) return 'paid'
  const text = JSON.stringify(chainOf(error))
  if (/Holdfast: [^"]*Not the same/.test(text)) return 'refused'
  throw new Error(`A payment to ${payee} failed otherwise.`, { cause: error })
}

/** Every text in an error and its causes. */
function chainOf(error: unknown, depth = 0): unknown[] {
  if (!(error instanceof Error) || depth > 12) return [refusalOf(error)?.message ?? String(error)]
  return [error.message, refusalOf(error)?.message, ...chainOf(error.cause, depth + 1)]
}

it('a protected transfer: locked for a known payee, refused for its imitation', async () => {
  const { configId } = await registerConfig(payer, defineConfig())
  const lock = (to: Address) =>
    sendProtected(
      payer,
      { configId, to, amount: 1_000_000n, claimHash: generateClaimCode().claimHash },
      { ...unguarded, approve: true },
    )
  expect(await outcomeOf(genuine, () => lock(genuine))).toBe('paid')
  const vault = deploymentFor(stage.devnet.primary.chainId)?.transferContract as Address
  expect(await stage.balanceOf(vault)).toBe(1_000_000n)
  // The second send may give its allowance, and locks nothing.
  expect(await outcomeOf(imitation, () => lock(imitation))).toBe('refused')
  expect(await stage.balanceOf(vault)).toBe(1_000_000n)
})

it('a box through the router: it pays a known payee, and none is made for its imitation', async () => {
  const { usdc, chainId } = stage.devnet.primary
  const factory = deploymentFor(chainId)?.spendPolicyFactory as Address
  const settle = async (target: Address) => {
    const judge = signingCoSigner()
    const policy = pushPolicy(usdc, { cosigner: judge.cosigner.address, target })
    const salt = freshSalt()
    const box = await predictEphemeral(stage.publicClient, factory, salt, policy)
    const payment = { factory, salt, policy, amount: 2_000_000n, cosigner: judge.cosigner, owner: policy.owner }
    const outcome = await outcomeOf(target, () => settlePrivatePaymentBatched(payer, payment, unguarded))
    return { outcome, code: await stage.publicClient.getCode({ address: box }) }
  }
  const before = await stage.balanceOf(genuine)
  expect(await settle(genuine)).toMatchObject({ outcome: 'paid', code: expect.stringMatching(/^0x/) })
  expect(await stage.balanceOf(genuine)).toBe(before + 2_000_000n)
  expect(await settle(imitation)).toEqual({ outcome: 'refused', code: undefined })
  expect(await stage.balanceOf(imitation)).toBe(0n)
})

it('a transfer inside a Multicall inside a Memo: as an estimate, a call and a broadcast', async () => {
  const { usdc, chainId } = stage.devnet.primary
  const memo = arcTestnetChain.memo as Address
  const nested = (payee: Address): Hex => {
    const calls = [genuine, payee].map((to) => ({ target: usdc, allowFailure: false, callData: transfer(to, 1_000n) }))
    const batch = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
    const id = numberToHex(1, { size: 32 })
    const args = [arcTestnetChain.multicall3From as Address, batch, id, '0x'] as const
    return encodeFunctionData({ abi: parseAbi(['function memo(address, bytes, bytes32, bytes)']), args })
  }
  const { account, chain } = payer.walletClient
  const send = async (payee: Address) => {
    const nonce = await stage.publicClient.getTransactionCount({ address: payer.address })
    const fees = { maxFeePerGas: 50_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
    const unsigned = { type: 'eip1559', chainId, nonce, gas: 500_000n, to: memo, data: nested(payee), ...fees } as const
    const serializedTransaction = await payer.walletClient.signTransaction({
      account: account ?? null,
      chain,
      ...unsigned,
    } as never)
    const hash = await payer.walletClient.sendRawTransaction({ serializedTransaction })
    return stage.publicClient.waitForTransactionReceipt({ hash })
  }
  const call = (payee: Address) => ({ account: payer.address, to: memo, data: nested(payee) })
  for (const [payee, outcome] of [
    [genuine, 'paid'],
    [imitation, 'refused'],
  ] as const) {
    expect(await outcomeOf(payee, () => payer.publicClient.estimateGas(call(payee)))).toBe(outcome)
    expect(await outcomeOf(payee, () => payer.publicClient.call(call(payee)))).toBe(outcome)
    expect(await outcomeOf(payee, () => send(payee))).toBe(outcome)
  }
  expect(await stage.balanceOf(imitation)).toBe(0n)
})
