import { overrideDeployment, primaryChain } from '@holdfast/sdk/chain'
import { RiskBlockedError } from '@holdfast/sdk/errors'
import { craftLookalike, readPayerChains } from '@holdfast/sdk/risk'
import { defineConfig, generateClaimCode } from '@holdfast/sdk/transfer'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type Address, createWalletClient, erc20Abi, http } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkPaymentQueryOptions } from '../src/query/checkPaymentQueryOptions.js'
import { checkQueryOptions } from '../src/query/checkQueryOptions.js'
import { createHoldfast } from '../src/query/createHoldfast.js'
import { judgeSendQueryOptions } from '../src/query/judgeSendQueryOptions.js'
import { planOperationQueryOptions } from '../src/query/planOperationQueryOptions.js'
import { registerConfigMutationOptions } from '../src/query/registerConfigMutationOptions.js'
import { sendProtectedMutationOptions } from '../src/query/sendProtectedMutationOptions.js'
import type { Config } from '../src/query/types.js'
import { appOf } from './appOf.js'

let stage: TestStage
let alice: Actor
let config: Config
/** Paid on the other chain of the application alone. */
let payee: Address
let impostor: Address
beforeAll(async () => {
  stage = await setTestStage()
  const { primary, remote } = stage.devnet
  const onRemote = await stage.remoteActor()
  const { account } = onRemote.walletClient
  if (account === undefined) throw new Error('An actor has an account.')
  await primary.fund(account.address, 1_000_000_000n)
  const walletClient = createWalletClient({ account, chain: primaryChain, transport: http(primary.rpcUrl) })
  alice = { address: account.address, publicClient: stage.publicClient, walletClient }
  config = await appOf(stage, alice)
  payee = (await stage.remoteActor(0n)).address
  impostor = craftLookalike(payee)
  const transfer = { abi: erc20Abi, functionName: 'transfer', args: [payee, 25_000_000n] } as const
  const payment = { ...transfer, address: remote.usdc, account, chain: null }
  const hash = await onRemote.walletClient.writeContract(payment)
  await onRemote.publicClient.waitForTransactionReceipt({ hash })
})
afterAll(() => stage?.stop())

/** Without an explorer the other chain is read through its node. */
const payerChains = () => readPayerChains([{ chainId: stage.devnet.remote.chainId, client: stage.remotePublicClient }])

test('another chain that does not answer is a warning that names it', async () => {
  const { address: target } = await stage.actor()
  const ask = checkQueryOptions(config, {
    holdfast: createHoldfast({ payerChains: payerChains() }),
    sender: alice.address,
    target,
  })
  const { level, complete, reasons } = await ask.queryFn()
  expect([level, complete]).toEqual(['warning', false])
  expect(reasons.flatMap(({ sources = [] }) => sources)).toEqual([`history:${stage.devnet.remote.chainId}`])
})

test('an imitation of a payee of another chain is blocked by each check, and by a send', async () => {
  const { primary, remote } = stage.devnet
  const restore = overrideDeployment(remote.chainId, {
    rpcUrls: [remote.rpcUrl],
    signingRpcUrls: [remote.rpcUrl],
    explorerApi: '',
  })
  try {
    const holdfast = createHoldfast({ payerChains: payerChains() })
    const { configId } = await registerConfigMutationOptions(config, { holdfast }).mutationFn({ terms: defineConfig() })
    const { claimHash } = generateClaimCode()
    const amount = 1_000_000n
    const params = { configId, to: impostor, amount, claimHash }
    const [payer, sender] = [alice.address, alice.address]
    const chains = [{ chainId: primary.chainId }]
    const known = checkQueryOptions(config, { holdfast, sender, target: payee }).queryFn()
    expect(await known).toMatchObject({ level: 'safe', complete: true })

    const reports = await Promise.all([
      checkQueryOptions(config, { holdfast, sender, target: impostor }).queryFn(),
      checkPaymentQueryOptions(config, { holdfast, payer, payee: impostor, amount, chains }).queryFn(),
      judgeSendQueryOptions(config, { holdfast, sender, recipient: impostor, amount })
        .queryFn()
        .then(({ report }) => report),
      planOperationQueryOptions(config, { holdfast, account: sender, operation: 'sendProtected', params })
        .queryFn()
        .then(({ firewall: [report] }) => report),
    ])
    const found = reports.map((report) => [
      report?.level,
      report?.reasons.flatMap(({ lookalikeOf = [] }) => lookalikeOf).map((one) => one.toLowerCase()),
    ])
    expect(found).toEqual(reports.map(() => ['block', [payee.toLowerCase()]]))

    const before = await alice.publicClient.getTransactionCount({ address: sender })
    const send = sendProtectedMutationOptions(config, { holdfast }).mutationFn(params)
    await expect(send).rejects.toBeInstanceOf(RiskBlockedError)
    expect(await alice.publicClient.getTransactionCount({ address: sender })).toBe(before)
  } finally {
    restore()
  }
})
