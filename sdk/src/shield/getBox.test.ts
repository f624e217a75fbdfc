import { freshAddress, freshSalt, muteClients, pullPolicy } from '@holdfast/testkit/boxPolicies'
import { chainNames, setBoxStage } from '@holdfast/testkit/boxStage'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEphemeral } from './createEphemeral.js'
import { fundEphemeral } from './fundEphemeral.js'
import { getBox } from './getBox.js'
import { ownerHash, vaultHash } from './ownerHash.js'

let stages: Awaited<ReturnType<typeof setBoxStage>>
beforeAll(async () => {
  stages = await setBoxStage()
})
afterAll(() => stages?.stop())

describe.each(chainNames)('on the %s chain', (name) => {
  test('default: terms, progress and balance', async () => {
    const { actor, token, factory, publicClient } = stages[name]
    const alice = await actor()
    const policy = pullPolicy(token)
    const { account } = await createEphemeral(alice, factory, freshSalt(), policy, { skipRiskCheck: true })
    await fundEphemeral(alice, account, 2_000_000n, policy, { skipRiskCheck: true })
    const { cosigner, target, maxAmount, perPullMax, expiry, interval, mode } = policy
    const { now, ...box } = await getBox(publicClient, account)
    expect(box).toEqual({
      account,
      token,
      cosigner,
      target,
      maxAmount,
      perPullMax,
      expiry,
      interval,
      mode,
      ownerHash: ownerHash(policy.owner),
      vaultHash: vaultHash(policy.vault),
      nonce: 0n,
      spent: 0n,
      remaining: maxAmount,
      lastPull: 0,
      balance: 2_000_000n,
    })
    expect(now).toBeGreaterThan(expiry - 86_400 * 366)
  })
})

describe('error', () => {
  test('no box', async () => {
    const { publicClient, token } = stages.primary
    await expect(getBox(publicClient, freshAddress())).rejects.toMatchObject({ reason: 'undeployed' })
    await expect(getBox(publicClient, token)).rejects.toMatchObject({ reason: 'foreign' })
  })

  test('no address, before any request', async () => {
    const { publicClient } = muteClients()
    await expect(getBox(publicClient, '0x12')).rejects.toMatchObject({ code: 'invalid_address' })
  })
})
