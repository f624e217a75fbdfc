import { deployments, predictBoxAddress, spendPolicyAccountAbi, spendPolicyFactoryAbi } from '@holdfast/contracts'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type Address, type Hex, hashTypedData, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { waitForTransactionReceipt, writeContract } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PRIMARY_CHAIN_ID } from '../chain/constants.js'
import { verifyCosignature } from './internal/verifyCosignature.js'
import { ownerHash, vaultHash } from './ownerHash.js'
import { spendDigest } from './spendDigest.js'
import { sweepTypedData } from './sweepTypedData.js'

const { spendPolicyFactory, spendPolicyAccountImpl } = deployments[PRIMARY_CHAIN_ID]
const chainId = PRIMARY_CHAIN_ID
const target = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const cosigner = privateKeyToAccount(generatePrivateKey())

let stage: TestStage
let alice: Actor
let account: Address

beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
  account = await createBox()
})
afterAll(() => stage?.stop())

const mined = (hash: Hex) => waitForTransactionReceipt(stage.publicClient, { hash })

async function createBox(): Promise<Address> {
  const salt: Hex = `0x${'07'.repeat(32)}`
  const policy = {
    token: stage.devnet.primary.usdc,
    cosigner: cosigner.address,
    vaultHash: vaultHash(alice.address),
    target,
    maxAmount: 5_000_000n,
    perPullMax: 0n,
    expiry: 2_000_000_000,
    interval: 0,
    mode: 0,
  } as const
  const args = [ownerHash(alice.address), salt, policy] as const
  const call = { address: spendPolicyFactory, abi: spendPolicyFactoryAbi, functionName: 'createAccount', args } as const
  await mined(await writeContract(alice.walletClient, { ...call, chain: null, account: accountOf(alice) }))
  return predictBoxAddress(
    { address: spendPolicyFactory, implementation: spendPolicyAccountImpl },
    { ownerHash: args[0], salt, policy },
  )
}

function accountOf(actor: Actor) {
  const { account } = actor.walletClient
  if (!account) throw new Error('No account.')
  return account
}

test.each([
  [1n, 0],
  [5_000_000n, 0],
  [5_000_000n, 1],
] as const)("spendDigest: the box's own for %s and action %s", async (amount, action) => {
  const own = await stage.publicClient.readContract({
    address: account,
    abi: spendPolicyAccountAbi,
    functionName: 'spendDigest',
    args: [amount, action],
  })
  expect(spendDigest({ account, chainId, target, amount, nonce: 0n, action })).toBe(own)
})

test('what the co-signer signs is paid, once, and the digest follows the nonce', async () => {
  const amount = 1_000_000n
  const digest = spendDigest({ account, chainId, target, amount, nonce: 0n, action: 0 })
  await stage.devnet.primary.fund(account, amount)
  const before = await stage.balanceOf(target)
  const hash = await writeContract(alice.walletClient, {
    address: account,
    abi: spendPolicyAccountAbi,
    functionName: 'pay',
    args: [amount, await cosigner.sign({ hash: digest })],
    chain: null,
    account: accountOf(alice),
  })
  expect((await mined(hash)).status).toBe('success')
  expect((await stage.balanceOf(target)) - before).toBe(amount)
  const next = await stage.publicClient.readContract({
    address: account,
    abi: spendPolicyAccountAbi,
    functionName: 'spendDigest',
    args: [amount, 0],
  })
  expect(next).toBe(spendDigest({ account, chainId, target, amount, nonce: 1n, action: 0 }))
})

test('sweepTypedData: what the vault signs is swept', async () => {
  const rest = 2_000_000n
  await stage.devnet.primary.fund(account, rest)
  const deadline = 2_000_000_000n
  const typedData = sweepTypedData({ account, chainId, vault: alice.address, sweepNonce: 0n, deadline })
  const bob = await stage.actor()
  const hash = await writeContract(bob.walletClient, {
    address: account,
    abi: parseAbi(['function sweepWithSignature(address vault, bool close, uint256 deadline, bytes signature)']),
    functionName: 'sweepWithSignature',
    args: [
      alice.address,
      false,
      deadline,
      await alice.walletClient.signTypedData({ account: accountOf(alice), ...typedData }),
    ],
    chain: null,
    account: accountOf(bob),
  })
  expect((await mined(hash)).status).toBe('success')
  expect(await stage.balanceOf(account)).toBe(0n)
  expect(hashTypedData(typedData)).toMatch(/^0x[0-9a-f]{64}$/)
})

test('verifyCosignature: a key, a contract that approves, and neither', async () => {
  const digest = spendDigest({ account, chainId, target, amount: 1n, nonce: 0n, action: 0 })
  const signature = await cosigner.sign({ hash: digest })
  const verify = (cosigner: Address, signed = signature) =>
    verifyCosignature(stage.publicClient, { cosigner, digest, signature: signed })
  expect(await verify(cosigner.address)).toBe(true)
  expect(await verify(alice.address)).toBe(false)
  expect(await verify(cosigner.address, '0x1234')).toBe(false)
  // An address of a precompile, and a contract that is not a wallet.
  expect(await verify('0x0000000000000000000000000000000000000004')).toBe(false)
  expect(await verify(stage.devnet.primary.usdc)).toBe(false)

  // Answers `isValidSignature`'s magic value to whatever it is asked.
  const hash = await alice.walletClient.sendTransaction({
    account: accountOf(alice),
    chain: null,
    data: '0x601080600b6000396000f3631626ba7e60e01b60005260206000f3',
  })
  const { contractAddress } = await mined(hash)
  expect(await verify(contractAddress as Address, '0x1234')).toBe(true)
})
