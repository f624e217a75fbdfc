import { protectedTransferAbi } from '@holdfast/contracts'
import { logOf } from '@holdfast/testkit/logOf'
import { MemoryChain } from '@holdfast/testkit/MemoryChain'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  decodeFunctionData,
  encodeFunctionResult,
  type Hash,
  type Hex,
  keccak256,
  parseAbi,
  type RpcLog,
  zeroAddress,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ADDRESSES } from '../chain/addresses.js'
import { requireDeployment } from '../chain/registry.js'
import { primaryChain } from '../chain/viemChain.js'
import type { RiskReason, RiskReport } from '../errors/risk.js'
import { SignatureDeclinedError } from '../errors/transaction.js'
import type { IDataProvider } from '../risk/history/IDataProvider.js'
import type { HistoryRecord } from '../risk/history/SenderHistory.js'
import { unforgeable, withoutForgeable } from './internal/unforgeable.js'
import { isRecallable } from './isRecallable.js'
import { judgeSend } from './judgeSend.js'
import { type ReadyCancel, readyCancelState, signReadyCancel } from './readyCancel.js'
import { type SendUpdate, type WatchSendsParams, watchSends } from './watchSends.js'

const { transferContract } = requireDeployment(primaryChain.id)
const account = privateKeyToAccount(`0x${'23'.repeat(32)}`)
const sender = account.address
const genuine: Address = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const impostor: Address = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const stranger: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const deadline = 1_800_000_000
const claimHash: Hex = `0x${'ab'.repeat(32)}`
const otherHash: Hex = `0x${'cd'.repeat(32)}`
const statuses = { NONE: 0, PENDING: 1, CLAIMED: 2, CANCELLED: 3, RECLAIMED: 4, LOCKED: 5 }
const patience = { timeout: 120_000 }

type Stored = { status: keyof typeof statuses; to: Address; claimHash: Hex; sender: Address }

let transfers: Map<bigint, Stored>
let records: HistoryRecord[]
let isComplete: boolean
/** Unix seconds, as the newest block says. */
let clock: number
let chain: MemoryChain
let isCancelRefused: boolean
let submitted: Hex[]
const stops: (() => void)[] = []

beforeEach(() => {
  transfers = new Map()
  records = []
  isComplete = true
  clock = deadline - 3_600
  chain = new MemoryChain(primaryChain.id, { head: 20 })
  isCancelRefused = false
  submitted = []
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** Puts an event of the transfer contract into the next block. */
function emit(eventName: string, args: Record<string, unknown>): void {
  const number = chain.head + 1
  const place = {
    blockNumber: `0x${number.toString(16)}`,
    blockHash: chain.block(number).hash,
    transactionHash: keccak256(`0x${number.toString(16).padStart(4, '0')}`),
    transactionIndex: '0x0',
    logIndex: '0x0',
    removed: false,
  }
  // As a node answers it.
  const log = { ...logOf(transferContract, protectedTransferAbi, eventName, args), ...place } as unknown as RpcLog
  chain.put({ ...chain.block(number), logs: [log] })
}

/** Locks 25 USDC of the sender. */
function lock(transferId: bigint, changes: Partial<Stored> = {}): void {
  const stored: Stored = { status: 'PENDING', to: impostor, claimHash, sender, ...changes }
  transfers.set(transferId, stored)
  emit('TransferCreated', {
    transferId,
    sender,
    to: stored.to,
    amount: 25_000_000n,
    deadline,
    claimHash: stored.claimHash,
    configId: zeroHash,
  })
}

function answerCall(data: Hex): Hex {
  const { functionName, args } = decodeFunctionData({ abi: protectedTransferAbi, data })
  if (functionName !== 'getTransfer') throw new Error(functionName)
  const { status, ...stored } = transfers.get(args[0]) ?? {
    status: 'NONE' as const,
    to: zeroAddress,
    claimHash: zeroHash,
    sender: zeroAddress,
  }
  const rest = { amount: 25_000_000n, deadline, attempts: 0, configId: zeroHash }
  // The struct of the contract.
  const result = { ...stored, ...rest, status: statuses[status] } as never
  return encodeFunctionResult({ abi: protectedTransferAbi, functionName, result })
}

/** No company has verified the address that it is asked about. */
const noneVerified = (blockNumber: bigint) =>
  encodeFunctionResult({
    abi: parseAbi(['function aggregate((address target, bytes callData)[] calls) returns (uint256, bytes[])']),
    functionName: 'aggregate',
    result: [blockNumber, [zeroHash]],
  })

/** A node that runs no programs, and takes a cancellation. */
async function answer({ method, params = [] }: { method: string; params?: readonly unknown[] }): Promise<unknown> {
  if (method === 'eth_call') {
    // As every client asks.
    const [{ to, data }] = params as [{ to?: Address; data: Hex }]
    if (to?.toLowerCase() === transferContract.toLowerCase()) return answerCall(data)
    return to?.toLowerCase() === ADDRESSES.MULTICALL3.toLowerCase() ? noneVerified(BigInt(chain.head)) : zeroHash
  }
  if (method === 'eth_getBlockByNumber')
    return { ...Object(chain.answer(method, params)), timestamp: `0x${clock.toString(16)}` }
  if (method === 'eth_getCode') return '0x'
  if (method === 'eth_estimateGas') {
    if (isCancelRefused) throw Object.assign(new Error('execution reverted'), { code: 3 })
    return '0x186a0'
  }
  if (method === 'eth_gasPrice') return '0x1'
  if (method === 'eth_getTransactionCount') return '0x0'
  if (method === 'eth_getBalance') return '0xde0b6b3a7640000'
  if (method === 'eth_sendRawTransaction') {
    const [raw] = params as [Hex]
    submitted.push(raw)
    for (const stored of transfers.values()) stored.status = 'CANCELLED'
    return keccak256(raw)
  }
  if (method === 'eth_getTransactionReceipt') {
    const [transactionHash] = params as [Hash]
    const logs = [...transfers.keys()].map((transferId) => ({
      ...logOf(transferContract, protectedTransferAbi, 'TransferCancelled', {
        transferId,
        sender,
        amount: 25_000_000n,
      }),
      transactionHash,
      blockNumber: '0x14',
      logIndex: '0x0',
    }))
    const rest = {
      status: '0x1',
      type: '0x2',
      gasUsed: '0x1',
      effectiveGasPrice: '0x1',
      from: sender,
      to: transferContract,
    }
    return { transactionHash, blockNumber: '0x14', blockHash: zeroHash, transactionIndex: '0x0', logs, ...rest }
  }
  return chain.answer(method, params)
}
const transport = custom({ request: answer }, { retryCount: 0 })
const publicClient = createPublicClient({ chain: primaryChain, transport })
const clients = { publicClient, walletClient: createWalletClient({ account, chain: primaryChain, transport }) }

const record = (n: number, changes: Partial<HistoryRecord> = {}): HistoryRecord => ({
  chainId: primaryChain.id,
  token: null,
  canonical: true,
  from: sender,
  to: genuine,
  value: 50_000_000n,
  decimals: 6,
  signer: sender,
  blockNumber: BigInt(n),
  logIndex: 0,
  timestamp: new Date('2026-01-01'),
  transactionHash: `0x${n.toString(16).padStart(64, '0')}`,
  ...changes,
})
/** What the provider says of payments. */
const history: NonNullable<IDataProvider['getHistory']> = async () => ({
  sender,
  records,
  complete: isComplete,
  extents: [{ chainId: primaryChain.id, fromBlock: 0n, toBlock: BigInt(chain.head) }],
})
const provider: IDataProvider = {
  getOutgoingCounterparties: async () => ({ counterparties: [], complete: true }),
  countZeroValueTransfers: async () => 3,
  getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date('2025-01-01') }),
  getHistory: history,
}
const checkOptions = { provider, now: new Date('2026-11-20T12:00:00Z') }

function watch(params: Partial<WatchSendsParams> = {}, given: Parameters<typeof watchSends>[0] = clients) {
  const updates: SendUpdate[] = []
  const errors: unknown[] = []
  let rounds = 0
  const counted: IDataProvider = {
    ...provider,
    getHistory: async (...asked) => {
      rounds++
      return history(...asked)
    },
  }
  const stop = watchSends(
    given,
    { sender, fromBlock: 1n, ...params },
    {
      onUpdate: (update) => updates.push(update),
      onError: (error) => errors.push(error),
      checkOptions: { provider: counted },
      pollingIntervalMs: 5,
    },
  )
  stops.push(stop)
  return { updates, errors, kinds: () => updates.map(({ kind }) => kind), stop, rounds: () => rounds }
}
const ready = (changes: Partial<ReadyCancel> = {}): ReadyCancel => ({
  transferId: 42n,
  deadline: BigInt(deadline),
  signature: `0x${'11'.repeat(65)}`,
  claimHash,
  ...changes,
})

describe('signReadyCancel', () => {
  test('default: valid until the deadline of the transfer, for its claim hash', async () => {
    lock(42n)
    const signed = await signReadyCancel(clients, 42n)
    expect(signed).toMatchObject({ transferId: 42n, deadline: BigInt(deadline), claimHash })
    expect(signed.signature).toHaveLength(132)
  })

  test('a transfer that can be claimed for one more second, and a wallet without an account', async () => {
    lock(42n)
    clock = deadline - 1
    expect(await signReadyCancel(clients, 42n)).toMatchObject({ deadline: BigInt(deadline) })
    const nameless = { publicClient, walletClient: createWalletClient({ chain: primaryChain, transport }) }
    await expect(signReadyCancel(nameless, 42n)).rejects.toMatchObject({ reason: 'not_sender' })
  })

  test.each<[string, Partial<Stored> | undefined, number]>([
    ['unknown', undefined, -1],
    ['not_pending', { status: 'CLAIMED' }, -1],
    ['not_sender', { sender: stranger }, -1],
    ['expired', {}, 0],
    ['expired', {}, 1],
  ])('refuses a transfer: %s', async (reason, stored, after) => {
    if (stored) lock(42n, stored)
    clock = deadline + after
    await expect(signReadyCancel(clients, 42n)).rejects.toMatchObject({ name: 'TransferUnavailableError', reason })
  })
})

test.each([
  ['in its last second', { deadline: 100n }, 100_000, 'usable'],
  ['a moment later', { deadline: 100n }, 100_001, 'expired'],
  [
    'with the claim hash in other letters',
    { claimHash: otherHash.toUpperCase().replace('X', 'x') as Hex },
    0,
    'rekeyed',
  ],
  ['with another claim hash', { claimHash: otherHash }, 0, 'rekeyed'],
  ['of another claim hash whose time is over', { claimHash: otherHash, deadline: 1n }, 2_000, 'rekeyed'],
])('readyCancelState %s', (_, changes, now, state) => {
  const transfer = {
    transferId: 42n,
    deadline: new Date(200_000),
    claimHash: claimHash.toUpperCase().replace('X', 'x') as Hex,
  }
  expect(readyCancelState({ deadline: 200n, claimHash, ...changes }, transfer, new Date(now))).toBe(state)
})

test('readyCancelState: one that outlives its transfer is refused', () => {
  const transfer = { transferId: 42n, deadline: new Date(200_000), claimHash }
  expect(() => readyCancelState({ deadline: 201n, claimHash }, transfer)).toThrow(
    expect.objectContaining({
      parameter: 'cancels',
      shortMessage: 'The ready cancel of transfer 42 outlives the transfer.',
    }),
  )
})

describe('isRecallable', () => {
  const report = (reasons: Partial<RiskReason>[], changes: Partial<RiskReport> = {}) =>
    // Only what is compared.
    ({ level: 'block', complete: true, reasons, ...changes }) as RiskReport
  const lookalike: Partial<RiskReason> = { code: 'LOOKALIKE_ADDRESS', severity: 'block', strength: 'strong' }

  test.each<[string, RiskReport, RiskReport | undefined, boolean]>([
    ['a strong resemblance', report([lookalike]), report([lookalike]), true],
    ['a bait of zero', report([]), report([{ code: 'ZERO_VALUE_BAIT', severity: 'block' }]), true],
    [
      'a bait of a counterfeit token',
      report([]),
      report([{ code: 'COUNTERFEIT_TOKEN_BAIT', severity: 'block' }]),
      true,
    ],
    ['a bait of dust', report([]), report([{ code: 'DUST_BAIT', severity: 'block' }]), true],
    ['a weak resemblance', report([lookalike]), report([{ ...lookalike, strength: 'weak' }]), false],
    ['a bait that only warns', report([]), report([{ code: 'DUST_BAIT', severity: 'warning' }]), false],
    [
      'another rule',
      report([]),
      report([{ code: 'NEW_ADDRESS', severity: 'block', strength: 'strong' } as never]),
      false,
    ],
    ['no proof', report([lookalike]), report([]), false],
    ['no verdict without what can be forged', report([lookalike]), undefined, false],
    ['a verdict that warns', report([lookalike], { level: 'warning' }), report([lookalike]), false],
    ['a verdict on incomplete data', report([lookalike], { complete: false }), report([lookalike]), false],
    ['a proof on incomplete data', report([lookalike]), report([lookalike], { complete: false }), false],
    ['what a person must decide', report([lookalike, { undecided: true }]), report([lookalike]), false],
  ])('%s', (_, fresh, proven, expected) => {
    expect(isRecallable(fresh, proven)).toBe(expected)
  })
})

describe('what third parties can write', () => {
  test.each<[string, Partial<HistoryRecord>, boolean]>([
    ['a payment of the sender', {}, true],
    ['the same, by any signer', { signer: null }, true],
    ['the same with other letters', { from: sender.toLowerCase() as Address, signer: null }, true],
    ['one of nothing that the sender has signed', { value: 0n }, true],
    ['one of nothing in the name of the sender', { value: 0n, signer: stranger }, false],
    ['one of another token in the name of the sender', { canonical: false, signer: stranger }, false],
    [
      'a payment that the target has signed',
      { from: impostor, to: sender, signer: impostor.toLowerCase() as Address },
      true,
    ],
    [
      'a payment to the sender that another account has signed',
      { from: impostor, to: sender, signer: stranger },
      false,
    ],
    ['a record without a signer', { from: impostor, to: sender, signer: null }, false],
  ])('%s: %s', (_, changes, isLeft) => {
    const one = record(1, changes)
    expect(withoutForgeable([one], sender, impostor)).toEqual(isLeft ? [one] : [])
  })

  test('unforgeable: the target is named to the provider, which may search for records about it', async () => {
    const asked: unknown[] = []
    const getHistory: typeof history = (...given) => {
      asked.push(...given)
      return history(...given)
    }
    const { signal } = new AbortController()
    await unforgeable({ ...provider, getHistory }, impostor)?.getHistory?.(sender, { signal })
    expect(asked).toEqual([sender, { signal, target: impostor }])
  })

  test('unforgeable: the same provider, without it', async () => {
    records = [record(1), record(2, { value: 0n, signer: stranger })]
    const strict = unforgeable({ ...provider, getSettledRecipients: async () => [genuine] as never }, impostor)
    expect((await strict?.getHistory?.(sender))?.records).toEqual([records[0]])
    expect(await strict?.countZeroValueTransfers(sender, impostor)).toBe(0)
    expect(await strict?.getAddressActivity(impostor)).toMatchObject({ transactionCount: 7 })
    expect(await strict?.getOutgoingCounterparties(sender)).toEqual({ counterparties: [], complete: true })
    expect(await strict?.getSettledRecipients?.(sender)).toEqual([genuine])
    const { getHistory, ...without } = provider
    expect(unforgeable(without, impostor)).toBeUndefined()
    expect(unforgeable(provider, impostor)).not.toHaveProperty('getSettledRecipients')
  })
})

describe('judgeSend', () => {
  const payment = { sender, recipient: impostor, amount: 25_000_000n }

  test('an imitation of a payee is reason enough', async () => {
    records = [record(1)]
    const verdict = await judgeSend(publicClient, payment, checkOptions)
    expect(verdict).toMatchObject({ isRecallable: true, report: { level: 'block', target: impostor, sender } })
  })

  test('an imitation of who has only paid the sender is not', async () => {
    records = [record(1, { from: genuine, to: sender, signer: genuine })]
    expect(await judgeSend(publicClient, payment, checkOptions)).toMatchObject({ isRecallable: false })
  })

  test('without histories nothing is', async () => {
    const { getHistory, ...without } = provider
    const contacts = [genuine]
    const verdict = await judgeSend(publicClient, payment, { ...checkOptions, provider: without, contacts } as never)
    expect(verdict.isRecallable).toBe(false)
  })

  test('histories of other chains are read by the provider that is given for them', async () => {
    const asked: unknown[] = []
    records = [record(1)]
    const none: IDataProvider = { ...provider, getHistory: () => expect.fail('It was not extended.') }
    const payerChains = async (own: IDataProvider, chains: readonly number[]) => {
      asked.push(own, chains)
      return provider
    }
    const verdict = await judgeSend(publicClient, payment, { ...checkOptions, provider: none, payerChains } as never)
    expect([verdict.isRecallable, asked]).toEqual([true, [none, [primaryChain.id]]])
  })
})

describe('watchSends', () => {
  test('reports what the firewall says against a recipient, once', async () => {
    records = [record(1)]
    lock(42n)
    const { updates, rounds } = watch()
    await expect
      .poll(() => updates, patience)
      .toMatchObject([{ kind: 'found', recipient: impostor, isRecallable: true, transfer: { transferId: 42n } }])
    const before = rounds()
    await expect.poll(() => rounds() > before + 4, patience).toBe(true)
    expect(updates).toHaveLength(1)
  })

  test('reports it again when the verdict is another one', async () => {
    records = [record(1, { from: genuine, to: sender, signer: genuine })]
    lock(42n)
    const { updates } = watch()
    await expect.poll(() => updates, patience).toMatchObject([{ kind: 'found', isRecallable: false }])
    records = [...records, record(2)]
    await expect.poll(() => updates, patience).toMatchObject([{}, { kind: 'found', isRecallable: true }])
  })

  test('reports it again when there is one more reason', async () => {
    records = [record(1)]
    lock(42n)
    const { updates } = watch()
    await expect.poll(() => updates, patience).toMatchObject([{ kind: 'found', isRecallable: true }])
    records = [...records, record(2, { from: impostor, to: sender, value: 0n, signer: impostor })]
    await expect.poll(() => updates, patience).toMatchObject([{}, { kind: 'found', isRecallable: true }])
  })

  test('says nothing of a recipient against whom nothing is found', async () => {
    records = [record(1, { to: stranger })]
    lock(42n, { to: stranger })
    const { updates, errors, rounds } = watch()
    await expect.poll(() => rounds() > 2, patience).toBe(true)
    expect([updates, errors]).toEqual([[], []])
  })

  test.each(['CLAIMED', 'CANCELLED', 'RECLAIMED'] as const)(
    'says once that a transfer has ended: %s',
    async (status) => {
      lock(42n, { status })
      lock(43n, { to: stranger })
      const { updates, rounds } = watch()
      await expect.poll(() => rounds() > 2, patience).toBe(true)
      expect(updates.filter(({ kind }) => kind === 'ended')).toMatchObject([{ transfer: { transferId: 42n, status } }])
    },
  )

  test('a transfer ends after its deadline, by the clock of the chain', async () => {
    lock(42n)
    clock = deadline
    const { kinds, rounds } = watch()
    await expect.poll(() => rounds() > 1, patience).toBe(true)
    expect(kinds()).not.toContain('ended')
    clock = deadline + 1
    await expect.poll(kinds, patience).toContain('ended')
  })

  test('takes a payment back by its ready cancel, once', async () => {
    records = [record(1)]
    lock(42n)
    const { kinds, updates } = watch({ cancels: [ready()] })
    await expect.poll(kinds, patience).toEqual(['found', 'recalled'])
    expect(updates[1]).toMatchObject({ txHash: keccak256(submitted[0] ?? '0x') })
    expect(submitted).toHaveLength(1)
  })

  test('a cancellation that the chain refuses is reported, and tried again', async () => {
    records = [record(1)]
    lock(42n)
    isCancelRefused = true
    const { kinds } = watch({ cancels: [ready()] })
    await expect.poll(kinds, patience).toContain('recall_failed')
    isCancelRefused = false
    await expect.poll(kinds, patience).toContain('recalled')
  })

  test.each([
    ['rekeyed', { claimHash: otherHash }],
    ['expired', { deadline: BigInt(deadline - 3_601) }],
  ])('a ready cancel that is of no use is reported once: %s', async (reason, changes) => {
    records = [record(1)]
    lock(42n)
    const { updates, rounds } = watch({ cancels: [ready(changes)] })
    await expect.poll(() => rounds() > 4, patience).toBe(true)
    expect(updates).toMatchObject([{ kind: 'found' }, { kind: 'cancel_void', reason }])
    expect(submitted).toEqual([])
  })

  test('what a person must decide is never taken back', async () => {
    records = [record(1, { from: genuine, to: sender, signer: genuine })]
    lock(42n)
    const { kinds, rounds } = watch({ cancels: [ready()] })
    await expect.poll(() => rounds() > 3, patience).toBe(true)
    expect([kinds(), submitted]).toEqual([['found'], []])
  })

  test('who asks for the release of a link is reported once each', async () => {
    records = [record(1)]
    lock(42n, { to: zeroAddress })
    emit('ReleaseRequested', { transferId: 42n, recipient: impostor })
    const { updates, rounds } = watch({ cancels: [ready()] })
    await expect.poll(() => rounds() > 3, patience).toBe(true)
    expect(updates).toMatchObject([{ kind: 'release_requested', recipient: impostor, report: { level: 'block' } }])
    emit('ReleaseRequested', { transferId: 42n, recipient: stranger })
    await expect.poll(() => updates.length, patience).toBe(2)
    expect(updates[1]).toMatchObject({ kind: 'release_requested', recipient: stranger })
    expect(submitted).toEqual([])
  })

  test('asks once to arm a payment against which nothing is held, and uses the answer', async () => {
    records = [record(1, { to: stranger })]
    lock(42n, { to: stranger })
    const asked: bigint[] = []
    const { kinds, rounds } = watch({
      arm: async ({ transferId }) => {
        asked.push(transferId)
        return ready()
      },
    })
    await expect.poll(kinds, patience).toEqual(['armed'])
    const before = rounds()
    await expect.poll(() => rounds() > before + 2, patience).toBe(true)
    expect(asked).toEqual([42n])
  })

  test.each([
    ['blocked', true],
    ['not judged on complete data', false],
  ])('asks to arm no payment that is %s', async (_, complete) => {
    records = complete ? [record(1)] : [record(1, { to: stranger })]
    isComplete = complete
    lock(42n, { to: complete ? impostor : stranger })
    const { kinds, errors, rounds } = watch({ arm: () => expect.fail('It was asked.') })
    await expect.poll(() => rounds() > 3, patience).toBe(true)
    expect(kinds()).not.toContain('armed')
    expect(errors).toEqual([])
  })

  test.each([
    ['no', async () => undefined, 1, 0],
    ['a person who declines', async () => Promise.reject(new SignatureDeclinedError('signing')), 1, 1],
  ])('an answer of %s is final', async (_, arm, times, failures) => {
    records = [record(1, { to: stranger })]
    lock(42n, { to: stranger })
    let asked = 0
    const { kinds, errors, rounds } = watch({
      arm: async () => {
        asked++
        return arm()
      },
    })
    await expect.poll(() => rounds() > 3, patience).toBe(true)
    expect([asked, errors.length, kinds()]).toEqual([times, failures, []])
  })

  test('what failed is asked again, and a cancel of another transfer is an error', async () => {
    records = [record(1, { to: stranger })]
    lock(42n, { to: stranger })
    let asked = 0
    const { errors, rounds } = watch({
      arm: async () => {
        if (++asked < 3) throw new Error('no device')
        return ready({ transferId: 43n })
      },
    })
    await expect.poll(() => errors.length, patience).toBe(3)
    const before = rounds()
    await expect.poll(() => rounds() > before + 2, patience).toBe(true)
    expect([asked, `${errors[2]}`]).toEqual([3, expect.stringContaining('for transfer 42 is of another one')])
  })

  test('a source that does not answer is reported, and watching goes on', async () => {
    lock(42n)
    let isDown = true
    records = [record(1)]
    const errors: unknown[] = []
    const updates: SendUpdate[] = []
    const failing = createPublicClient({
      chain: primaryChain,
      transport: custom(
        { request: async (asked) => (isDown ? Promise.reject(new Error('down')) : answer(asked)) },
        { retryCount: 0 },
      ),
    })
    stops.push(
      watchSends(
        { publicClient: failing },
        { sender, fromBlock: 1n },
        {
          onUpdate: (update) => updates.push(update),
          onError: (error) => errors.push(error),
          checkOptions: { provider },
          pollingIntervalMs: 5,
        },
      ),
    )
    await expect.poll(() => errors.length > 0, patience).toBe(true)
    isDown = false
    await expect.poll(() => updates.map(({ kind }) => kind), patience).toEqual(['found'])
  })

  test('after it was stopped nothing is reported', async () => {
    records = [record(1)]
    const [first, second] = [watch(), watch()]
    first.stop()
    lock(42n)
    await expect.poll(second.kinds, patience).toEqual(['found'])
    expect([first.updates, first.errors]).toEqual([[], []])
  })

  test.each<[string, Partial<WatchSendsParams>, string]>([
    ['two cancels of one transfer', { cancels: [ready(), ready()] }, 'Two ready cancels are of one transfer.'],
    ['a cancel without a wallet', { cancels: [ready()] }, 'Ready cancels need a wallet that submits them.'],
    ['arming without a wallet', { arm: async () => undefined }, 'Ready cancels need a wallet that submits them.'],
  ])('refuses %s', (_, params, shortMessage) => {
    const start = () => watchSends({ publicClient }, { sender, ...params }, { onUpdate() {} })
    expect(start).toThrow(expect.objectContaining({ parameter: 'cancels', shortMessage }))
  })
})
