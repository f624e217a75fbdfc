import { freshSalt, pushPolicy, signingCoSigner } from '@holdfast/testkit/boxPolicies'
import { setBoxStage } from '@holdfast/testkit/boxStage'
import { delegateTo, deploySafe, deploySimple7702, signForSafe } from '@holdfast/testkit/publishedAccounts'
import type { Actor } from '@holdfast/testkit/stage'
import { type Address, keccak256 } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADDRESSES } from '../chain/addresses.js'
import { requireDeployment } from '../chain/registry.js'
import { acceptsSignature } from '../chain/transaction/erc1271.js'
import { canPayBySignature } from '../transfer/canPayBySignature.js'
import { settlePrivatePaymentBatched } from './settlePrivatePaymentBatched.js'

let stages: Awaited<ReturnType<typeof setBoxStage>>
let alice: Actor
beforeAll(async () => {
  stages = await setBoxStage()
  alice = await stages.primary.actor()
})
afterAll(() => stages?.stop())

/** The clients of an account that lives elsewhere. */
function clientsOf(address: Address): Actor {
  const walletClient = { ...alice.walletClient, account: { address, type: 'json-rpc' } } as Actor['walletClient']
  return { address, publicClient: alice.publicClient, walletClient }
}

describe('accounts that revert on an invalid signature can pay by a valid one', () => {
  test('an account that delegates to Simple7702Account pays out of a new box, by the router', async () => {
    const { actor, token, factory, chainId, balanceOf } = stages.primary
    const payer = await actor()
    await delegateTo(payer, await deploySimple7702(alice))
    expect(await payer.publicClient.getCode({ address: payer.address })).toMatch(/^0xef0100/)
    expect(await canPayBySignature(payer)).toBe(true)

    const judge = signingCoSigner()
    const policy = pushPolicy(token, { cosigner: judge.cosigner.address })
    const { cosigner } = judge
    const payment = { factory, salt: freshSalt(), policy, amount: 5_000_000n, cosigner, owner: policy.owner }
    const viaRouter = { ...payment, router: requireDeployment(chainId).privatePayRouter }
    expect(await settlePrivatePaymentBatched(payer, viaRouter, { skipRiskCheck: true })).toMatchObject({ ok: true })
    expect(await balanceOf(policy.target)).toBe(5_000_000n)
  })

  test('a Safe with its handler', async () => {
    const owner = privateKeyToAccount(generatePrivateKey())
    const safe = await deploySafe(alice, owner.address)
    expect(await canPayBySignature(clientsOf(safe))).toBe(true)
    const digest = keccak256('0x12')
    const signature = await signForSafe(safe, stages.primary.chainId, owner, digest)
    expect(await acceptsSignature(alice.publicClient, safe, digest, signature)).toBe(true)
    expect(await acceptsSignature(alice.publicClient, safe, keccak256('0x34'), signature)).toBe(false)
  })
})

describe('accounts that answer nothing cannot', () => {
  test('a Safe without a handler returns empty data', async () => {
    const safe = await deploySafe(alice, alice.address, { hasHandler: false })
    expect(await canPayBySignature(clientsOf(safe))).toBe(false)
  })

  test('code without the function reverts with empty data', async () => {
    expect(await canPayBySignature(clientsOf(ADDRESSES.MULTICALL3))).toBe(false)
  })
})

test('an account without code can', async () => {
  expect(await canPayBySignature(alice)).toBe(true)
})
