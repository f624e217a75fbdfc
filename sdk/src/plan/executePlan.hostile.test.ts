import { type HubStage, setHubStage } from '@holdfast/testkit/hubStage'
import { basics, walletOf } from '@holdfast/testkit/rpcWallet'
import type { Actor } from '@holdfast/testkit/stage'
import { watched } from '@holdfast/testkit/watchedAccount'
import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RiskBlockedError } from '../errors/risk.js'
import type { TransferDiffersError } from '../errors/transfer.js'
import { craftLookalike } from '../risk/craftLookalike.js'
import type { IDataProvider } from '../risk/history/IDataProvider.js'
import { cancel } from '../transfer/cancel.js'
import { claimKeyFromCode } from '../transfer/claimKey.js'
import { generateClaimCode } from '../transfer/claimSecret.js'
import { defineConfig } from '../transfer/config.js'
import { findTransfer } from '../transfer/findTransfer.js'
import { registerConfig } from '../transfer/registerConfig.js'
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

const send = () => {
  const { claimHash } = claimKeyFromCode(generateClaimCode().code)
  return { configId, to: genuine, amount, claimHash }
}
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

test('a wallet that makes another payment than it was asked for: the error names the transfer, which can be cancelled', async () => {
  const plan = await planSend()
  const by = walletOf(alice, [], {
    eth_sendTransaction: async ([request]) => {
      const { data, to } = request as { data: Hex; to: Address }
      const swapped = data.replaceAll(genuine.slice(2).toLowerCase(), impostor.slice(2).toLowerCase()) as Hex
      const account = alice.walletClient.account ?? null
      return alice.walletClient.sendTransaction({ to, data: swapped, account, chain: null })
    },
  })
  const error = await failureOf(executePlan(by, plan, { checkOptions }))
  expect(error).toMatchObject({ code: 'transfer_differs', effect: 'done', differs: ['to'] })
  const { transferId } = error as TransferDiffersError
  await cancel(alice, transferId)
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

  test('where another tab has locked its money, nothing is signed', async () => {
    const plan = await planSend()
    const params = { ...plan.params }
    // Another process knows another plan of the same payment.
    await executePlan(alice, await planOperation(alice, 'sendProtected', params, { checkOptions }), { checkOptions })
    alice.asked.length = 0
    expect(await failureOf(carryOut(plan))).toMatchObject({ code: 'stale_plan', changed: ['carried_out'] })
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
