import { MissingAccountError, ServiceError, WrongNetworkError } from '@holdfast/sdk/errors'
import { type EphemeralPolicy, LocalCoSigner, MODE_PUSH } from '@holdfast/sdk/shield'
import { defineConfig, generateClaimCode, getTransfer } from '@holdfast/sdk/transfer'
import { type HubStage, setHubStage } from '@holdfast/testkit/hubStage'
import type { Actor } from '@holdfast/testkit/stage'
import { hashKey, QueryClient } from '@tanstack/react-query'
import { pad } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveUsdcMutationOptions } from '../src/query/approveUsdcMutationOptions.js'
import { boxesQueryOptions } from '../src/query/boxesQueryOptions.js'
import { cancelMutationOptions } from '../src/query/cancelMutationOptions.js'
import { cancelWithSignatureMutationOptions } from '../src/query/cancelWithSignatureMutationOptions.js'
import { checkQueryOptions } from '../src/query/checkQueryOptions.js'
import { claimMutationOptions } from '../src/query/claimMutationOptions.js'
import { createEphemeralMutationOptions } from '../src/query/createEphemeralMutationOptions.js'
import { createHoldfast } from '../src/query/createHoldfast.js'
import { discoverStealthBoxesQueryOptions } from '../src/query/discoverStealthBoxesQueryOptions.js'
import { executePlanMutationOptions } from '../src/query/executePlanMutationOptions.js'
import { findTransferQueryOptions } from '../src/query/findTransferQueryOptions.js'
import { fundEphemeralMutationOptions } from '../src/query/fundEphemeralMutationOptions.js'
import { gaslessClaimMutationOptions } from '../src/query/gaslessClaimMutationOptions.js'
import { getTransferQueryOptions } from '../src/query/getTransferQueryOptions.js'
import type { JournalEntry, JournalStore } from '../src/query/journal.js'
import { planOperationQueryOptions } from '../src/query/planOperationQueryOptions.js'
import { registerConfigMutationOptions } from '../src/query/registerConfigMutationOptions.js'
import { resumeBridgeMutationOptions } from '../src/query/resumeBridgeMutationOptions.js'
import { resumeHubSpendMutationOptions } from '../src/query/resumeHubSpendMutationOptions.js'
import { sendProtectedMutationOptions } from '../src/query/sendProtectedMutationOptions.js'
import { settlePrivatePaymentMutationOptions } from '../src/query/settlePrivatePaymentMutationOptions.js'
import { signCancelMutationOptions } from '../src/query/signCancelMutationOptions.js'
import { spendFromHubMutationOptions } from '../src/query/spendFromHubMutationOptions.js'
import type { Config, WriteProgress } from '../src/query/types.js'
import { appOf } from './appOf.js'

let stage: HubStage
let alice: Actor
let config: Config
beforeAll(async () => {
  stage = await setHubStage()
  alice = await stage.actor()
  config = await appOf(stage, alice)
})
afterAll(() => stage?.stop())

async function locked(holdfast = createHoldfast(), onProgress?: (progress: WriteProgress) => void) {
  const { address: to } = await stage.actor(0n)
  const { configId } = await registerConfigMutationOptions(config, { holdfast }).mutationFn({ terms: defineConfig() })
  const { secret, claimHash, code, salt } = generateClaimCode()
  const entry = await holdfast.journal.keep({ secret })
  const params = { configId, to, amount: 1_000_000n, claimHash, approve: true, skipRiskCheck: true, memo: false }
  const send = sendProtectedMutationOptions(config, { holdfast, onProgress })
  const { transferId } = await send.mutationFn({ ...params, entry })
  return { holdfast, transferId, entry, claimHash, code, salt, to }
}

test('a payment by builders alone: locked, read, claimed', async () => {
  const seen: WriteProgress[] = []
  const { holdfast, transferId, claimHash, code, salt, to } = await locked(undefined, (progress) => seen.push(progress))
  const states = seen.map(({ state }) => state)
  expect(states[0]).toBe('checking')
  expect(states).toEqual(expect.arrayContaining(['simulate', 'sign', 'send', 'confirm']))
  expect(seen.at(-1)).toEqual({ state: 'done', txHash: expect.stringMatching(/^0x/) })

  const client = new QueryClient()
  const options = getTransferQueryOptions(config, { holdfast, transferId })
  expect(await client.fetchQuery(options)).toEqual(await getTransfer(alice, transferId))
  const found = await client.fetchQuery(findTransferQueryOptions(config, { sender: alice.address, claimHash }))
  expect(found?.transferId).toBe(transferId)

  const entry = await holdfast.journal.keep({ code, salt })
  await claimMutationOptions(config, { holdfast }).mutationFn({ transferId, entry, recipient: to }, { client })
  expect(await stage.balanceOf(to)).toBe(1_000_000n)
  // The claim has told the cache that its answer is old.
  expect(client.getQueryState(options.queryKey)?.isInvalidated).toBe(true)
})

test('the journal holds terms, hash and outcome of a send, and its secret apart', async () => {
  const { holdfast, entry, to, claimHash } = await locked()
  const row = await holdfast.journal.open(entry)
  expect(row).toMatchObject({ operation: 'sendProtected', state: 'done', account: alice.address })
  expect(row.params).toMatchObject({ to, amount: 1_000_000n, claimHash })
  expect(row.txHashes.length).toBeGreaterThan(0)
  expect(Object.keys(row.secret)).toEqual(['secret'])
})

test('error: a journal that cannot be written, before anything is signed', async () => {
  const refused = async () => {
    throw new Error('QuotaExceededError')
  }
  const store = { read: async () => undefined, write: refused, list: async () => [], remove: async () => {} }
  const before = await alice.publicClient.getTransactionCount({ address: alice.address })
  const { mutationFn } = approveUsdcMutationOptions(config, { holdfast: createHoldfast({ store }) })
  const error = await mutationFn({ amount: 5n }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ServiceError)
  expect(error).toMatchObject({ effect: 'none', advice: { do: 'check_endpoint', of: 'store' } })
  expect(await alice.publicClient.getTransactionCount({ address: alice.address })).toBe(before)
})

test('a signature goes into the journal, and another mutation takes it from there', async () => {
  const { holdfast, transferId } = await locked()
  const signed = await signCancelMutationOptions(config, { holdfast }).mutationFn({ transferId })
  expect(Object.keys(signed)).toEqual(['entry'])
  await cancelWithSignatureMutationOptions(config, { holdfast }).mutationFn(signed)
  expect((await getTransfer(alice, transferId)).status).toBe('CANCELLED')
})

test('a spend of the Hub goes on from its own row, without a wallet', async () => {
  const depositor = await stage.depositor(10_000_000n)
  const holdfast = createHoldfast()
  const entry = await holdfast.journal.keep({})
  const spend = spendFromHubMutationOptions(await appOf(stage, depositor), { holdfast })
  const recipient = (await stage.actor(0n)).address
  const terms = { ...stage.hub, from: 'Arc_Testnet', to: 'Base_Sepolia', amount: 2_000_000n, recipient } as const
  const { transferId, mintTxHash } = await spend.mutationFn({ ...terms, skipRiskCheck: true, entry })
  const { params, progress, secret } = await holdfast.journal.open(entry)
  expect([params.recipient, progress.transferId, Object.keys(secret)]).toEqual([recipient, transferId, ['signed']])

  const resume = resumeHubSpendMutationOptions(await appOf(stage), { holdfast })
  // Its id is known: nothing is handed in again, and the destination shows the mint.
  expect(await resume.mutationFn({ ...stage.hub, entry })).toMatchObject({ transferId, mintTxHash })
  // Without it the request is repeated. The issuer has taken the spend already, and takes it once.
  await holdfast.journal.change(entry, () => ({ progress: {} }))
  await expect(resume.mutationFn({ ...stage.hub, entry })).rejects.toMatchObject({ code: 'hub_transfer_id_lost' })
  expect(await holdfast.journal.open(entry)).toMatchObject({ operation: 'resumeHubSpend', params: { recipient } })
})

test('a write that fails leaves its row open, where an earlier one of the row may have happened', async () => {
  const holdfast = createHoldfast()
  const cancel = async (state: JournalEntry['state']) => {
    const entry = await holdfast.journal.keep({})
    await holdfast.journal.change(entry, () => ({ state }))
    const refused = cancelMutationOptions(config, { holdfast }).mutationFn({ transferId: 2n ** 40n, entry })
    await expect(refused).rejects.toMatchObject({ effect: 'none' })
    return (await holdfast.journal.open(entry)).state
  }
  expect([await cancel('kept'), await cancel('failed'), await cancel('started')]).toEqual([
    'failed',
    'failed',
    'started',
  ])
})

test('a transfer over the Bridge is resumed on its own chain: a wallet on another one changes nothing of its row', async () => {
  const holdfast = createHoldfast()
  const entry = await holdfast.journal.keep({})
  await holdfast.journal.change(entry, () => ({ state: 'started', operation: 'bridgeFromWallet', chainId: 84_532 }))
  const before = await holdfast.journal.open(entry)
  const { address: sender } = alice
  const route = { from: 'Base_Sepolia', to: 'Arc_Testnet', sender, recipient: sender } as const
  const progress = { ...route, amount: '1', maxFee: '1', burnAfterBlock: '1' }
  const resume = resumeBridgeMutationOptions(config, { holdfast })
  await expect(resume.mutationFn({ progress, entry })).rejects.toThrow(WrongNetworkError)
  expect(await holdfast.journal.open(entry)).toEqual(before)
})

test('a spend whose signed intent cannot be kept is not sent', async () => {
  const depositor = await stage.depositor(5_000_000n)
  const rows = new Map<string, JournalEntry>()
  const store: JournalStore = {
    read: async (id) => rows.get(id),
    async write(entry) {
      if ('signed' in entry.secret) throw new Error('QuotaExceededError')
      rows.set(entry.id, entry)
    },
    list: async () => [...rows.values()],
    remove: async (id) => void rows.delete(id),
  }
  const spend = spendFromHubMutationOptions(await appOf(stage, depositor), { holdfast: createHoldfast({ store }) })
  const terms = { ...stage.hub, from: 'Arc_Testnet', to: 'Base_Sepolia', amount: 2_000_000n } as const
  const before = await stage.hubBalanceOf(depositor.address)
  await expect(spend.mutationFn({ ...terms, skipRiskCheck: true })).rejects.toMatchObject({ effect: 'none' })
  expect(await stage.hubBalanceOf(depositor.address)).toBe(before)
})

test('a gasless claim asks the service alone: neither the chain of the wallet matters nor what else its row holds', async () => {
  const asked: unknown[] = []
  const fetchFn: typeof fetch = async (_, init) => {
    asked.push(await new Response(init?.body ?? null).json())
    return Response.json({ ok: false, error: { kind: 'wrong_code', attemptsRemaining: 3 } })
  }
  const holdfast = createHoldfast({ service: { baseUrl: 'http://127.0.0.1', fetchFn } })
  const { secret, code, salt } = generateClaimCode()
  const entry = await holdfast.journal.keep({ secret, code, salt })
  const { mutationFn } = gaslessClaimMutationOptions(config, { holdfast, chainId: 84_532 })
  const result = await mutationFn({ transferId: 1n, recipient: alice.address, entry })
  expect(result).toMatchObject({ ok: false })
  expect(asked).toHaveLength(1)
  expect(JSON.stringify(asked)).not.toContain('"secret"')
  expect((await holdfast.journal.open(entry)).state).toBe('failed')
})

test('a plan is read by one builder and carried out by the other', async () => {
  const { holdfast, transferId } = await locked()
  const account = alice.address
  const plan = planOperationQueryOptions(config, { holdfast, account, operation: 'cancel', params: { transferId } })
  const outcome = executePlanMutationOptions<'cancel'>(config, { holdfast }).mutationFn({ plan: await plan.queryFn() })
  expect((await outcome).transactions).toHaveLength(1)
  expect((await getTransfer(alice, transferId)).status).toBe('CANCELLED')
})

test('a veto of the co-signer is the result, and the journal says that nothing was paid', async () => {
  const holdfast = createHoldfast()
  const { usdc, contracts } = stage.devnet.primary
  const { address: target } = await stage.actor(0n)
  const cosigner = new LocalCoSigner(generatePrivateKey(), { riskCheck: () => ({ level: 'block', complete: true }) })
  const owner = alice.address
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
  const made = { factory: contracts.spendPolicyFactory, salt: pad('0x01'), policy, skipRiskCheck: true }
  const { account } = await createEphemeralMutationOptions(config, { holdfast }).mutationFn(made)
  const funding = { account, amount: 5_000_000n, policy, skipRiskCheck: true }
  await fundEphemeralMutationOptions(config, { holdfast }).mutationFn(funding)
  const entry = await holdfast.journal.keep({})
  const settle = settlePrivatePaymentMutationOptions(config, { holdfast, cosigner })
  const outcome = await settle.mutationFn({ account, amount: 1_000_000n, owner, skipRiskCheck: true, entry })
  expect(outcome).toMatchObject({ ok: false, code: 'risk_blocked' })
  expect((await holdfast.journal.open(entry)).state).toBe('failed')

  const { boxes, complete } = await boxesQueryOptions(config, { holdfast, owner }).queryFn()
  expect({ boxes: boxes.map(({ account }) => account), complete }).toEqual({ boxes: [account], complete: true })
  // A plan gets a co-signer that is rebuilt from the data in the journal.
  const params = { account, amount: 1_000_000n, owner, spentBefore: 0n }
  const planned = { holdfast, account: owner, operation: 'settlePrivatePayment', params, skipRiskCheck: true } as const
  const plan = await planOperationQueryOptions(config, planned).queryFn()
  const row = await holdfast.journal.keep({ cosigner: cosigner.address })
  const execute = executePlanMutationOptions<'settlePrivatePayment'>(config, {
    holdfast,
    makeHandOver: (kept) => ({ cosigner: kept.cosigner === cosigner.address ? cosigner : expect.fail('another one') }),
  })
  const vetoed = await execute.mutationFn({ plan, handOver: row, entry: row, skipRiskCheck: true })
  expect(vetoed).toMatchObject({ result: { ok: false, code: 'risk_blocked' }, transactions: [] })
  expect(await holdfast.journal.open(row)).toMatchObject({ state: 'failed', secret: { cosigner: cosigner.address } })
})

test('error: no wallet, and a wallet on another chain', async () => {
  const unconnected = await appOf(stage)
  await expect(cancelMutationOptions(unconnected).mutationFn({ transferId: 1n })).rejects.toThrow(MissingAccountError)
  const elsewhere = cancelMutationOptions(config, { chainId: 84_532 })
  await expect(elsewhere.mutationFn({ transferId: 1n })).rejects.toThrow(WrongNetworkError)
})

test('a query waits for its parameters, and its key holds no secret', () => {
  expect(getTransferQueryOptions(config).enabled).toBe(false)
  expect(getTransferQueryOptions(config, { transferId: 0n }).enabled).toBe(true)
  const key = `0x${'5e'.repeat(32)}` as const
  const keys = { viewingKey: key, spendingPub: key }
  const found = discoverStealthBoxesQueryOptions(config, { announcer: alice.address, keys })
  expect(hashKey(found.queryKey)).not.toContain('5e5e')
  expect(found.queryKey).toEqual(discoverStealthBoxesQueryOptions(config, { announcer: alice.address, keys }).queryKey)
  const { queryKey, staleTime } = checkQueryOptions(config, {
    sender: alice.address,
    target: alice.address,
    amount: 1n,
  })
  expect(hashKey(queryKey)).toContain(alice.address.toLowerCase())
  expect(staleTime).toBe(60_000)
})

test('what moves money waits for no network, is not repeated, and keeps nothing', () => {
  expect(cancelMutationOptions(config)).toMatchObject({
    retry: false,
    networkMode: 'always',
    gcTime: 0,
    scope: { id: `holdfast:${alice.address.toLowerCase()}` },
  })
})
