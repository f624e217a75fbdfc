import {
  freshAddress,
  freshSalt,
  muteClients,
  pullPolicy,
  pushPolicy,
  signingCoSigner,
} from '@holdfast/testkit/boxPolicies'
import { chainNames, setBoxStage } from '@holdfast/testkit/boxStage'
import type { Actor } from '@holdfast/testkit/stage'
import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEphemeral } from './createEphemeral.js'
import { fundEphemeral } from './fundEphemeral.js'
import { readAccount } from './readAccount.js'
import { spendTypedData } from './spendDigest.js'
import { submitPay } from './submitPay.js'
import { submitPull } from './submitPull.js'
import type { EphemeralPolicy } from './types.js'

let stages: Awaited<ReturnType<typeof setBoxStage>>
beforeAll(async () => {
  stages = await setBoxStage()
})
afterAll(() => stages?.stop())

const judge = signingCoSigner()

async function funded(
  name: (typeof chainNames)[number],
  alice: Actor,
  policy: EphemeralPolicy,
  amount = 5_000_000n,
): Promise<Address> {
  const { account } = await createEphemeral(alice, stages[name].factory, freshSalt(), policy, { skipRiskCheck: true })
  if (amount > 0n) await fundEphemeral(alice, account, amount, policy, { skipRiskCheck: true })
  return account
}

async function cosigned(account: Address, client: Actor, policy: EphemeralPolicy, amount: bigint): Promise<Hex> {
  const { nonce, mode } = await readAccount(client.publicClient, account)
  const chainId = await client.publicClient.getChainId()
  return judge.account.signTypedData(
    spendTypedData({ account, chainId, target: policy.target, amount, nonce, action: mode }),
  )
}

describe.each(chainNames)('on the %s chain', (name) => {
  test('submitPay: any account submits, the target is paid, as often as the cap allows', async () => {
    const { actor, token, balanceOf, publicClient } = stages[name]
    const [alice, stranger] = [await actor(), await actor()]
    const policy = pushPolicy(token, { cosigner: judge.account.address })
    const account = await funded(name, alice, policy)
    for (const amount of [2_000_000n, 3_000_000n])
      await submitPay(stranger, account, amount, await cosigned(account, alice, policy, amount))
    expect(await balanceOf(policy.target)).toBe(5_000_000n)
    expect(await readAccount(publicClient, account)).toMatchObject({ nonce: 2n, spent: 5_000_000n, remaining: 0n })
    await expect(submitPay(stranger, account, 1n, await cosigned(account, alice, policy, 1n))).rejects.toMatchObject({
      code: 'over_limit',
      limit: 0n,
    })
  })

  test('submitPull: at most once in every interval, at most its cap', async () => {
    const { actor, token, balanceOf, control } = stages[name]
    const [alice, merchant] = [await actor(), await actor()]
    const policy = pullPolicy(token, { cosigner: judge.account.address })
    const account = await funded(name, alice, policy)
    const pull = async (amount: bigint) =>
      submitPull(merchant, account, amount, await cosigned(account, alice, policy, amount))
    await pull(1_000_000n)
    const { timestamp } = await alice.publicClient.getBlock()
    const refusal = await pull(1_000_000n).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ name: 'BoxRefusedError', code: 'too_soon' })
    const { notBefore } = refusal as { notBefore: number }
    expect(notBefore).toBeGreaterThan(Number(timestamp) + 3_500)
    await expect(pull(1_000_001n)).rejects.toMatchObject({ code: 'over_pull_cap', limit: 1_000_000n })
    await control.increaseTime(3_601)
    await pull(1_000_000n)
    expect(await balanceOf(policy.target)).toBe(2_000_000n)
  })
})

describe('error', () => {
  test('every refusal of a box, by its own code, and nothing sent', async () => {
    const { actor, token, publicClient } = stages.primary
    const alice = await actor()
    const policy = pushPolicy(token, { cosigner: judge.account.address })
    const account = await funded('primary', alice, policy)
    const good = await cosigned(account, alice, policy, 1_000_000n)
    const before = await publicClient.getTransactionCount({ address: alice.address })
    await expect(submitPull(alice, account, 1_000_000n, good)).rejects.toMatchObject({ code: 'wrong_mode' })
    await expect(submitPay(alice, account, 1_000_001n, good)).rejects.toMatchObject({ code: 'not_cosigned' })
    await expect(submitPay(alice, account, 6_000_000n, good)).rejects.toMatchObject({
      code: 'over_limit',
      limit: 5_000_000n,
    })
    await expect(submitPay(alice, account, 1_000_000n, '0x')).rejects.toMatchObject({ code: 'not_cosigned' })
    expect(await publicClient.getTransactionCount({ address: alice.address })).toBe(before)
    await submitPay(alice, account, 1_000_000n, good)
    await expect(submitPay(alice, account, 1_000_000n, good)).rejects.toMatchObject({ code: 'not_cosigned' })
  })

  test('expired; nothing there; no box; not funded', async () => {
    const { actor, token, factory } = stages.primary
    const alice = await actor()
    const over = pushPolicy(token, { cosigner: judge.account.address, expiry: 1_000 })
    const expired = await funded('primary', alice, over, 0n)
    await expect(submitPay(alice, expired, 1n, await cosigned(expired, alice, over, 1n))).rejects.toMatchObject({
      code: 'expired',
    })
    await expect(submitPay(alice, freshAddress(), 1n, '0x')).rejects.toMatchObject({ reason: 'undeployed' })
    await expect(submitPull(alice, factory, 1n, '0x')).rejects.toMatchObject({ reason: 'foreign' })
    const policy = pushPolicy(token, { cosigner: judge.account.address })
    const empty = await funded('primary', alice, policy, 0n)
    await expect(submitPay(alice, empty, 1n, await cosigned(empty, alice, policy, 1n))).rejects.toMatchObject({
      name: 'CallRefusedError',
    })
  })

  test('bad input is refused before any request', async () => {
    const clients = muteClients()
    const refused = { code: expect.stringMatching(/^invalid_/) }
    for (const submit of [submitPay, submitPull]) {
      await expect(submit(clients, '0x12', 1n, '0x')).rejects.toMatchObject(refused)
      await expect(submit(clients, freshAddress(), 0n, '0x')).rejects.toMatchObject(refused)
      await expect(submit(clients, freshAddress(), 1n, 'sig' as Hex)).rejects.toMatchObject(refused)
      await expect(submit(muteClients(null as never), freshAddress(), 1n, '0x')).rejects.toMatchObject({
        name: 'MissingAccountError',
      })
    }
  })
})
