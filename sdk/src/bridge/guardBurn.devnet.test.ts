import { setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type Address, createWalletClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClientPair } from '../chain/clients.js'
import { overrideDeployment } from '../chain/registry.js'
import { usdcAbi } from '../chain/usdc.js'
import { primaryChain, viemChainFor } from '../chain/viemChain.js'
import { InvalidInputError } from '../errors/input.js'
import { RiskBlockedError, type RiskReport } from '../errors/risk.js'
import { spendFromHub } from '../hub/spendFromHub.js'
import { checkPayment } from '../risk/checkPayment.js'
import { craftLookalike } from '../risk/craftLookalike.js'
import { bridgeFromWallet } from './bridgeFromWallet.js'

let stage: TestStage
let restore: () => void
let alice: ClientPair & { address: Address }
const genuine = privateKeyToAccount(generatePrivateKey()).address
const impostor = craftLookalike(genuine)
const stranger = privateKeyToAccount(generatePrivateKey()).address
const amount = 2_000_000n

beforeAll(async () => {
  stage = await setTestStage({ issuerPace: 0.0005 })
  const { primary, remote } = stage.devnet
  // As `holdfast devnet` sets it: the remote chain has a node and no explorer.
  restore = overrideDeployment(remote.chainId, { explorerApi: '' })
  const account = privateKeyToAccount(generatePrivateKey())
  await Promise.all([primary, remote].map(({ fund }) => fund(account.address, 100_000_000n)))
  const there = createWalletClient({ account, chain: viemChainFor(remote.chainId), transport: http(remote.rpcUrl) })
  const hash = await there.writeContract({
    address: remote.usdc,
    abi: usdcAbi,
    functionName: 'transfer',
    args: [genuine, 40_000_000n],
  })
  await stage.remotePublicClient.waitForTransactionReceipt({ hash })
  const walletClient = createWalletClient({ account, chain: primaryChain, transport: http(primary.rpcUrl) })
  alice = { address: account.address, publicClient: stage.publicClient, walletClient }
})
afterAll(async () => {
  restore?.()
  await stage?.stop()
})

const route = { from: 'Arc_Testnet', to: 'Base_Sepolia', amount } as const
const bridge = (recipient: Address, over: Partial<bridgeFromWallet.Parameters> = {}) =>
  bridgeFromWallet(alice, {
    ...route,
    apiUrl: stage.devnet.issuer.attestationUrl,
    pollMs: 25,
    timeoutMs: 120_000,
    recipient,
    ...over,
  })
const chains = () => [stage.devnet.primary, stage.devnet.remote].map(({ chainId }) => ({ chainId }))
const checkAgain = (payee: Address) => checkPayment({ payer: alice.address, payee, amount, chains: chains() })

describe('a payment to a chain that has no explorer', () => {
  test('error: an imitation of a payee of that chain, by Bridge and by Hub', async () => {
    const found = { reasons: expect.arrayContaining(['LOOKALIKE_ADDRESS']) }
    await expect(bridge(impostor)).rejects.toMatchObject(found)
    const spend = spendFromHub(alice, { ...route, apiUrl: stage.devnet.issuer.hubUrl, recipient: impostor })
    await expect(spend).rejects.toMatchObject(found)
    expect(await stage.publicClient.getTransactionCount({ address: alice.address })).toBe(0)
  })

  test('error: a payee that neither chain knows, while one of them cannot be read in full', async () => {
    const error = await bridge(stranger).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RiskBlockedError)
    expect(error).toMatchObject({
      reasons: expect.arrayContaining(['DATA_UNAVAILABLE']),
      report: { complete: false, amount, chainId: 5042002, destinationChainId: 84532 },
    })
  })

  test('default: a payee of that chain is paid, with a warning', async () => {
    const reports: RiskReport[] = []
    await bridge(genuine, { onReport: (report) => reports.push(report) })
    expect(reports).toMatchObject([{ level: 'warning', target: genuine }])
    expect(await stage.remoteBalanceOf(genuine)).toBeGreaterThanOrEqual(40_000_000n + amount)
  })
})

describe('acknowledgement', () => {
  test('parameter: amount, which must be named and enough', async () => {
    const report = await checkAgain(stranger)
    const { amount: _, ...unnamed } = report
    const at = Date.now()
    await expect(bridge(stranger, { acknowledgement: { report: unnamed, at } })).rejects.toThrow(InvalidInputError)
    const less = { report, at, amount: amount - 1n }
    await expect(bridge(stranger, { acknowledgement: less })).rejects.toThrow(RiskBlockedError)
    await bridge(stranger, { acknowledgement: { report, at } })
    expect(await stage.remoteBalanceOf(stranger)).toBeGreaterThanOrEqual(amount)
  })

  test('behavior: a decision about another payee covers nothing', async () => {
    const acknowledgement = { report: await checkAgain(stranger), at: Date.now() }
    await expect(bridge(impostor, { acknowledgement })).rejects.toThrow(RiskBlockedError)
  })
})
