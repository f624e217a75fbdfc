import { protectedTransferAbi } from '@holdfast/contracts'
import vectors from '@holdfast/contracts/vectors/protected-transfer.json' with { type: 'json' }
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { encodeFunctionData, erc20Abi, multicall3Abi, padHex, parseAbi, zeroAddress, zeroHash } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADDRESSES } from '../chain/addresses.js'
import { approveUsdc } from '../transfer/allowance.js'
import { claim } from '../transfer/claim.js'
import { claimKeyFromLink, generateLinkSecret } from '../transfer/claimKey.js'
import { generateClaimCode } from '../transfer/claimSecret.js'
import { claimWithKey } from '../transfer/claimWithKey.js'
import { defineConfig } from '../transfer/config.js'
import { registerConfig } from '../transfer/registerConfig.js'
import { sendProtectedWithAuthorization } from '../transfer/sendProtectedWithAuthorization.js'
import { signClaim } from '../transfer/signClaim.js'
import { waitForSend } from '../transfer/waitForSend.js'
import { CachingDataProvider } from './CachingDataProvider.js'
import { check } from './check.js'
import { craftLookalike } from './craftLookalike.js'
import { ExplorerDataProvider } from './ExplorerDataProvider.js'
import { recipientVerifiedTopic } from './internal/settledLogs.js'
import { VerifiedRecipientIndex } from './VerifiedRecipientIndex.js'

/** Alice has paid Bob by protected transfers alone: her plain history names only the contract. */

let stage: TestStage
let alice: Actor
let bob: Actor
beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
  bob = await stage.actor(0n)
  const { configId } = await registerConfig(alice, defineConfig())
  const { claimHash, code, salt } = generateClaimCode()
  const params = { configId, to: bob.address, amount: 1_000_000n, claimHash }
  const { transferId } = await sendProtectedWithAuthorization(alice, params, { skipRiskCheck: true })
  await claim(alice, transferId, code, salt, { recipient: bob.address })
})
afterAll(() => stage?.stop())

test('the topic is the contract’s', () => {
  expect(recipientVerifiedTopic).toBe(vectors.topics['RecipientVerified(address,address,uint256)'])
})

test('a lookalike of a settled recipient is blocked, and the recipient named', async () => {
  const report = await check(alice.address, craftLookalike(bob.address), { client: alice.publicClient })
  expect(report.level).toBe('block')
  expect(report.complete).toBe(true)
  expect(report.reasons[0]).toMatchObject({ code: 'LOOKALIKE_ADDRESS', lookalikeOf: bob.address })
})

test('the recipient is a payee', async () => {
  expect(await new ExplorerDataProvider().getSettledRecipients(alice.address)).toMatchObject([{ address: bob.address }])
  const { reasons, complete } = await check(alice.address, bob.address, { client: alice.publicClient })
  expect(complete).toBe(true)
  expect(reasons.map(({ code }) => code)).toContain('VERIFIED_RECIPIENT')
  expect(reasons.map(({ severity }) => severity)).not.toContain('block')
})

test('a recipient behind a contract that passes the money on is a payee, and a lookalike of it is blocked', async () => {
  const dave = '0x52908400098527886E0F7030069857D2E4169EE7'
  const { usdc } = stage.devnet.primary
  const account = alice.walletClient.account ?? null
  const call = (functionName: 'transfer' | 'transferFrom', args: readonly unknown[]) => ({
    target: usdc,
    allowFailure: false,
    callData: encodeFunctionData({ abi: erc20Abi, functionName, args } as never),
  })
  const router = ADDRESSES.MULTICALL3
  const steps = [
    { address: usdc, abi: erc20Abi, functionName: 'approve', args: [router, 3_000_000n] },
    {
      address: router,
      abi: multicall3Abi,
      functionName: 'aggregate3',
      args: [[call('transferFrom', [alice.address, router, 3_000_000n]), call('transfer', [dave, 2_000_000n])]],
    },
  ] as const
  for (const step of steps) {
    const hash = await alice.walletClient.writeContract({ ...step, account, chain: null } as never)
    expect((await stage.publicClient.waitForTransactionReceipt({ hash })).status).toBe('success')
  }
  const cache = new CachingDataProvider(new ExplorerDataProvider())
  for (const provider of [new ExplorerDataProvider(), cache]) {
    const settled = [{ address: dave.toLowerCase(), amount: 2_000_000n, chainId: 5042002 }]
    expect(await provider.getHistory?.(alice.address)).toMatchObject({ complete: true, settled })
  }
  await stage.devnet.primary.mine(60)
  expect(await cache.prepare(alice.address)).toBeGreaterThan(0n)
  expect((await cache.getHistory?.(alice.address))?.settled).toHaveLength(1)
  const report = await check(alice.address, craftLookalike(dave), { client: alice.publicClient })
  expect(report).toMatchObject({ level: 'block', complete: true, reasons: [{ lookalikeOf: dave }, {}] })
  expect((await check(alice.address, dave, { client: alice.publicClient })).level).not.toBe('block')
})

test('the recipient of a bridge mint is a payee, and a lookalike of it is blocked', async () => {
  const carol = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
  const messenger = ADDRESSES.BRIDGE_TOKEN_MESSENGER_V2
  const { usdc } = stage.devnet.primary
  const account = alice.walletClient.account ?? null
  const calls = [
    { address: usdc, abi: erc20Abi, functionName: 'approve', args: [messenger, 2_000_000n] },
    {
      address: messenger,
      abi: parseAbi(['function depositForBurn(uint256, uint32, bytes32, address, bytes32, uint256, uint32)']),
      functionName: 'depositForBurn',
      args: [2_000_000n, 6, padHex(carol, { size: 32 }), usdc, zeroHash, 0n, 2_000],
    },
  ] as const
  for (const call of calls) {
    const hash = await alice.walletClient.writeContract({ ...call, account, chain: null } as never)
    expect((await stage.publicClient.waitForTransactionReceipt({ hash })).status).toBe('success')
  }
  const recipients = await new ExplorerDataProvider().getSettledRecipients(alice.address)
  expect(recipients.at(-1)).toMatchObject({ address: carol.toLowerCase(), amount: 2_000_000n })
  const report = await check(alice.address, craftLookalike(carol), { client: alice.publicClient })
  expect(report).toMatchObject({ level: 'block', complete: true })
  expect(report.reasons[0]).toMatchObject({ code: 'LOOKALIKE_ADDRESS', lookalikeOf: carol })
})

test('the claim that pays a lookalike of an older payee does not verify it', async () => {
  const imitation = craftLookalike(bob.address)
  const secret = generateClaimCode()
  const { configId } = await registerConfig(alice, defineConfig())
  const params = { configId, to: imitation, amount: 2_000_000n, claimHash: secret.claimHash }
  const { transferId } = await sendProtectedWithAuthorization(alice, params, { skipRiskCheck: true })
  await claim(alice, transferId, secret.code, secret.salt, { recipient: imitation })
  const [older] = await new ExplorerDataProvider().getSettledRecipients(alice.address)
  expect(older).toMatchObject({ address: bob.address, transferId: 1n })
  const report = await check(alice.address, imitation, { client: alice.publicClient })
  expect(report.level).toBe('block')
  expect(report.reasons[0]).toMatchObject({ code: 'LOOKALIKE_ADDRESS', lookalikeOf: bob.address })
  expect(report.reasons.map(({ code }) => code)).not.toContain('VERIFIED_RECIPIENT')
  const { level, reasons } = await check(alice.address, bob.address, { client: alice.publicClient })
  expect(reasons.map(({ code }) => code)).toEqual(expect.arrayContaining(['VERIFIED_RECIPIENT', 'KNOWN_COUNTERPARTY']))
  expect(level).not.toBe('block')
})

test('a payment to a lookalike between send and claim does not make it the older payee', async () => {
  const erin = await stage.actor(0n)
  const imitation = craftLookalike(erin.address)
  const secret = generateClaimCode()
  const { configId } = await registerConfig(alice, defineConfig())
  const params = { configId, to: erin.address, amount: 2_000_000n, claimHash: secret.claimHash }
  const { transferId } = await sendProtectedWithAuthorization(alice, params, { skipRiskCheck: true })
  await stage.devnet.primary.increaseTime(5)
  const account = alice.walletClient.account ?? null
  const call = { address: stage.devnet.primary.usdc, abi: erc20Abi, functionName: 'transfer', account, chain: null }
  const hash = await alice.walletClient.writeContract({ ...call, args: [imitation, 2_000_000n] } as never)
  await stage.publicClient.waitForTransactionReceipt({ hash })
  await stage.devnet.primary.increaseTime(5)
  await claim(alice, transferId, secret.code, secret.salt, { recipient: erin.address })
  const { reasons } = await check(alice.address, erin.address, { client: alice.publicClient })
  expect(reasons.map(({ code }) => code)).toContain('VERIFIED_RECIPIENT')
  expect(reasons.map(({ severity }) => severity)).not.toContain('block')
})

test('the claim of an open transfer verifies no address', async () => {
  const { configId } = await registerConfig(alice, defineConfig({ claimMode: 'KEY' }))
  const key = claimKeyFromLink(generateLinkSecret())
  const account = alice.walletClient.account ?? null
  const { transferContract: address } = stage.devnet.primary.contracts
  const args = [configId, zeroAddress, 3_000_000n, key.claimHash]
  await approveUsdc(alice, 3_000_000n)
  const call = { address, abi: protectedTransferAbi, functionName: 'sendProtected', account, chain: null, args }
  const hash = await alice.walletClient.writeContract(call as never)
  const { transferId } = await waitForSend(alice, hash, key.claimHash)
  const holder = await stage.actor(0n)
  await claimWithKey(alice, await signClaim(key, { chainId: 5042002, transferId, recipient: holder.address }))
  const provider = new ExplorerDataProvider()
  expect((await provider.getSettledRecipients(alice.address)).map((one) => one.address)).not.toContain(holder.address)
  const index = new VerifiedRecipientIndex({ client: alice.publicClient, senders: [alice.address] })
  await index.sync()
  expect(index.recipientsOf(alice.address).map((one) => one.address)).not.toContain(holder.address)
  const report = await check(alice.address, craftLookalike(holder.address), { client: alice.publicClient })
  expect(report.reasons.map(({ code }) => code)).not.toContain('LOOKALIKE_ADDRESS')
  const codes = (await check(alice.address, holder.address, { client: alice.publicClient })).reasons
  expect(codes.map(({ code }) => code)).not.toContain('VERIFIED_RECIPIENT')
  expect(codes.map(({ code }) => code)).not.toContain('KNOWN_COUNTERPARTY')
})

test('an index at hand is used instead, and one that is not complete is a missing source', async () => {
  const [settled] = await new ExplorerDataProvider().getSettledRecipients(alice.address)
  if (!settled) throw new Error('Bob has claimed.')
  const lookAt = (complete: boolean, list = [settled]) =>
    check(alice.address, craftLookalike(bob.address), {
      client: alice.publicClient,
      verifiedRecipients: { complete, recipientsOf: () => list },
    })
  expect(await lookAt(true)).toMatchObject({ level: 'block', complete: true })
  expect(await lookAt(false)).toMatchObject({ level: 'block', complete: false })
  expect((await lookAt(true, [])).reasons.map(({ code }) => code)).not.toContain('LOOKALIKE_ADDRESS')
})

test('a list adds no payee that the chain does not know as one', async () => {
  const [settled] = await new ExplorerDataProvider().getSettledRecipients(alice.address)
  if (!settled) throw new Error('Bob has claimed.')
  const lookalike = craftLookalike(bob.address)
  // Paid before Bob, it would be the one that is meant.
  const forged = { ...settled, address: lookalike, blockNumber: 1n, timestamp: new Date(0) }
  const report = await check(alice.address, lookalike, {
    client: alice.publicClient,
    verifiedRecipients: { complete: true, recipientsOf: () => [forged, settled] },
  })
  expect(report.level).toBe('block')
  expect(report.reasons[0]).toMatchObject({ code: 'LOOKALIKE_ADDRESS', lookalikeOf: bob.address })
  expect(report.reasons.map(({ code }) => code)).not.toContain('KNOWN_COUNTERPARTY')
})

test('a list that cannot be read is a missing source', async () => {
  const provider = new ExplorerDataProvider()
  provider.getSettledRecipients = () => Promise.reject(new Error('gone'))
  const report = await check(alice.address, bob.address, { client: alice.publicClient, provider })
  expect(report.complete).toBe(false)
  expect(report.level).not.toBe('safe')
})
