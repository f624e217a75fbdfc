import { spendPolicyAccountBytecode, spendPolicyFactoryAbi, spendPolicyFactoryBytecode } from '@holdfast/contracts'
import { freshAddress, freshSalt, muteClients, pullPolicy, pushPolicy } from '@holdfast/testkit/boxPolicies'
import { chainNames, setBoxStage, throughProxy } from '@holdfast/testkit/boxStage'
import { type CountingProxy, startCountingProxy } from '@holdfast/testkit/countingProxy'
import type { Actor } from '@holdfast/testkit/stage'
import { type Address, checksumAddress, encodeDeployData, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deploymentFor } from '../chain/registry.js'
import { assertBoxFundable } from './assertBoxFundable.js'
import { createEphemeral } from './createEphemeral.js'
import { ownerHash } from './ownerHash.js'
import { predictEphemeral } from './predictEphemeral.js'
import { readAccount } from './readAccount.js'
import type { EphemeralPolicy } from './types.js'

let stages: Awaited<ReturnType<typeof setBoxStage>>
let proxy: CountingProxy
beforeAll(async () => {
  stages = await setBoxStage()
  proxy = await startCountingProxy(stages.primary.stage.devnet.url, 0)
})
afterAll(async () => {
  await proxy?.stop()
  await stages?.stop()
})

describe.each(chainNames)('on the %s chain', (name) => {
  test('default: the box is deployed where it was predicted, on exactly these terms', async () => {
    const { actor, token, factory, publicClient } = stages[name]
    const alice = await actor()
    for (const policy of [pushPolicy(token), pullPolicy(token), pullPolicy(token, { perPullMax: 0n })]) {
      const salt = freshSalt()
      const predicted = await predictEphemeral(publicClient, factory, salt, policy)
      const { account, txHash } = await createEphemeral(alice, factory, salt, policy, { skipRiskCheck: true })
      expect(account).toBe(predicted)
      expect(txHash).toMatch(/^0x[0-9a-f]{64}$/)
      expect(await readAccount(publicClient, account)).toEqual({
        nonce: 0n,
        spent: 0n,
        remaining: 5_000_000n,
        token: policy.token,
        target: policy.target,
        perPullMax: policy.mode === 1 && policy.perPullMax ? 1_000_000n : 5_000_000n,
        expiry: policy.expiry,
        interval: policy.interval,
        lastPull: 0,
        mode: policy.mode,
      })
      await assertBoxFundable(publicClient, account, policy)
    }
  })

  test('behavior: a box that exists already is compared and found, and nothing is sent', async () => {
    const { actor, token, factory } = stages[name]
    const [alice, stranger] = [await actor(), await actor()]
    const [policy, salt] = [pushPolicy(token), freshSalt()]
    const made = await createEphemeral(stranger, factory, salt, policy, { skipRiskCheck: true })
    const before = await alice.publicClient.getTransactionCount({ address: alice.address })
    expect(await createEphemeral(alice, factory, salt, policy, { skipRiskCheck: true })).toEqual(made)
    expect(await alice.publicClient.getTransactionCount({ address: alice.address })).toBe(before)
    const head = await alice.publicClient.getBlockNumber()
    expect(await createEphemeral(alice, factory, salt, policy, { skipRiskCheck: true, fromBlock: head + 1n })).toEqual({
      account: made.account,
      txHash: null,
    })
  })

  test('behavior: a factory of one’s own is asked, and its implementation with it', async () => {
    const { actor, token, publicClient } = stages[name]
    const alice = await actor()
    const implementation = await deployed(alice, spendPolicyAccountBytecode)
    const factory = await deployed(
      alice,
      encodeDeployData({ abi: factoryAbi, bytecode: spendPolicyFactoryBytecode, args: [implementation] }),
    )
    const [policy, salt] = [pushPolicy(token), freshSalt()]
    const { account } = await createEphemeral(alice, factory, salt, policy, { skipRiskCheck: true })
    expect(account).toBe(
      await publicClient.readContract({
        address: factory,
        abi: spendPolicyFactoryAbi,
        functionName: 'predictAddress',
        args: [ownerHash(policy.owner), salt, { ...plain(policy) }],
      }),
    )
    await expect(readAccount(publicClient, account)).rejects.toMatchObject({ name: 'NotABoxError', reason: 'foreign' })
    expect((await readAccount(publicClient, account, { factory, implementation })).remaining).toBe(5_000_000n)
  })
})

describe('warnings', () => {
  const collect = async (over: (wallet: Address) => Partial<EphemeralPolicy>) => {
    const { actor, token, factory } = stages.primary
    const alice = await actor()
    const codes: string[] = []
    const policy = pushPolicy(token, over(alice.address))
    await createEphemeral(alice, factory, freshSalt(), policy, {
      skipRiskCheck: true,
      onWarning: ({ code }) => codes.push(code),
    })
    return codes
  }

  test('default: a fresh owner and vault raise none', async () => {
    expect(await collect(() => ({}))).toEqual([])
  })

  test('behavior: the wallet itself, in either place', async () => {
    expect(await collect((wallet) => ({ owner: wallet }))).toEqual(['owner_is_wallet'])
    expect(await collect((wallet) => ({ vault: wallet, owner: freshAddress() }))).toEqual(['vault_is_wallet'])
    expect(await collect((wallet) => ({ vault: wallet, owner: wallet }))).toEqual([
      'owner_is_wallet',
      'vault_is_wallet',
    ])
  })

  test('behavior: an account that was seen, and a policy that is over', async () => {
    const { actor } = stages.primary
    const seen = await actor()
    const hash = await seen.walletClient.sendTransaction({
      to: freshAddress(),
      value: 10n ** 15n,
      account: seen.walletClient.account as never,
      chain: null,
    })
    await seen.publicClient.waitForTransactionReceipt({ hash })
    expect(await collect(() => ({ vault: seen.address }))).toEqual(['owner_visible', 'vault_visible'])
    expect(await collect(() => ({ expiry: 1 }))).toEqual(['expired'])
  })

  test('behavior: a lookup that fails stops nothing and is reported', async () => {
    const { actor, token, factory, stage } = stages.primary
    const alice = await actor()
    const codes: string[] = []
    stage.devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', match: 'eth_getTransactionCount', times: 1 }] } })
    await createEphemeral(alice, factory, freshSalt(), pushPolicy(token), {
      skipRiskCheck: true,
      onWarning: ({ code }) => codes.push(code),
    }).finally(() => stage.devnet.faults.clear())
    expect(codes).toEqual(['visibility_unknown'])
  })
})

describe('error', () => {
  test('bad input is refused before any request', async () => {
    const clients = muteClients()
    const { token, factory } = stages.primary
    const bad = [
      ['0x12', freshSalt(), pushPolicy(token)],
      ['0x0000000000000000000000000000000000000000', freshSalt(), pushPolicy(token)],
      [factory, '0x12', pushPolicy(token)],
      [factory, freshSalt(), pushPolicy(token, { maxAmount: 0n })],
      [factory, freshSalt(), pushPolicy(token, { target: token })],
      [factory, freshSalt(), pushPolicy(token, { vault: factory })],
    ] as [Address, Hex, EphemeralPolicy][]
    for (const [from, salt, policy] of bad) {
      const refused = { code: expect.stringMatching(/^invalid_/) }
      await expect(createEphemeral(clients, from, salt, policy, { skipRiskCheck: true })).rejects.toMatchObject(refused)
      await expect(predictEphemeral(clients.publicClient, from, salt, policy)).rejects.toMatchObject(refused)
    }
    await expect(
      createEphemeral(muteClients(null as never), factory, freshSalt(), pushPolicy(token), { skipRiskCheck: true }),
    ).rejects.toMatchObject({ name: 'MissingAccountError' })
    for (const read of [
      () => readAccount(clients.publicClient, '0x12'),
      () => assertBoxFundable(clients.publicClient, '0x12', pushPolicy(token)),
      () => assertBoxFundable(clients.publicClient, freshAddress(), pushPolicy(token, { mode: 1 })),
    ])
      await expect(read()).rejects.toMatchObject({ code: expect.stringMatching(/^invalid_/) })
  })

  test('readAccount: nothing there, an account, a contract, and one that imitates a box', async () => {
    const { publicClient, actor, token, factory } = stages.primary
    const alice = await actor()
    await expect(readAccount(publicClient, freshAddress())).rejects.toMatchObject({ reason: 'undeployed' })
    await expect(readAccount(publicClient, alice.address)).rejects.toMatchObject({ reason: 'undeployed' })
    const { spendPolicyAccountImpl } = deploymentFor(5042002) as { spendPolicyAccountImpl: Address }
    for (const foreign of [token, factory, spendPolicyAccountImpl])
      await expect(readAccount(publicClient, foreign)).rejects.toMatchObject({
        name: 'NotABoxError',
        reason: 'foreign',
      })

    // As large as code can be.
    const large = await deployed(alice, '0x6160006000f3')
    await expect(readAccount(publicClient, large)).rejects.toMatchObject({ name: 'NotABoxError', reason: 'foreign' })

    const real = await createEphemeral(alice, factory, freshSalt(), pushPolicy(token), { skipRiskCheck: true })
    // A contract that hands every question on to a real box, and would keep whatever it is sent.
    const mirror = await deployed(
      alice,
      `0x602d8060093d393df3363d3d373d3d3d363d73${real.account.slice(2).toLowerCase()}5afa3d82803e903d91602b57fd5bf3`,
    )
    expect(
      await publicClient.readContract({
        address: mirror,
        abi: parseAbi(['function remaining() view returns (uint256)']),
        functionName: 'remaining',
      }),
    ).toBe(5_000_000n)
    await expect(readAccount(publicClient, mirror)).rejects.toMatchObject({ name: 'NotABoxError', reason: 'foreign' })
  })

  test('assertBoxFundable: undeployed, another policy, expired', async () => {
    const { publicClient, actor, token, factory } = stages.primary
    const alice = await actor()
    const [policy, salt] = [pushPolicy(token), freshSalt()]
    const box = await predictEphemeral(publicClient, factory, salt, policy)
    await expect(assertBoxFundable(publicClient, box, policy)).rejects.toMatchObject({ reason: 'undeployed' })
    await createEphemeral(alice, factory, salt, policy, { skipRiskCheck: true })
    const other = { ...policy, target: freshAddress() }
    await expect(assertBoxFundable(publicClient, box, other)).rejects.toMatchObject({
      name: 'PolicyMismatchError',
      field: 'target',
      expected: other.target,
      actual: policy.target,
    })
    const over = pushPolicy(token, { expiry: 1 })
    const { account } = await createEphemeral(alice, factory, freshSalt(), over, { skipRiskCheck: true })
    await expect(assertBoxFundable(publicClient, account, over)).rejects.toMatchObject({ code: 'expired' })
  })

  test('a node on another chain than it says', async () => {
    const { remote, primary } = stages
    const lying = { ...remote.publicClient, chain: primary.publicClient.chain } as never
    await expect(readAccount(lying, freshAddress())).rejects.toMatchObject({ name: 'WrongNetworkError' })
  })
})

test('requests: one for a read, one round trip for what a prediction needs', async () => {
  const { actor, token, factory } = stages.primary
  const alice = throughProxy(await actor(), proxy)
  const [policy, salt] = [pushPolicy(token), freshSalt()]
  proxy.reset()
  await predictEphemeral(alice.publicClient, factory, salt, policy)
  expect(proxy.requests.map(({ name }) => name)).toEqual(['eth_chainId'])
  proxy.reset()
  const { account } = await createEphemeral(alice, factory, salt, policy, { skipRiskCheck: true })
  const names = proxy.requests.map(({ name }) => name)
  // In between the outcome is asked for, with the nonce each time that it is not there yet.
  const [sent, mined] = [names.indexOf('eth_sendRawTransaction'), names.lastIndexOf('eth_getTransactionReceipt')]
  expect(names.slice(0, sent + 1).sort()).toEqual([
    'eth_call',
    'eth_estimateGas',
    'eth_feeHistory',
    'eth_getTransactionCount',
    'eth_sendRawTransaction',
  ])
  expect(names.slice(mined + 1)).toEqual(['eth_call'])
  proxy.reset()
  await readAccount(alice.publicClient, account)
  expect(proxy.requests.map(({ name }) => name)).toEqual(['eth_call'])
  proxy.reset()
  await predictEphemeral(alice.publicClient, factory, salt, policy)
  expect(proxy.requests).toEqual([])
})

const factoryAbi = [
  ...spendPolicyFactoryAbi,
  { type: 'constructor', stateMutability: 'nonpayable', inputs: [{ name: 'implementation', type: 'address' }] },
] as const

async function deployed(actor: Actor, data: Hex): Promise<Address> {
  const hash = await actor.walletClient.sendTransaction({
    data,
    account: actor.walletClient.account as never,
    chain: null,
  })
  const { contractAddress } = await actor.publicClient.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('Nothing was deployed.')
  return checksumAddress(contractAddress)
}

function plain({ owner: _, vault, perPullMax = 0n, ...policy }: EphemeralPolicy) {
  return { ...policy, vaultHash: ownerHash(vault), perPullMax }
}
