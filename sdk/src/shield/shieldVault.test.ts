import { freshAddress, freshSalt, muteClients, pushPolicy } from '@holdfast/testkit/boxPolicies'
import { chainNames, setBoxStage } from '@holdfast/testkit/boxStage'
import type { Address } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deploymentFor } from '../chain/registry.js'
import { approveVault } from './approveVault.js'
import { createEphemeral } from './createEphemeral.js'
import { depositToVault } from './depositToVault.js'
import { fundFromVault } from './fundFromVault.js'
import { vaultBalance } from './vaultBalance.js'
import { withdrawFromVault } from './withdrawFromVault.js'

let stages: Awaited<ReturnType<typeof setBoxStage>>
beforeAll(async () => {
  stages = await setBoxStage()
})
afterAll(() => stages?.stop())

const vaultOf = (name: (typeof chainNames)[number]) => deploymentFor(stages[name].chainId)?.shieldVault as Address

describe.each(chainNames)('on the %s chain', (name) => {
  test('behavior: two deposits at once of one account, each with its own allowance', async () => {
    const { actor, publicClient } = stages[name]
    const vault = vaultOf(name)
    const alice = await actor()
    await Promise.all([1_000_000n, 2_000_000n].map((amount) => depositToVault(alice, vault, amount, { approve: true })))
    expect(await vaultBalance(publicClient, vault, alice.address)).toBe(3_000_000n)
  })

  test('default: in, into a box, and out again', async () => {
    const { actor, token, factory, publicClient, balanceOf } = stages[name]
    const vault = vaultOf(name)
    const [alice, bob] = [await actor(), await actor()]
    await expect(depositToVault(alice, vault, 9_000_000n)).rejects.toMatchObject({ code: 'insufficient_allowance' })
    expect(await approveVault(alice, vault, 4_000_000n)).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await approveVault(alice, vault, 4_000_000n)).toBeNull()
    await depositToVault(alice, vault, 9_000_000n, { approve: true })
    await depositToVault(bob, vault, 1_000_000n, { approve: true, owner: alice.address, skipRiskCheck: true })
    expect(await vaultBalance(publicClient, vault, alice.address)).toBe(10_000_000n)
    expect(await vaultBalance(publicClient, vault, bob.address)).toBe(0n)

    const policy = pushPolicy(token)
    const { account } = await createEphemeral(bob, factory, freshSalt(), policy, { skipRiskCheck: true })
    await fundFromVault(alice, vault, account, 5_000_000n, { skipRiskCheck: true, policy })
    expect(await balanceOf(account)).toBe(5_000_000n)
    expect(await vaultBalance(publicClient, vault, alice.address)).toBe(5_000_000n)

    const payee = freshAddress()
    await withdrawFromVault(alice, vault, payee, 5_000_000n, { skipRiskCheck: true })
    expect(await balanceOf(payee)).toBe(5_000_000n)
    expect(await vaultBalance(publicClient, vault, alice.address)).toBe(0n)
  })
})

describe('error', () => {
  test('an owner that could never take its money out', async () => {
    const { actor, token } = stages.primary
    const [alice, vault] = [await actor(), vaultOf('primary')]
    for (const owner of [vault, token])
      await expect(depositToVault(alice, vault, 1n, { approve: true, owner })).rejects.toMatchObject({
        code: 'invalid_address',
        parameter: 'owner',
      })
  })

  test('more than there is, of either kind, and nothing sent', async () => {
    const { actor, token, factory } = stages.primary
    const vault = vaultOf('primary')
    const alice = await actor(2_000_000n)
    await expect(depositToVault(alice, vault, 3_000_000n, { approve: true })).rejects.toMatchObject({
      code: 'insufficient_balance',
    })
    await depositToVault(alice, vault, 1_000_000n, { approve: true })
    await expect(
      withdrawFromVault(alice, vault, alice.address, 1_000_001n, { skipRiskCheck: true }),
    ).rejects.toMatchObject({
      code: 'insufficient_balance',
      available: 1_000_000n,
    })
    const { account } = await createEphemeral(alice, factory, freshSalt(), pushPolicy(token), { skipRiskCheck: true })
    await expect(fundFromVault(alice, vault, account, 1_000_001n, { skipRiskCheck: true })).rejects.toMatchObject({
      code: 'insufficient_balance',
    })
  })

  test('a box that is not there, another policy, expired, of another token, too much', async () => {
    const { actor, token, factory, stage } = stages.primary
    const vault = vaultOf('primary')
    const alice = await actor()
    await depositToVault(alice, vault, 10_000_000n, { approve: true })
    await expect(fundFromVault(alice, vault, freshAddress(), 1n, { skipRiskCheck: true })).rejects.toMatchObject({
      reason: 'undeployed',
    })
    const policy = pushPolicy(token)
    const { account } = await createEphemeral(alice, factory, freshSalt(), policy, { skipRiskCheck: true })
    await expect(
      fundFromVault(alice, vault, account, 1n, { skipRiskCheck: true, policy: { ...policy, owner: freshAddress() } }),
    ).rejects.toMatchObject({ field: 'owner' })
    await expect(fundFromVault(alice, vault, account, 5_000_001n, { skipRiskCheck: true })).rejects.toMatchObject({
      code: 'over_funded',
    })
    const expired = await createEphemeral(alice, factory, freshSalt(), pushPolicy(token, { expiry: 5 }), {
      skipRiskCheck: true,
    })
    await expect(fundFromVault(alice, vault, expired.account, 1n, { skipRiskCheck: true })).rejects.toMatchObject({
      code: 'expired',
    })
    const { eurc } = stage.devnet.primary as unknown as { eurc?: Address }
    const other = eurc ?? freshAddress()
    const foreign = await createEphemeral(alice, factory, freshSalt(), pushPolicy(other), { skipRiskCheck: true })
    await expect(fundFromVault(alice, vault, foreign.account, 1n, { skipRiskCheck: true })).rejects.toMatchObject({
      field: 'token',
    })
  })

  test('receivers that would lose it', async () => {
    const { actor, token } = stages.primary
    const vault = vaultOf('primary')
    const alice = await actor()
    await depositToVault(alice, vault, 1_000_000n, { approve: true })
    for (const to of [vault, token, '0x0000000000000000000000000000000000000000'] as const)
      await expect(withdrawFromVault(alice, vault, to, 1n, { skipRiskCheck: true })).rejects.toMatchObject({
        code: 'invalid_address',
      })
  })

  test('bad input is refused before any request', async () => {
    const clients = muteClients()
    const [vault, box] = [freshAddress(), freshAddress()]
    const refused = { code: expect.stringMatching(/^invalid_/) }
    const bad = '0x12' as Address
    for (const call of [
      () => depositToVault(clients, bad, 1n),
      () => depositToVault(clients, vault, 0n),
      () => depositToVault(clients, vault, 1n, { owner: bad }),
      () => withdrawFromVault(clients, bad, box, 1n, { skipRiskCheck: true }),
      () => withdrawFromVault(clients, vault, bad, 1n, { skipRiskCheck: true }),
      () => withdrawFromVault(clients, vault, vault, 1n, { skipRiskCheck: true }),
      () => withdrawFromVault(clients, vault, box, 0n, { skipRiskCheck: true }),
      () => fundFromVault(clients, bad, box, 1n, { skipRiskCheck: true }),
      () => fundFromVault(clients, vault, bad, 1n, { skipRiskCheck: true }),
      () => fundFromVault(clients, vault, box, -1n, { skipRiskCheck: true }),
      () => vaultBalance(clients.publicClient, bad, box),
      () => vaultBalance(clients.publicClient, vault, bad),
    ])
      await expect(call()).rejects.toMatchObject(refused)
  })
})
