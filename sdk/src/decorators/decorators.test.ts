import { protectedTransferAbi } from '@holdfast/contracts'
import { freshAddress } from '@holdfast/testkit/boxPolicies'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type Hex, pad } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hubBalance } from '../hub/hubBalance.js'
import { LocalCoSigner } from '../shield/LocalCoSigner.js'
import { readAccount } from '../shield/readAccount.js'
import { type EphemeralPolicy, MODE_PUSH } from '../shield/types.js'
import { generateClaimCode } from '../transfer/claimSecret.js'
import { defineConfig } from '../transfer/config.js'
import { getTransfer } from '../transfer/getTransfer.js'
import { holdfastPublicActions } from './holdfastPublicActions.js'
import { holdfastWalletActions } from './holdfastWalletActions.js'

let stage: TestStage
let alice: Actor
beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
})
afterAll(() => stage?.stop())

test('a payment in methods alone equals the functions', async () => {
  const bob = await stage.actor(0n)
  const reader = stage.publicClient.extend(holdfastPublicActions())
  const wallet = alice.walletClient.extend(holdfastWalletActions())
  const { configId } = await wallet.registerConfig(defineConfig())
  await wallet.approveUsdc(1_000_000n)
  expect(await reader.getAllowance(alice.address)).toBe(1_000_000n)
  const { claimHash, code, salt } = generateClaimCode()
  const { transferId } = await wallet.sendProtected(
    { configId, to: bob.address, amount: 1_000_000n, claimHash },
    { skipRiskCheck: true },
  )
  const seen: string[] = []
  const unwatch = reader.watchTransfer(transferId, { onUpdate: ({ status }) => seen.push(status) })
  expect(await reader.getTransfer(transferId)).toEqual(await getTransfer(alice, transferId))
  await wallet.claim(transferId, code, salt, { recipient: bob.address })
  expect((await reader.getTransfer(transferId)).status).toBe('CLAIMED')
  const created = await reader.getLogsChunked({
    address: stage.devnet.primary.contracts.transferContract,
    abi: protectedTransferAbi,
    eventName: 'TransferCreated',
  })
  expect(created.map(({ args }) => args.transferId)).toEqual([transferId])
  expect(await reader.readGasReserve()).toBe(50_000n)
  expect((await reader.check(alice.address, bob.address)).target).toBe(bob.address)
  unwatch()
})

test('parameter contractAddress reaches every method', async () => {
  const contractAddress = '0x00000000000000000000000000000000000000c0'
  const reader = stage.publicClient.extend(holdfastPublicActions({ contractAddress }))
  const wallet = alice.walletClient.extend(holdfastWalletActions({ publicClient: stage.publicClient, contractAddress }))
  expect(await reader.getAllowance(alice.address)).toBe(0n)
  await wallet.approveUsdc(5n)
  expect(await reader.getAllowance(alice.address)).toBe(5n)
})

test('a box in methods alone equals the functions', async () => {
  const reader = stage.publicClient.extend(holdfastPublicActions())
  const wallet = alice.walletClient.extend(holdfastWalletActions())
  const { usdc, contracts } = stage.devnet.primary
  const { address: target } = await stage.actor(0n)
  const cosigner = new LocalCoSigner(generatePrivateKey(), { riskCheck: () => ({ level: 'safe', complete: true }) })
  const owner = alice.address
  const salt = pad('0x01')
  const policy: EphemeralPolicy = {
    token: usdc,
    owner,
    vault: owner,
    cosigner: cosigner.address,
    target,
    maxAmount: 5_000_000n,
    expiry: 4_000_000_000,
    interval: 0,
    mode: MODE_PUSH,
  }
  const box = await reader.predictEphemeral(contracts.spendPolicyFactory, salt, policy)
  expect(await wallet.createEphemeral(contracts.spendPolicyFactory, salt, policy)).toMatchObject({ account: box })
  await wallet.fundEphemeral(box, 5_000_000n, policy)
  await reader.assertBoxFundable(box, policy)
  expect(await reader.awaitBoxFunded(box, 5_000_000n, usdc)).toBe(true)
  expect(await wallet.settlePrivatePayment(box, 2_000_000n, cosigner, { owner })).toMatchObject({ ok: true })
  await wallet.sweepToVault(box, owner)
  expect(await reader.readAccount(box)).toEqual(await readAccount(stage.publicClient, box))
  expect(await stage.balanceOf(target)).toBe(2_000_000n)
  expect(await stage.balanceOf(box)).toBe(0n)
})

test('a transfer over the Bridge in methods alone', async () => {
  const wallet = alice.walletClient.extend(holdfastWalletActions())
  const reader = stage.publicClient.extend(holdfastPublicActions())
  const { burnTxHash, quote } = await wallet.bridgeFromWallet({
    from: 'Arc_Testnet',
    to: 'Base_Sepolia',
    amount: 1_000_000n,
    apiUrl: stage.devnet.issuer.attestationUrl,
    pollMs: 25,
  })
  const burns = await reader.findBurns({ from: 'Arc_Testnet', depositor: alice.address, fromBlock: 53_750_000n })
  expect(burns).toMatchObject([{ burnTxHash, amount: quote.total }])
})

test('a spend of the Hub in methods alone', async () => {
  const hub = { apiUrl: stage.devnet.issuer.hubUrl, pollMs: 50 }
  const wallet = alice.walletClient.extend(holdfastWalletActions())
  const reader = stage.publicClient.extend(holdfastPublicActions())
  const chain = 'Arc_Testnet'
  await wallet.depositToHub({ chain, amount: 4_000_000n })
  const depositor = alice.address
  const counted = async () => (await hubBalance({ ...hub, depositor })).byChain[chain]
  await vi.waitFor(async () => expect(await counted()).toBe(4_000_000n), { timeout: 120_000, interval: 100 })
  const recipient = freshAddress()
  let transferSpecHash: Hex = '0x'
  await wallet.spendFromHub({
    ...hub,
    from: chain,
    to: chain,
    amount: 1_000_000n,
    recipient,
    onIntent: (signed) => {
      transferSpecHash = signed.transferSpecHash
    },
  })
  expect(await stage.balanceOf(recipient)).toBe(1_000_000n)
  expect(await reader.findHubMintOnChain({ transferSpecHash })).toMatchObject({ state: 'done' })
  await wallet.initiateHubWithdrawal({ chain, amount: 500_000n })
  expect(await reader.readHubWithdrawal({ chain, depositor })).toMatchObject({ withdrawing: 500_000n, isReady: false })
})
