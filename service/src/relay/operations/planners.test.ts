import {
  encodeBoxCode,
  predictBoxAddress,
  protectedTransferAbi,
  spendPolicyFactoryAbi,
  stealthAnnouncerAbi,
} from '@holdfast/contracts'
import { PRIMARY_CHAIN_ID, requireDeployment, viemChainFor } from '@holdfast/sdk/chain'
import {
  claimKeyFromCode,
  encodeClaimCall,
  encodeKeyClaim,
  encodeReleaseRequest,
  fromSecret,
} from '@holdfast/sdk/transfer'
import { logOf } from '@holdfast/testkit/logOf'
import {
  type Address,
  createClient,
  custom,
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionResult,
  type Hex,
  type Log,
  numberToHex,
  type TransactionReceipt,
  zeroAddress,
  zeroHash,
} from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ServedChain } from '../../chains/ServedChain.js'
import { type AnnounceContent, announceKey, announcePlanner } from './announce.js'
import { type ClaimContent, claimKey, claimPlanner } from './claim.js'
import { boxOf, type CreateContent, createKey, createPlanner } from './create.js'
import { type GasContent, gasKey, gasPlanner } from './gas.js'
import { isRefusedByToken } from './internal/isRefusedByToken.js'
import { planners } from './planners.js'

/** What each operation plans and reports for a state of the chain, which this file answers itself. */

const deployment = requireDeployment(PRIMARY_CHAIN_ID)
const { transferContract, usdc, codeClaimVerifier, stealthAnnouncer } = deployment
const alice: Address = '0x52908400098527886E0F7030069857D2E4169EE7'
const bob: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const relayer: Address = '0x00000000000000000000000000000000000f00d1'
const own: Address = '0x00000000000000000000000000000000000f00d2'
const txHash: Hex = `0x${'ab'.repeat(32)}`
const configId: Hex = `0x${'cf'.repeat(32)}`
const { code, salt, claimHash } = fromSecret('7K3M-9QXV-AB2C-DEFG')
const keyHash = claimKeyFromCode(code).claimHash
const chainTime = 1_800_000_000

let transfer: { status: number; to: Address; claimHash: Hex; deadline: number; attempts: number }
let config: { claimMode: number; verifier: Address }
let codes: Record<Address, Hex>
let account: { nonce: number; balance: bigint; blocked: boolean }
/** The error of a simulated call of the transfer contract; none by default. */
let simulated: Error | undefined

beforeEach(() => {
  transfer = { status: 1, to: bob, claimHash, deadline: chainTime, attempts: 1 }
  config = { claimMode: 0, verifier: codeClaimVerifier }
  codes = {}
  account = { nonce: 0, balance: 0n, blocked: false }
  simulated = undefined
})

const answer = ({ method, params = [] }: { method: string; params?: unknown }): unknown => {
  const [first, second] = params as [unknown, unknown]
  const block = method === 'eth_getBlockByNumber' ? first : second
  if (method !== 'eth_chainId' && block !== 'latest') throw new Error(`${method} of the block ${block}`)
  switch (method) {
    case 'eth_chainId':
      return numberToHex(PRIMARY_CHAIN_ID)
    case 'eth_getBlockByNumber':
      return { number: '0x1', timestamp: numberToHex(chainTime), transactions: [] }
    case 'eth_getCode':
      return codes[first as Address] ?? '0x'
    case 'eth_getTransactionCount':
      return numberToHex(account.nonce)
    case 'eth_getBalance':
      return numberToHex(account.balance)
  }
  const { to, data } = first as { to: Address; data: Hex }
  if (to === usdc) return numberToHex(account.blocked ? 1 : 0, { size: 32 })
  if (to !== transferContract) throw new Error(`unexpected ${method} to ${to}`)
  const { functionName } = decodeFunctionData({ abi: protectedTransferAbi, data })
  if (functionName === 'getTransfer')
    return encodeFunctionResult({
      abi: protectedTransferAbi,
      functionName,
      result: { sender: alice, amount: 25_000_000n, configId, ...transfer } as never, // Typed by the ABI's tuple.
    })
  if (functionName === 'configs')
    return encodeFunctionResult({
      abi: protectedTransferAbi,
      functionName,
      result: { recallWindow: 60, feeBps: 0, feeRecipient: zeroAddress, ...config },
    })
  if (simulated) throw simulated
  return '0x'
}
const chain = {
  id: PRIMARY_CHAIN_ID,
  deployment,
  client: createClient({
    chain: viemChainFor(PRIMARY_CHAIN_ID),
    transport: custom({ request: async (request) => answer(request) }, { retryCount: 0 }),
  }),
  // The planners use nothing else of a chain.
} as unknown as ServedChain
const context = { chain, relayer, ownAddresses: [own], findOperation: async () => undefined }

const receiptOf = (logs: Log[] = [], status = 'success') =>
  ({ logs, status, transactionHash: txHash }) as unknown as TransactionReceipt // Nothing else is read of a receipt.

test('each planner says for which kind of operation it is', () => {
  for (const [kind, planner] of Object.entries(planners)) expect(planner.kind).toBe(kind)
})

describe('claim', () => {
  const byCode: ClaimContent = { transferId: '42', code, salt }
  const signature: Hex = `0x${'11'.repeat(65)}`
  const byKey: ClaimContent = { transferId: '42', recipient: bob, signature, claimHash: keyHash }
  const signed = { transferId: 42n, recipient: bob, signature }
  const preflight = (content: ClaimContent = byCode) => claimPlanner.preflight(content, context)
  const refused = (error: object) => ({
    outcome: { body: { ok: false, error }, impossible: true },
    units: 'refund',
    state: 'refused',
  })
  const unavailable = (reason: string) => refused({ kind: 'unavailable', reason })

  test('plan: the call of either kind, for the transfer contract', () => {
    const call = { to: transferContract, value: 0n }
    expect(claimPlanner.plan(byCode, chain)).toEqual({ ...call, data: encodeClaimCall(42n, code, salt) })
    expect(claimPlanner.plan({ ...byCode, recipient: bob } as ClaimContent, chain)).toEqual({
      ...call,
      data: encodeClaimCall(42n, code, salt, bob),
    })
    expect(claimPlanner.plan(byKey, chain)).toEqual({ ...call, data: encodeKeyClaim(signed) })
    expect(claimPlanner.parse(JSON.stringify(byKey))).toEqual(byKey)
  })

  test('claimKey: equal for equal claims, different for another code or recipient', () => {
    const key = claimKey(chain, byCode)
    expect(key).toBe(`claim:${PRIMARY_CHAIN_ID}:${transferContract}:42:${claimHash}`.toLowerCase())
    // As a person types it.
    expect(claimKey(chain, { ...byCode, code: '7k3m-9qxv-ab2c-defg' } as ClaimContent)).toBe(key)
    const others = [
      claimKey(chain, { ...byCode, recipient: bob } as ClaimContent),
      claimKey(chain, { ...byCode, recipient: alice } as ClaimContent),
      claimKey(chain, { ...byCode, salt: zeroHash } as ClaimContent),
      claimKey(chain, { ...byCode, transferId: '43' } as ClaimContent),
      claimKey({ ...chain, id: 1 }, byCode),
      claimKey(chain, byKey),
    ]
    expect(new Set([key, ...others]).size).toBe(7)
  })

  test('preflight: the right code, in the second of the deadline too', async () => {
    expect(await preflight()).toEqual({ ok: true })
    expect(await preflight({ ...byCode, recipient: bob.toLowerCase() as Address } as ClaimContent)).toEqual({
      ok: true,
    })
  })

  test.each<[string, Partial<typeof transfer>, string]>([
    ['no such transfer', { status: 0 }, 'unknown'],
    ['claimed', { status: 2 }, 'not_pending'],
    ['cancelled', { status: 3 }, 'not_pending'],
    ['reclaimed', { status: 4 }, 'not_pending'],
    ['a second late', { deadline: chainTime - 1 }, 'expired'],
    // A wrong code of a transfer that is over costs nothing.
    ['a second late, and with a wrong code', { deadline: chainTime - 1, claimHash: zeroHash }, 'expired'],
  ])('preflight: %s', async (_, state, reason) => {
    Object.assign(transfer, state)
    expect(await preflight()).toEqual(unavailable(reason))
  })

  test('preflight: locked, another recipient, another verifier', async () => {
    transfer.status = 5
    expect(await preflight()).toEqual(refused({ kind: 'locked', attemptsRemaining: 0 }))
    expect(await preflight({ ...byCode, recipient: alice } as ClaimContent)).toEqual(unavailable('other_recipient'))
    transfer.status = 1
    expect(await preflight({ ...byCode, recipient: alice } as ClaimContent)).toEqual(unavailable('other_recipient'))
    config.verifier = alice
    expect(await preflight()).toEqual(unavailable('foreign_verifier'))
  })

  test('preflight: a wrong code is charged, and the answer says how many attempts remain', async () => {
    transfer.claimHash = zeroHash
    expect(await preflight()).toEqual({
      outcome: { body: { ok: false, error: { kind: 'wrong_code', attemptsRemaining: 4 } } },
      units: 'charge',
      state: 'refused',
    })
  })

  test('preflight: by a key, of a recorded and of an open transfer', async () => {
    expect(await preflight(byKey)).toEqual(unavailable('invalid_signature'))
    transfer.claimHash = keyHash
    expect(await preflight(byKey)).toEqual({ ok: true })

    transfer.to = zeroAddress
    config = { claimMode: 3, verifier: zeroAddress }
    expect(await preflight(byKey)).toEqual({ ok: true })
    for (const recipient of [alice, transferContract, usdc])
      expect(await preflight({ ...byKey, recipient } as ClaimContent)).toEqual(unavailable('other_recipient'))
    config.claimMode = 4
    expect(await preflight(byKey)).toEqual({
      ok: true,
      call: { to: transferContract, value: 0n, data: encodeReleaseRequest(signed) },
    })
  })

  const claimed = (id = 42n, address = transferContract) =>
    logOf(address, protectedTransferAbi, 'TransferClaimed', {
      transferId: id,
      to: bob,
      caller: relayer,
      amountToRecipient: 1n,
      fee: 0n,
    })
  const failedAttempt = (attempts: number) =>
    logOf(transferContract, protectedTransferAbi, 'ClaimAttemptFailed', { transferId: 42n, caller: relayer, attempts })
  const asked = (over: { id?: bigint; recipient?: Address; address?: Address } = {}) =>
    logOf(over.address ?? transferContract, protectedTransferAbi, 'ReleaseRequested', {
      transferId: over.id ?? 42n,
      recipient: over.recipient ?? bob,
      caller: relayer,
    })
  const released = logOf(transferContract, protectedTransferAbi, 'TransferReleased', {
    transferId: 42n,
    recipient: bob,
  })
  const interpret = (receipt: TransactionReceipt, content: ClaimContent = byCode) =>
    claimPlanner.interpret(content, receipt, chain)
  const ended = (state: string, body: object) => ({ state, outcome: { body: { ...body, txHash } } })

  test('interpret: paid, a wrong code, locked', async () => {
    expect(await interpret(receiptOf([claimed()]))).toEqual(ended('final', { ok: true }))
    expect(await interpret(receiptOf([failedAttempt(2)]))).toEqual(
      ended('failed', { ok: false, error: { kind: 'wrong_code', attemptsRemaining: 3 } }),
    )
    const locked = logOf(transferContract, protectedTransferAbi, 'TransferLocked', { transferId: 42n })
    expect(await interpret(receiptOf([failedAttempt(5), locked]))).toEqual(
      ended('failed', { ok: false, error: { kind: 'locked', attemptsRemaining: 0 } }),
    )
  })

  test('interpret: a release request of this transfer waits for the sender', async () => {
    const waiting = ended('final', { ok: false, error: { kind: 'unavailable', reason: 'awaiting_release' } })
    expect(await interpret(receiptOf([asked()]), byKey)).toEqual(waiting)
    expect(await interpret(receiptOf([claimed()]), byKey)).toEqual(ended('final', { ok: true }))
    transfer.status = 2
    const gone = ended('failed', { ok: false, error: { kind: 'unavailable', reason: 'not_pending' } })
    for (const logs of [[asked({ id: 43n })], [asked({ recipient: alice })], [asked({ address: alice })], [released]])
      expect(await interpret(receiptOf(logs), byKey)).toEqual(gone)
    expect(await interpret(receiptOf([asked()], 'reverted'), byKey)).toEqual(gone)
    expect(await interpret(receiptOf([asked()]), byCode)).toEqual(gone)
  })

  test('interpret: after a revert the answer has the present state of the transfer', async () => {
    transfer.deadline = chainTime - 1
    const expired = ended('failed', { ok: false, error: { kind: 'unavailable', reason: 'expired' } })
    expect(await interpret(receiptOf([claimed()], 'reverted'))).toEqual(expired)
    expect(await interpret(receiptOf([claimed(43n), claimed(42n, alice)]))).toEqual(expired)
  })

  test('whyRefused: an error that is not of the contract is of the token', async () => {
    const call = claimPlanner.plan(byCode, chain)
    const why = () => claimPlanner.whyRefused?.(call, context)
    const revert = (data?: Hex) => Object.assign(new Error('execution reverted'), { code: 3, ...(data && { data }) })
    expect(await why()).toBeUndefined()
    simulated = revert(encodeErrorResult({ abi: protectedTransferAbi, errorName: 'ClaimLocked', args: [42n] }))
    expect(await why()).toBeUndefined()
    const token = { ok: false, error: { kind: 'unavailable', reason: 'token_refused' } }
    simulated = revert()
    expect(await why()).toEqual(token)
    // `Error(string)`, the token's own.
    simulated = revert(`0x08c379a0${encodeAbiParameters([{ type: 'string' }], ['Blacklistable: account']).slice(2)}`)
    expect(await why()).toEqual(token)
    simulated = revert('0x12345678')
    expect(await why()).toEqual(token)
    simulated = new Error('gone')
    await expect(why()).rejects.toThrow()
  })

  test('whyRefused: an error of the contract is found up to sixteen causes deep', async () => {
    const data = encodeErrorResult({ abi: protectedTransferAbi, errorName: 'ClaimLocked', args: [42n] })
    const refusesAt = (depth: number) => {
      let error: object = { data }
      for (let above = 1; above < depth; above++) error = { code: 3, cause: error }
      // Its requests are all that is read of a chain.
      const refusing = { client: { request: () => Promise.reject(error) } } as unknown as ServedChain
      return isRefusedByToken(claimPlanner.plan(byCode, chain), refusing, relayer)
    }
    expect([await refusesAt(16), await refusesAt(17)]).toEqual([false, true])
  })
})

describe('create', () => {
  const content: CreateContent = {
    ownerHash: `0x${'01'.repeat(32)}`,
    salt: `0x${'02'.repeat(32)}`,
    policy: {
      token: usdc,
      cosigner: alice,
      vaultHash: `0x${'03'.repeat(32)}`,
      target: bob,
      maxAmount: '5000000',
      perPullMax: '0',
      expiry: 2_000_000_000,
      interval: 0,
      mode: 0,
    },
  }
  const terms = {
    ...content,
    policy: { ...content.policy, maxAmount: 5_000_000n, perPullMax: 0n, mode: 0 as const },
  }
  const { spendPolicyFactory: address, spendPolicyAccountImpl: implementation } = deployment
  const box = predictBoxAddress({ address, implementation }, terms)
  const right = encodeBoxCode(implementation, terms)
  const wrong = encodeBoxCode(implementation, { ...terms, policy: { ...terms.policy, target: alice } })

  test('plan: the factory, with every term', () => {
    const { to, data, value } = createPlanner.plan(createPlanner.parse(JSON.stringify(content)), chain)
    expect([to, value]).toEqual([address, 0n])
    expect(decodeFunctionData({ abi: spendPolicyFactoryAbi, data })).toEqual({
      functionName: 'createAccount',
      args: [terms.ownerHash, terms.salt, terms.policy],
    })
    expect(boxOf(chain, content)).toBe(box)
    expect(createKey(chain, box)).toBe(`create:${PRIMARY_CHAIN_ID}:${box.toLowerCase()}`)
  })

  test('preflight: a box that already exists costs nothing', async () => {
    expect(await createPlanner.preflight(content, context)).toEqual({ ok: true })
    codes[box] = wrong
    expect(await createPlanner.preflight(content, context)).toEqual({ ok: true })
    codes[box] = right
    expect(await createPlanner.preflight(content, context)).toEqual({
      outcome: { body: { account: box, txHash: null } },
      units: 'refund',
      state: 'refused',
    })
  })

  test('interpret: only code with these terms is the box', async () => {
    const interpret = (receipt: TransactionReceipt) => createPlanner.interpret(content, receipt, chain)
    const failed = { state: 'failed', outcome: { problem: 'upstream_unavailable', txHash } }
    codes[box] = right
    expect(await interpret(receiptOf())).toEqual({ state: 'final', outcome: { body: { account: box, txHash } } })
    expect(await interpret(receiptOf([], 'reverted'))).toEqual(failed)
    codes[box] = wrong
    expect(await interpret(receiptOf())).toEqual(failed)
  })
})

describe('gas', () => {
  const content: GasContent = { to: bob, amount: '50000' }
  const preflight = (to: Address = bob) => gasPlanner.preflight({ ...content, to }, context)
  const refused = {
    outcome: { problem: 'recipient_not_eligible', impossible: true },
    units: 'refund',
    state: 'refused',
  }

  test('plan: the native amount of the quote', () => {
    expect(gasPlanner.plan(gasPlanner.parse(JSON.stringify(content)), chain)).toEqual({
      to: bob,
      data: '0x',
      value: 50_000n,
    })
    expect(gasKey(chain, bob)).toBe(`gas:${PRIMARY_CHAIN_ID}:${bob.toLowerCase()}`)
  })

  test('preflight: a fresh address with too little', async () => {
    expect(await preflight()).toEqual({ ok: true })
    account.balance = 50_000n * 10n ** 12n - 1n
    expect(await preflight()).toEqual({ ok: true })
    account.balance += 1n
    expect(await preflight()).toEqual({
      outcome: { body: { txHash: null, amount: '0' } },
      units: 'refund',
      state: 'refused',
    })
  })

  test('preflight: an address that has sent, has code or is blocked', async () => {
    account.nonce = 1
    expect(await preflight()).toEqual(refused)
    account.nonce = 0
    account.blocked = true
    expect(await preflight()).toEqual(refused)
    account.blocked = false
    codes[bob] = '0x01'
    expect(await preflight()).toEqual(refused)
  })

  test('preflight: addresses without a key, and those of the service and the chain', async () => {
    const ours = [
      relayer,
      own,
      own.toUpperCase().replace('0X', '0x') as Address,
      usdc,
      transferContract,
      codeClaimVerifier,
    ]
    for (const to of [zeroAddress, `0x${'0'.repeat(36)}ffff` as const, ...ours])
      expect(await preflight(to)).toEqual(refused)
    expect(await preflight(`0x${'0'.repeat(35)}10000`)).toEqual({ ok: true })
  })

  test('interpret: sent, or not', async () => {
    expect(await gasPlanner.interpret(content, receiptOf(), chain)).toEqual({
      state: 'final',
      outcome: { body: { txHash, amount: '50000' } },
    })
    expect(await gasPlanner.interpret(content, receiptOf([], 'reverted'), chain)).toEqual({
      state: 'failed',
      outcome: { problem: 'upstream_unavailable', txHash },
    })
  })
})

describe('announce', () => {
  const policy = {
    token: usdc,
    cosigner: alice,
    vaultHash: `0x${'03'.repeat(32)}`,
    target: bob,
    maxAmount: 5n,
    perPullMax: 0n,
    expiry: 2_000_000_000,
    interval: 0,
    mode: 0,
  } as const
  const terms = { ownerHash: `0x${'01'.repeat(32)}`, salt: `0x${'02'.repeat(32)}`, policy } as const
  const { spendPolicyFactory: address, spendPolicyAccountImpl: implementation } = deployment
  const box = predictBoxAddress({ address, implementation }, terms)
  const content: AnnounceContent = { stealthAddress: alice, ephemeralPubKey: '0x02ab', metadata: '0x07cd', box }
  const failed = { state: 'failed', outcome: { problem: 'upstream_unavailable', txHash } }

  test('plan: the announcer, under the first scheme', () => {
    const { to, data, value } = announcePlanner.plan(announcePlanner.parse(JSON.stringify(content)), chain)
    expect([to, value]).toEqual([stealthAnnouncer, 0n])
    expect(decodeFunctionData({ abi: stealthAnnouncerAbi, data })).toEqual({
      functionName: 'announce',
      args: [1n, alice, '0x02ab', '0x07cd'],
    })
  })

  test('announceKey: one for each announcement', () => {
    const keys = [{}, { stealthAddress: bob }, { ephemeralPubKey: '0x03ab' }, { metadata: '0x08cd' }].map((over) =>
      announceKey(chain, { ...content, ...(over as Partial<AnnounceContent>) }),
    )
    expect(new Set(keys).size).toBe(4)
    expect(keys[0]).toMatch(
      new RegExp(`^announce:${PRIMARY_CHAIN_ID}:${stealthAnnouncer}:${alice}:0x02ab:0x`.toLowerCase()),
    )
  })

  test('preflight: a box, or one that is being created', async () => {
    const missing = {
      outcome: { problem: 'box_not_found', impossible: true },
      units: 'refund',
      state: 'refused',
    }
    const creation = (outcome?: object) => ({
      ...context,
      findOperation: async (key: string) => (key === 'create:1' ? ({ key, outcome } as never) : undefined),
    })
    const created = { ...content, createKey: 'create:1' }
    expect(await announcePlanner.preflight(content, context)).toEqual(missing)
    expect(await announcePlanner.preflight(created, creation())).toEqual({ waitsFor: 'create:1' })
    expect(await announcePlanner.preflight(created, creation({}))).toEqual(missing)
    expect(await announcePlanner.preflight(content, creation())).toEqual(missing)
    codes[box] = '0x6001'
    expect(await announcePlanner.preflight(content, context)).toEqual(missing)
    codes[box] = encodeBoxCode(implementation, terms)
    expect(await announcePlanner.preflight(content, context)).toEqual({ ok: true })
  })

  test('interpret: only the announcement itself counts', async () => {
    const event = {
      schemeId: 1n,
      stealthAddress: alice,
      caller: relayer,
      ephemeralPubKey: '0x02ab',
      metadata: '0x07cd',
    }
    const announced = (over: object = {}, emitter = stealthAnnouncer) =>
      logOf(emitter, stealthAnnouncerAbi, 'Announcement', { ...event, ...over })
    const interpret = (receipt: TransactionReceipt, over: Partial<AnnounceContent> = {}) =>
      announcePlanner.interpret({ ...content, ...over }, receipt, chain)
    const done = { state: 'final', outcome: { body: { txHash } } }
    expect(await interpret(receiptOf([announced({ stealthAddress: bob }), announced()]))).toEqual(done)
    expect(await interpret(receiptOf([announced()]), { ephemeralPubKey: '0x02AB', metadata: '0x07CD' })).toEqual(done)
    for (const logs of [
      [],
      [announced({ stealthAddress: bob })],
      [announced({ ephemeralPubKey: '0x02ac' })],
      [announced({ metadata: '0x07ce' })],
      [announced({}, alice)],
    ])
      expect(await interpret(receiptOf(logs))).toEqual(failed)
    expect(await interpret(receiptOf([announced()], 'reverted'))).toEqual(failed)
  })
})
