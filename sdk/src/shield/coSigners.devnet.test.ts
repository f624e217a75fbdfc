import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { spendPolicyAccountAbi } from '@holdfast/contracts'
import { freshAddress, freshSalt, pushPolicy } from '@holdfast/testkit/boxPolicies'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type Address, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PRIMARY_CHAIN_ID } from '../chain/constants.js'
import { deploymentFor } from '../chain/registry.js'
import { decodeCosignRequest } from '../wire/cosignRequest.js'
import { encodeCosignResult } from '../wire/cosignResult.js'
import { createEphemeral } from './createEphemeral.js'
import { createRiskCheck } from './createRiskCheck.js'
import { fundEphemeral } from './fundEphemeral.js'
import { LocalCoSigner } from './LocalCoSigner.js'
import { ownerHash, vaultHash } from './ownerHash.js'
import { RemoteCoSigner } from './RemoteCoSigner.js'
import { readAccount } from './readAccount.js'
import { settlePrivatePayment } from './settlePrivatePayment.js'
import { settlePrivatePaymentBatched } from './settlePrivatePaymentBatched.js'

const chainId = PRIMARY_CHAIN_ID
const amount = 5_000_000n
/** Addresses that show the same ends. */
const genuine = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const impostor = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const owner = privateKeyToAccount(generatePrivateKey())
const target = freshAddress()
const asked: [owner: Address, target: Address][] = []

let stage: TestStage
let alice: Actor
let local: LocalCoSigner
/** The same key, in a process that signs for others: each caller must give a proof. */
let strict: LocalCoSigner
let url: string
let stop: () => void

beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
  const firewall = createRiskCheck({
    client: stage.publicClient,
    provider: {
      getOutgoingCounterparties: async (payer) => ({
        counterparties: payer === alice.address ? [genuine] : [],
        complete: true,
      }),
      getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date('2025-01-01') }),
      countZeroValueTransfers: async () => 0,
    },
  })
  const riskCheck: typeof firewall = (...question) => {
    asked.push(question)
    return firewall(...question)
  }
  const key = generatePrivateKey()
  local = new LocalCoSigner(key, { riskCheck })
  strict = new LocalCoSigner(key, { riskCheck, ownerFacts: async () => ({}) })
  ;[url, stop] = await serve()
})
afterAll(async () => {
  stop?.()
  await stage?.stop()
})

/** A service that believes nothing that a caller says of a box, and signs with the local co-signer. */
async function serve(): Promise<[string, () => void]> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const body = encodeCosignResult(await judge(decodeCosignRequest(JSON.parse(text))))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return [`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/cosign`, () => server.close()]
}

async function judge(request: ReturnType<typeof decodeCosignRequest>) {
  if (request.phase === 'precheck') return strict.precheck(request)
  if (request.phase === 'counterfactual') return strict.authorizeCounterfactual({ ...request, chainId })
  if (request.phase !== 'authorize') throw new Error('Not asked here.')
  const { account, owner = zeroAddress } = request
  const [ownerHash] = await stage.publicClient.readContract({
    address: account,
    abi: spendPolicyAccountAbi,
    functionName: 'policy',
  })
  return strict.authorize({
    ...request,
    ...(await readAccount(stage.publicClient, account)),
    owner,
    ownerHash,
    chainId,
  })
}

const policyFor = (over: { target: Address }) => {
  const { usdc } = stage.devnet.primary
  return pushPolicy(usdc, { owner: owner.address, vault: owner.address, cosigner: local.address, ...over })
}
const remote = () => {
  const auth = { address: owner.address, sign: (message: string) => owner.signMessage({ message }) }
  return new RemoteCoSigner(url, local.address, undefined, auth)
}
const factory = () => deploymentFor(chainId)?.spendPolicyFactory as Address

describe.each([
  ['LocalCoSigner', () => local],
  ['RemoteCoSigner', remote],
] as const)('%s', (_, cosigner) => {
  test('settlePrivatePayment: pays the target, by the history of the payer', async () => {
    const policy = policyFor({ target })
    const { account } = await createEphemeral(alice, factory(), freshSalt(), policy, { skipRiskCheck: true })
    await fundEphemeral(alice, account, amount, policy, { skipRiskCheck: true })
    const before = await stage.balanceOf(target)
    const by = { owner: owner.address, payer: alice.address }
    const outcome = await settlePrivatePayment(alice, account, amount, cosigner(), by, { skipRiskCheck: true })
    expect(outcome).toMatchObject({ ok: true, result: { account } })
    expect((await stage.balanceOf(target)) - before).toBe(amount)
    expect(asked.at(-1)).toEqual([alice.address, target])
  })

  test('settlePrivatePaymentBatched: pays the target out of a box that did not exist', async () => {
    const policy = policyFor({ target })
    const before = await stage.balanceOf(target)
    const payment = { factory: factory(), salt: freshSalt(), policy, amount, owner: owner.address }
    const outcome = await settlePrivatePaymentBatched(
      alice,
      { ...payment, cosigner: cosigner() },
      { skipRiskCheck: true },
    )
    expect(outcome).toMatchObject({ ok: true })
    expect((await stage.balanceOf(target)) - before).toBe(amount)
    expect(asked.at(-1)).toEqual([alice.address, target])
  })

  test('error: a target that imitates one whom the payer knows is not paid', async () => {
    const policy = policyFor({ target: impostor })
    const payment = { factory: factory(), salt: freshSalt(), policy, amount, owner: owner.address }
    const outcome = await settlePrivatePaymentBatched(
      alice,
      { ...payment, cosigner: cosigner() },
      { skipRiskCheck: true },
    )
    expect(outcome).toMatchObject({
      ok: false,
      vetoed: true,
      code: 'risk_blocked',
      riskReasons: ['LOOKALIKE_ADDRESS'],
    })
    expect(await stage.balanceOf(impostor)).toBe(0n)
  })
})

test('error: the service gives nothing to a target that asks with the owner’s address', async () => {
  const policy = policyFor({ target })
  const salt = freshSalt()
  const { account } = await createEphemeral(alice, factory(), salt, policy, { skipRiskCheck: true })
  const { nonce, remaining, expiry } = await readAccount(stage.publicClient, account)
  const thief = new RemoteCoSigner(url, local.address)
  const spend = { account, target, amount, action: 0, nonce, chainId, remaining, expiry } as const
  const { owner: _, vault, perPullMax: __, maxAmount, ...rest } = policy
  const terms = { ...rest, vaultHash: vaultHash(vault), maxAmount: `${maxAmount}`, perPullMax: '0' }
  const first = { factory: factory(), salt, ownerHash: ownerHash(owner.address), policy: terms, box: account }
  for (const payer of [undefined, target, owner.address]) {
    const by = { owner: owner.address, payer }
    expect(await thief.authorize({ ...spend, ...by })).toMatchObject({ code: 'owner_not_bound' })
    expect(await thief.authorizeCounterfactual({ ...first, ...by, amount, chainId })).toMatchObject({
      code: 'owner_not_bound',
    })
  }
})
