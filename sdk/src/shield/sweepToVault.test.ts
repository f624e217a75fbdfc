import { spendPolicyAccountAbi } from '@holdfast/contracts'
import { freshAddress, freshSalt, muteClients, pushPolicy, signingCoSigner } from '@holdfast/testkit/boxPolicies'
import { chainNames, setBoxStage } from '@holdfast/testkit/boxStage'
import type { Actor } from '@holdfast/testkit/stage'
import { type Address, createWalletClient, type Hex, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { readContract } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEPLOYMENTS } from '../chain/registry.js'
import { createEphemeral } from './createEphemeral.js'
import { fundEphemeral } from './fundEphemeral.js'
import { readAccount } from './readAccount.js'
import { spendTypedData } from './spendDigest.js'
import { submitPay } from './submitPay.js'
import { sweepExpired } from './sweepExpired.js'
import { sweepToVault } from './sweepToVault.js'
import { signSweep, sweepWithSignature } from './sweepWithSignature.js'
import type { EphemeralPolicy } from './types.js'

let stages: Awaited<ReturnType<typeof setBoxStage>>
beforeAll(async () => {
  stages = await setBoxStage()
})
afterAll(() => stages?.stop())

async function funded(name: (typeof chainNames)[number], alice: Actor, over: Partial<EphemeralPolicy>) {
  const policy = pushPolicy(stages[name].token, over)
  const { account } = await createEphemeral(alice, stages[name].factory, freshSalt(), policy, { skipRiskCheck: true })
  await fundEphemeral(alice, account, 5_000_000n, policy, { skipRiskCheck: true })
  return { account, policy }
}

/** The wallet of an account without money for gas. */
function penniless(name: (typeof chainNames)[number]): Actor {
  const { publicClient, control } = stages[name]
  const account = privateKeyToAccount(generatePrivateKey())
  const walletClient = createWalletClient({
    account,
    ...(publicClient.chain && { chain: publicClient.chain }),
    transport: http(control.rpcUrl, { retryCount: 0 }),
  })
  return { address: account.address, publicClient, walletClient }
}

describe.each(chainNames)('on the %s chain', (name) => {
  test('sweepToVault: pays everything back, at any time, and voids earlier signatures of the co-signer', async () => {
    const { actor, balanceOf, chainId, publicClient } = stages[name]
    const [alice, keeper] = [await actor(), await actor()]
    const judge = signingCoSigner()
    const { account, policy } = await funded(name, alice, { vault: keeper.address, cosigner: judge.account.address })
    const signature = await judge.account.signTypedData(
      spendTypedData({ account, chainId, target: policy.target, amount: 1n, nonce: 0n, action: 0 }),
    )
    expect(await sweepToVault(keeper, account, keeper.address)).toMatch(/^0x/)
    expect(await balanceOf(account)).toBe(0n)
    expect(await readAccount(publicClient, account)).toMatchObject({ nonce: 1n, spent: 0n })
    await fundEphemeral(alice, account, 1n, policy, { skipRiskCheck: true })
    await expect(submitPay(alice, account, 1n, signature)).rejects.toMatchObject({ code: 'not_cosigned' })
  })

  test('sweepExpired: only after the last second of the policy', async () => {
    const { actor, balanceOf, control, publicClient } = stages[name]
    const [alice, keeper] = [await actor(), await actor()]
    const { timestamp } = await publicClient.getBlock()
    const expiry = Number(timestamp) + 1_000
    const { account } = await funded(name, alice, { vault: keeper.address, expiry })
    await expect(sweepExpired(keeper, account, keeper.address)).rejects.toMatchObject({
      code: 'not_expired',
      notBefore: expiry + 1,
    })
    await control.increaseTime(1_002)
    await sweepExpired(keeper, account, keeper.address)
    expect(await balanceOf(account)).toBe(0n)
  })

  test('sweepWithSignature: a vault without gas signs, any account submits, once', async () => {
    const { actor, balanceOf } = stages[name]
    const [alice, stranger] = [await actor(), await actor()]
    const vault = penniless(name)
    const { account } = await funded(name, alice, { vault: vault.address })
    const signed = await signSweep(vault, account)
    await sweepWithSignature(stranger, signed)
    expect(await balanceOf(vault.address)).toBe(5_000_000n)
    await expect(sweepWithSignature(stranger, signed)).rejects.toMatchObject({ code: 'invalid_signature' })
  })
})

describe('signSweep', () => {
  test('behavior: closes the box permanently if the vault signs that; a sweep voids earlier signatures', async () => {
    const { actor } = stages.primary
    const alice = await actor()
    const vault = penniless('primary')
    const { account } = await funded('primary', alice, { vault: vault.address })
    const [waiting, closing] = [await signSweep(vault, account), await signSweep(vault, account, { close: true })]
    expect(closing.close).toBe(true)
    await expect(sweepWithSignature(alice, { ...closing, close: false })).rejects.toMatchObject({
      code: 'invalid_signature',
    })
    await sweepWithSignature(alice, closing)
    const [closed, remaining] = await Promise.all(
      (['closed', 'remaining'] as const).map((functionName) =>
        readContract(alice.publicClient, { address: account, abi: spendPolicyAccountAbi, functionName }),
      ),
    )
    expect([closed, remaining]).toEqual([true, 0n])
    await expect(sweepWithSignature(alice, waiting)).rejects.toMatchObject({ code: 'invalid_signature' })
  })

  test('behavior: valid for ten minutes of the chain’s clock, or for `deadlineSeconds`', async () => {
    const { actor, control, publicClient, stage } = stages.primary
    const alice = await actor()
    const vault = penniless('primary')
    const { account } = await funded('primary', alice, { vault: vault.address })
    const { timestamp } = await publicClient.getBlock()
    const signed = await signSweep(vault, account)
    expect(Number(signed.deadline - timestamp)).toBeGreaterThanOrEqual(600)
    expect(Number(signed.deadline - timestamp)).toBeLessThan(640)
    expect((await signSweep(vault, account, { deadlineSeconds: 5, now: new Date(1_000_000) })).deadline).toBe(1_005n)
    await control.increaseTime(700)
    await stage.devnet.primary.mine(1)
    await expect(sweepWithSignature(alice, signed)).rejects.toMatchObject({ code: 'signature_expired' })
  })

  test('error: another account than the vault', async () => {
    const { actor } = stages.primary
    const alice = await actor()
    const { account } = await funded('primary', alice, {})
    await expect(signSweep(alice, account)).rejects.toMatchObject({ code: 'not_vault' })
  })
})

describe('error', () => {
  test('a wallet that is not the vault, before any request; a vault that is not the box’s, before anything is sent', async () => {
    const { actor } = stages.primary
    const [alice, other] = [await actor(), await actor()]
    const wallet = freshAddress()
    const mute = muteClients(wallet)
    for (const sweep of [sweepToVault, sweepExpired]) {
      await expect(sweep(mute, freshAddress(), freshAddress())).rejects.toMatchObject({ code: 'not_vault' })
      await expect(sweep(mute, wallet, wallet)).rejects.toMatchObject({ parameter: 'vault' })
      await expect(sweep(mute, '0x12', wallet)).rejects.toMatchObject({ parameter: 'account' })
    }
    const { account } = await funded('primary', alice, {})
    const before = await other.publicClient.getTransactionCount({ address: other.address })
    await expect(sweepToVault(other, account, other.address)).rejects.toMatchObject({ code: 'not_vault' })
    await expect(sweepToVault(other, freshAddress(), other.address)).rejects.toMatchObject({ reason: 'undeployed' })
    expect(await other.publicClient.getTransactionCount({ address: other.address })).toBe(before)
  })

  test('refuses our contracts, the token, the box and zero as a vault', async () => {
    const account = freshAddress()
    const { shieldVault, usdc, transferContract } = DEPLOYMENTS[5042002] as (typeof DEPLOYMENTS)[number]
    const zero: Address = '0x0000000000000000000000000000000000000000'
    for (const vault of [shieldVault, usdc, transferContract, account, zero]) {
      await expect(sweepToVault(muteClients(vault), account, vault)).rejects.toMatchObject({ parameter: 'vault' })
      await expect(
        sweepWithSignature(muteClients(), { account, vault, close: false, deadline: 1n, signature: '0x' }),
      ).rejects.toMatchObject({ parameter: 'vault' })
    }
  })

  test('sweepWithSignature: input, another vault, a signature by another key', async () => {
    const { actor } = stages.primary
    const alice = await actor()
    const vault = penniless('primary')
    const { account } = await funded('primary', alice, { vault: vault.address })
    const signed = await signSweep(vault, account)
    const mute = muteClients()
    const refused = { code: 'invalid_input' }
    await expect(sweepWithSignature(mute, { ...signed, signature: 'x' as Hex })).rejects.toMatchObject(refused)
    await expect(sweepWithSignature(mute, { ...signed, deadline: 1 as never })).rejects.toMatchObject(refused)
    await expect(signSweep(mute, account, { deadlineSeconds: 0 })).rejects.toMatchObject(refused)
    await expect(sweepWithSignature(alice, { ...signed, vault: freshAddress() })).rejects.toMatchObject({
      code: 'not_vault',
    })
    await expect(sweepWithSignature(alice, { ...signed, deadline: signed.deadline + 1n })).rejects.toMatchObject({
      code: 'invalid_signature',
    })
  })
})
