import { type HubStage, setHubStage } from '@holdfast/testkit/hubStage'
import { basics, walletOf } from '@holdfast/testkit/rpcWallet'
import type { Actor } from '@holdfast/testkit/stage'
import { watched } from '@holdfast/testkit/watchedAccount'
import { type Address, createPublicClient, custom, type Hex, toFunctionSelector, toHex, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { overrideDeployment } from '../chain/registry.js'
import { primaryChain } from '../chain/viemChain.js'
import { RiskBlockedError } from '../errors/risk.js'
import type { TransferDiffersError } from '../errors/transfer.js'
import { craftLookalike } from '../risk/craftLookalike.js'
import type { IDataProvider } from '../risk/history/IDataProvider.js'
import { approveUsdc } from '../transfer/allowance.js'
import { cancel } from '../transfer/cancel.js'
import { claimKeyFromCode, claimKeyFromLink, generateLinkSecret } from '../transfer/claimKey.js'
import { generateClaimCode } from '../transfer/claimSecret.js'
import { defineConfig } from '../transfer/config.js'
import { findTransfer } from '../transfer/findTransfer.js'
import { registerConfig } from '../transfer/registerConfig.js'
import { sendProtected } from '../transfer/sendProtected.js'
import { sendProtectedWithAuthorization } from '../transfer/sendProtectedWithAuthorization.js'
import { waitForSend } from '../transfer/waitForSend.js'
import { createPlanner } from './createPlanner.js'
import { decodePlan } from './decodePlan.js'
import { encodePlan } from './encodePlan.js'
import { executePlan } from './executePlan.js'
import { linkDefinitions as linkOperations } from './internal/linkDefinitions.js'
import { transferDefinitions as transferOperations } from './internal/transferDefinitions.js'
import { planOperation } from './planOperation.js'
import type { Plan } from './types.js'

const genuine: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const impostor = craftLookalike(genuine)
const provider: IDataProvider = {
  getOutgoingCounterparties: async () => ({ counterparties: [genuine], complete: true }),
  getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date(0) }),
  countZeroValueTransfers: async () => 0,
}
const checkOptions = { provider }
const amount = 1_000_000n
const route = { from: 'Arc_Testnet', to: 'Base_Sepolia', amount } as const

let stage: HubStage
let alice: Actor & ReturnType<typeof watched>
let depositor: Actor & ReturnType<typeof watched>
let configId: Hex

beforeAll(async () => {
  stage = await setHubStage()
  alice = watched(await stage.actor())
  depositor = watched(await stage.depositor(20_000_000n))
  ;({ configId } = await registerConfig(alice, defineConfig({ claimMode: 'KEY' })))
})
beforeEach(() => {
  for (const { asked } of [alice, depositor]) asked.length = 0
})
afterAll(() => stage?.stop())

const send = (claimHash: Hex = claimKeyFromCode(generateClaimCode().code).claimHash) => ({
  configId,
  to: genuine,
  amount,
  claimHash,
})
const planSend = (by: Actor = alice) => planOperation(by, 'sendProtected', send(), { checkOptions })
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )
/** The same plan out of a file, with other parameters. */
const withParams = <plan extends Plan>(plan: plan, params: object) =>
  decodePlan(encodePlan({ ...plan, params: { ...plan.params, ...params } })) as plan

describe('a plan out of a file', () => {
  test('cannot leave the firewall out, nor bring a decision or a report of its own', async () => {
    const [report] = (await planSend()).firewall
    const made = await planOperation(
      depositor,
      'spendFromHub',
      { ...route, recipient: impostor },
      { checkOptions, issuer: stage.hub },
    )
    depositor.asked.length = 0
    for (const added of [
      { skipRiskCheck: true },
      { report: { ...report, target: impostor, level: 'safe' } },
      { acknowledgement: { report: made.firewall[0], at: Date.now() } },
      { checkOptions: { own: [impostor] } },
    ]) {
      const error = await failureOf(
        executePlan(depositor, withParams(made, added), { checkOptions, issuer: stage.hub }),
      )
      expect(error, Object.keys(added)[0]).toBeInstanceOf(RiskBlockedError)
    }
    expect(depositor.asked).toEqual([])
  })

  test('that says it was judged safe is judged again', async () => {
    const blocked = await planOperation(alice, 'sendProtected', { ...send(), to: impostor }, { checkOptions })
    const forged = {
      ...blocked,
      firewall: blocked.firewall.map((report) => ({ ...report, level: 'safe' as const, reasons: [] })),
    }
    const error = await failureOf(
      executePlan(alice, decodePlan(encodePlan(forged)) as typeof blocked, { checkOptions }),
    )
    expect(error).toMatchObject({ code: 'stale_plan', changed: ['firewall'] })
    expect(alice.asked).toEqual([])
  })

  test.each([
    ['a malformed amount', { amount: 'all' }, '/params/amount'],
    ['a malformed recipient', { to: '0x1234' }, '/params/to'],
    ['neither terms nor their id', { configId: undefined }, '/params/configId'],
  ])('%s: refused by the name of the field, before any request', async (_, params, parameter) => {
    const plan = await planSend()
    // As JavaScript hands it over, without `decodePlan`.
    const given = { ...plan, params: { ...plan.params, ...params } } as unknown as typeof plan
    let asked = 0
    const publicClient = {
      ...alice.publicClient,
      request: async () => {
        asked += 1
      },
    } as never
    expect(await failureOf(executePlan({ ...alice, publicClient }, given))).toMatchObject({
      code: 'invalid_input',
      parameter,
    })
    expect(asked).toBe(0)
  })
})

describe('a wallet that does something else', () => {
  test('another account than the one it shows: its signature is refused, and nothing is sent', async () => {
    const { walletClient } = await stage.actor()
    const plan = await planOperation(alice, 'sendProtectedWithAuthorization', send(), { checkOptions })
    const by = walletOf(alice, [], {
      eth_signTypedData_v4: (params) =>
        (basics({ ...alice, walletClient }).eth_signTypedData_v4 as (params: readonly unknown[]) => Promise<unknown>)(
          params,
        ),
    })
    const error = await failureOf(executePlan(by, plan, { checkOptions }))
    expect(error).toMatchObject({ code: 'signature_unusable', effect: 'none' })
  })
})

describe('a wallet that makes another payment than it was asked for', () => {
  const otherHash = () => claimKeyFromCode(generateClaimCode().code).claimHash
  /** Replaces one value in what is signed, of the same length. */
  const swapping = (from: string, to: string) =>
    walletOf(alice, [], {
      eth_sendTransaction: async ([request]) => {
        const { data, to: target } = request as { data: Hex; to: Address }
        const swapped = data.replaceAll(from.slice(2).toLowerCase(), to.slice(2).toLowerCase()) as Hex
        const isApproval = data.startsWith(toFunctionSelector('approve(address,uint256)'))
        const account = alice.walletClient.account ?? null
        return alice.walletClient.sendTransaction({
          to: target,
          data: isApproval ? data : swapped,
          account,
          chain: null,
        })
      },
    })
  const otherTerms = async () =>
    (await registerConfig(alice, defineConfig({ claimMode: 'KEY', recallWindow: 7_200 }))).configId
  const swaps = {
    to: async () => [genuine, impostor],
    amount: async () => [toHex(amount, { size: 32 }), toHex(amount - 1n, { size: 32 })],
    configId: async () => [configId, await otherTerms()],
    claimHash: async (claimHash: Hex) => [claimHash, otherHash()],
  } satisfies Record<string, (claimHash: Hex) => Promise<[string, string]>>
  const fields = Object.entries(swaps)

  test.each(fields)('with another %s: the error names the transfer, which can be cancelled', async (field, swap) => {
    const plan = await planSend()
    const by = swapping(...(await swap(plan.params.claimHash)))
    const error = (await failureOf(executePlan(by, plan, { checkOptions }))) as TransferDiffersError
    expect(error).toMatchObject({ code: 'transfer_differs', effect: 'done', differs: [field] })
    const { transferId, txHash } = error
    const { claimHash } = plan.params
    expect((await findTransfer(alice, { sender: alice.address, claimHash, txHash }))?.transferId).toBe(transferId)
    // Which has nothing but the claim hash to compare with.
    const late = await failureOf(waitForSend(alice, txHash, claimHash))
    expect(late).toEqual(field === 'claimHash' ? error : undefined)
    await cancel(alice, transferId)
  })

  test('with another item in a batch: the same', async () => {
    const items = [send(), send()] as const
    const plan = await planOperation(alice, 'sendProtectedBatch', { items }, { checkOptions })
    const by = swapping(items[1].claimHash, otherHash())
    const error = (await failureOf(executePlan(by, plan, { checkOptions }))) as TransferDiffersError
    expect(error).toMatchObject({ code: 'transfer_differs', differs: ['claimHash'] })
    await cancel(alice, error.transferId)
  })

  test.each([
    ['to', async () => ({ to: impostor })],
    ['amount', async () => ({ amount: amount - 1n })],
    ['configId', async () => ({ configId: await otherTerms() })],
    ['claimHash', async () => ({ claimHash: otherHash() })],
  ])('with another %s under a payment link: the same', async (field, swap) => {
    const linkSecret = generateLinkSecret()
    const { claimHash } = claimKeyFromLink(linkSecret)
    const plan = await planOperation(alice, 'createPaymentLink', { configId, amount, claimHash })
    const other = { configId, to: zeroAddress, amount, claimHash, ...(await swap()) }
    // A wallet holds the key, so it signs what it likes.
    const by = walletOf(alice, [], {
      eth_sendTransaction: async () =>
        (await sendProtectedWithAuthorization(alice, other, { skipRiskCheck: true })).txHash,
    })
    const handOver = { linkSecret, origin: 'https://pay.example' }
    const error = (await failureOf(executePlan(by, plan, { handOver }))) as TransferDiffersError
    expect(error).toMatchObject({ code: 'transfer_differs', differs: [field] })
    await cancel(alice, error.transferId)
  })
})

test('a planner of some operations plans and carries out these, and no others', async () => {
  const planner = createPlanner(transferOperations)
  const plan = await planner.planOperation(alice, 'sendProtected', send(), { checkOptions })
  const whole = await planOperation(alice, 'sendProtected', plan.params, { checkOptions })
  expect(plan.steps).toEqual(whole.steps)
  const { result } = await planner.executePlan(alice, plan, { checkOptions })
  const back = await planOperation(alice, 'cancel', { transferId: result.transferId })
  const other = createPlanner(linkOperations)
  expect(await failureOf(other.executePlan(alice, back as never))).toMatchObject({
    code: 'invalid_input',
    parameter: 'operation',
  })
  await planner.executePlan(alice, back)
})

test('the firewall is asked once for a plan that this process has made, and again for any other', async () => {
  let checks = 0
  const counting = {
    provider: {
      ...provider,
      getOutgoingCounterparties: async () => {
        checks += 1
        return { counterparties: [genuine], complete: true }
      },
    },
  }
  const fresh = await planOperation(alice, 'sendProtected', send(), { checkOptions: counting })
  await executePlan(alice, fresh, { checkOptions: counting })
  expect(checks).toBe(1)
  const plan = await planOperation(alice, 'sendProtected', send(), { checkOptions: counting })
  await executePlan(alice, decodePlan(encodePlan(plan)) as typeof plan, { checkOptions: counting })
  expect(checks).toBe(3)
})

describe('a plan is carried out once', () => {
  const carryOut = (plan: Plan<'sendProtected'>) => executePlan(alice, plan, { checkOptions })

  test('a second press pays nothing, while the first is under way and afterwards', async () => {
    const plan = await planSend()
    const again = decodePlan(encodePlan(plan)) as typeof plan
    const [first, second] = await Promise.allSettled([carryOut(plan), carryOut(again)])
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected'])
    expect(second).toMatchObject({ reason: { code: 'stale_plan', changed: ['carried_out'], effect: 'none' } })
    expect(await failureOf(carryOut(again))).toMatchObject({ changed: ['carried_out'] })
    expect(alice.asked).toHaveLength(plan.steps.length)
  })

  /** As another process does it, of which this one knows nothing. */
  const sendElsewhere = ({ claimHash }: { claimHash: Hex }) =>
    sendProtected(alice, { configId, to: genuine, amount, claimHash }, { approve: true, skipRiskCheck: true })
  const batchOf = (...items: ReturnType<typeof send>[]) =>
    planOperation(alice, 'sendProtectedBatch', { items }, { checkOptions })

  test.each<[string, () => Promise<Plan>]>([
    [
      'by another tab',
      async () => {
        const plan = await planSend()
        await sendElsewhere(send(plan.params.claimHash))
        return plan
      },
    ],
    [
      'before a reload, after which it was planned again',
      async () => {
        const item = send()
        await sendElsewhere(item)
        await stage.devnet.primary.mine(3)
        return planOperation(alice, 'sendProtected', item, { checkOptions })
      },
    ],
    [
      'and a node that was ahead made the plan',
      async () => {
        const plan = await planSend()
        await sendElsewhere(send(plan.params.claimHash))
        return { ...plan, asOf: { ...plan.asOf, blockNumber: plan.asOf.blockNumber + 1_000n } }
      },
    ],
    [
      'in part, of a batch in another order',
      async () => {
        const items = [send(), send()] as const
        await sendElsewhere(items[1])
        return batchOf(...items)
      },
    ],
  ])('where its money was locked %s, nothing is signed', async (_, make) => {
    const plan = await make()
    alice.asked.length = 0
    const error = await failureOf(executePlan(alice, plan, { checkOptions }))
    expect(error).toMatchObject({ code: 'stale_plan', changed: ['carried_out'] })
    expect(alice.asked).toEqual([])
  })

  test('where its money was locked, and the registry has a first block above the head of a chain of one’s own', async () => {
    const restore = overrideDeployment(primaryChain.id, { deployBlocks: { transfer: 1_000_000_000n } })
    try {
      const plan = await planSend()
      await sendElsewhere(send(plan.params.claimHash))
      expect(await failureOf(executePlan(alice, plan, { checkOptions }))).toMatchObject({ changed: ['carried_out'] })
    } finally {
      restore()
    }
  })

  test('while the outcome of one is open, another plan of the same payment is refused', async () => {
    const asked: string[] = []
    const carol = await stage.actor()
    await approveUsdc(carol, 10n * amount)
    const silent = walletOf(carol, asked, { eth_sendTransaction: () => new Promise(() => {}) })
    const item = send()
    const plan = () => planOperation(silent, 'sendProtected', item, { checkOptions })
    const first = await plan()
    expect(await failureOf(executePlan(silent, first, { checkOptions, timeoutMs: 300 }))).toMatchObject({
      effect: 'open',
    })
    const prompts = asked.filter((method) => method === 'eth_sendTransaction').length
    await stage.devnet.primary.mine(1)
    const again = await plan()
    expect(encodePlan(again)).not.toBe(encodePlan(first))
    const batch = await planOperation(silent, 'sendProtectedBatch', { items: [send(), item] }, { checkOptions })
    for (const other of [again, batch])
      expect(await failureOf(executePlan(silent, other, { checkOptions }))).toMatchObject({ changed: ['carried_out'] })
    expect(asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(prompts)
  })

  test('where a wallet was asked for the approval alone and never answered, it can be carried out again', async () => {
    const carol = await stage.actor()
    const silent = walletOf(carol, [], { eth_sendTransaction: () => new Promise(() => {}) })
    const plan = await planOperation(silent, 'sendProtected', send(), { checkOptions })
    expect(plan.steps).toHaveLength(2)
    expect(await failureOf(executePlan(silent, plan, { checkOptions, timeoutMs: 300 }))).toMatchObject({
      effect: 'open',
    })
    expect((await executePlan(carol, plan, { checkOptions })).transactions).toHaveLength(2)
  })

  /** The same account, at an endpoint that answers some queries for logs in its own way. */
  const readingBy = (logs: (fromBlock: bigint) => Promise<unknown> | undefined) => {
    const request = ({ method, params }: { method: string; params?: readonly unknown[] }) => {
      // Of `eth_getLogs`, the filter.
      const [filter] = (params ?? []) as readonly { fromBlock: Hex }[]
      const own = method === 'eth_getLogs' && filter ? logs(BigInt(filter.fromBlock)) : undefined
      return own ?? alice.publicClient.request({ method, params } as never)
    }
    const transport = custom({ request }, { retryCount: 0 })
    return { ...alice, publicClient: createPublicClient({ chain: primaryChain, transport }) }
  }

  test('at an endpoint that has pruned what is older than the plan', async () => {
    const plan = await planSend()
    const pruned = readingBy((fromBlock) =>
      fromBlock < plan.asOf.blockNumber
        ? Promise.reject(Object.assign(new Error('History has been pruned for this block.'), { code: 4444 }))
        : undefined,
    )
    expect((await executePlan(pruned, plan, { checkOptions })).transactions.length).toBeGreaterThan(0)
  })

  test('and its logs are read no longer than its caller waits', async () => {
    const plan = await planSend()
    const stop = new AbortController()
    const silent = readingBy(() => {
      stop.abort(new Error('gone'))
      return new Promise(() => {})
    })
    const failure = await failureOf(executePlan(silent, plan, { checkOptions, signal: stop.signal }))
    expect(failure).toMatchObject({ code: 'logs_incomplete', reason: 'aborted', effect: 'none' })
    expect(alice.asked).toEqual([])
  })

  test('a person who declined can be asked again', async () => {
    const plan = await planSend()
    const declining = watched(alice, { refuses: true })
    expect(await failureOf(executePlan(declining, plan, { checkOptions }))).toMatchObject({
      code: 'signature_declined',
    })
    await carryOut(plan)
    const { claimHash } = plan.params
    expect(await findTransfer(alice, { sender: alice.address, claimHash })).toMatchObject({ amount })
  })
})
