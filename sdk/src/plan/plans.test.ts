import { protectedTransferAbi, shieldVaultAbi, spendPolicyAccountAbi, spendPolicyFactoryAbi } from '@holdfast/contracts'
import { freshSalt, pushPolicy } from '@holdfast/testkit/boxStage'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type Asked, watched } from '@holdfast/testkit/watchedAccount'
import { type Address, decodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requireDeployment } from '../chain/registry.js'
import { usdcAbi } from '../chain/usdc.js'
import { StalePlanError } from '../errors/plan.js'
import { RiskBlockedError } from '../errors/risk.js'
import { TransferUnavailableError } from '../errors/transfer.js'
import { craftLookalike } from '../risk/craftLookalike.js'
import type { IDataProvider } from '../risk/IDataProvider.js'
import { createEphemeral } from '../shield/createEphemeral.js'
import { depositToVault } from '../shield/depositToVault.js'
import { fundEphemeral } from '../shield/fundEphemeral.js'
import { spendTypedData } from '../shield/spendDigest.js'
import { ACTION_PAY, ACTION_PULL, type EphemeralPolicy, MODE_PULL, type SpendAction } from '../shield/types.js'
import { approveUsdc } from '../transfer/allowance.js'
import { cancel } from '../transfer/cancel.js'
import { claimKeyFromCode, claimKeyFromLink, generateLinkSecret } from '../transfer/claimKey.js'
import { generateClaimCode } from '../transfer/claimSecret.js'
import { defineConfig } from '../transfer/config.js'
import { memoAbi } from '../transfer/memo.js'
import { registerConfig } from '../transfer/registerConfig.js'
import { sendProtectedWithAuthorization } from '../transfer/sendProtectedWithAuthorization.js'
import { signClaim } from '../transfer/signClaim.js'
import { decodePlan } from './decodePlan.js'
import { encodePlan } from './encodePlan.js'
import { executePlan } from './executePlan.js'
import { planOperation } from './planOperation.js'
import type { Plan } from './types.js'

const genuine: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const other: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const impostor = craftLookalike(genuine)
const provider: IDataProvider = {
  getOutgoingCounterparties: async () => ({ counterparties: [genuine], complete: true }),
  getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date(0) }),
  countZeroValueTransfers: async () => 0,
}
const checkOptions = { provider }
const amount = 1_000_000n
const terms = defineConfig({
  claimMode: 'KEY',
  feeBps: 100,
  feeRecipient: '0x000000000000000000000000000000000000bEEF',
})
const codeTerms = defineConfig({ recallWindow: 60 })

let stage: TestStage
let alice: Actor
let configId: Hex
let byKey: Hex

beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
  ;({ configId } = await registerConfig(alice, codeTerms))
  ;({ configId: byKey } = await registerConfig(alice, terms))
})
afterAll(() => stage?.stop())

const keyed = () => {
  const key = claimKeyFromCode(generateClaimCode().secret)
  return { key, fields: { to: genuine, amount, claimHash: key.claimHash } }
}

async function pay({ walletClient, publicClient }: Actor, to: Address, sum: bigint): Promise<void> {
  const hash = await walletClient.writeContract({
    address: stage.devnet.primary.usdc,
    abi: usdcAbi,
    functionName: 'transfer',
    args: [to, sum],
    account: walletClient.account ?? null,
    chain: null,
  })
  await publicClient.waitForTransactionReceipt({ hash })
}

async function lock(claimHash: Hex, terms = configId, to: Address = genuine): Promise<bigint> {
  const sent = await sendProtectedWithAuthorization(
    alice,
    { configId: terms, to, amount, claimHash },
    { skipRiskCheck: true },
  )
  return sent.transferId
}

/** What a wallet was asked for, in the words of a plan. */
function namesOf(asked: readonly Asked[]): string[] {
  return asked.map((one) => {
    if (one.kind === 'signature') return one.primaryType
    for (const abi of [
      usdcAbi,
      protectedTransferAbi,
      memoAbi,
      spendPolicyFactoryAbi,
      spendPolicyAccountAbi,
      shieldVaultAbi,
      parseAbi(['function deposit(address token, uint256 value)']),
    ] as const)
      try {
        const { functionName, args } = decodeFunctionData({ abi, data: one.data })
        return functionName === 'memo'
          ? decodeFunctionData({ abi: protectedTransferAbi, data: args[1] }).functionName
          : functionName
      } catch {}
    return one.data.slice(0, 10)
  })
}
const stepsOf = ({ steps }: Plan) =>
  steps.flatMap((step) =>
    step.kind === 'signature' ? step.primaryType : step.calls.map(({ functionName }) => functionName),
  )

type Case = {
  steps: string[]
  plan: (by: Actor) => Promise<Plan>
  carryOut: (by: Actor, plan: Plan) => Promise<unknown>
}

const sending = (
  operation:
    | 'sendProtected'
    | 'sendProtectedWithPermit'
    | 'sendProtectedWithAuthorization'
    | 'sendProtectedWithWitness',
  steps: string[],
): Case => ({
  steps,
  plan: (by) => planOperation(by, operation, { terms, ...keyed().fields }, { checkOptions }),
  carryOut: (by, plan) => executePlan(by, plan as Plan<'sendProtected'>, { checkOptions }),
})
const about = (operation: 'cancel' | 'reclaimExpired', prepare: () => Promise<bigint>): Case => ({
  steps: [operation],
  plan: async (by) => planOperation(by, operation, { transferId: await prepare() }),
  carryOut: (by, plan) => executePlan(by, plan as Plan<'cancel'>),
})

const code = generateClaimCode()
const key = keyed()
const cases: Readonly<Record<string, Case & { by?: 'alice' | 'anyone' }>> = {
  sendProtected: sending('sendProtected', ['createConfig', 'approve', 'sendProtected']),
  sendProtectedWithPermit: sending('sendProtectedWithPermit', [
    'createConfig',
    'approve',
    'PermitTransferFrom',
    'sendProtectedWithPermit',
  ]),
  sendProtectedWithAuthorization: sending('sendProtectedWithAuthorization', [
    'createConfig',
    'ReceiveWithAuthorization',
    'sendProtectedWithAuthorization',
  ]),
  sendProtectedWithWitness: sending('sendProtectedWithWitness', [
    'createConfig',
    'approve',
    'PermitWitnessTransferFrom',
    'sendProtectedWithWitness',
  ]),
  claim: {
    steps: ['claimTo'],
    plan: async (by) => planOperation(by, 'claim', { transferId: await lock(code.claimHash), recipient: genuine }),
    carryOut: (by, plan) => executePlan(by, plan as Plan<'claim'>, { handOver: code }),
  },
  claimWithKey: {
    steps: ['claimWithKey'],
    plan: async (by) =>
      planOperation(by, 'claimWithKey', { transferId: await lock(key.fields.claimHash, byKey), recipient: genuine }),
    carryOut: async (by, plan) => {
      const { transferId } = (plan as Plan<'claimWithKey'>).params
      const signed = await signClaim(key.key, { chainId: plan.chainId, transferId, recipient: genuine })
      return executePlan(by, plan as Plan<'claimWithKey'>, { handOver: signed })
    },
  },
  cancel: { by: 'alice', ...about('cancel', () => lock(generateClaimCode().claimHash)) },
  reclaimExpired: about('reclaimExpired', async () => {
    const transferId = await lock(generateClaimCode().claimHash)
    await stage.devnet.primary.increaseTime(61)
    return transferId
  }),
  rekey: {
    by: 'alice',
    steps: ['rekey'],
    plan: async (by) =>
      planOperation(by, 'rekey', {
        transferId: await lock(generateClaimCode().claimHash),
        newClaimHash: generateClaimCode().claimHash,
      }),
    carryOut: (by, plan) => executePlan(by, plan as Plan<'rekey'>),
  },
  release: {
    by: 'alice',
    steps: ['release'],
    plan: async (by) => {
      const { configId: open } = await registerConfig(alice, defineConfig({ claimMode: 'KEY_RELEASE' }))
      const transferId = await lock(claimKeyFromLink(generateLinkSecret()).claimHash, open, zeroAddress)
      return planOperation(by, 'release', { transferId, recipient: genuine }, { checkOptions })
    },
    carryOut: (by, plan) => executePlan(by, plan as Plan<'release'>, { checkOptions }),
  },
}

const batchOf = () =>
  [keyed().fields, { ...keyed().fields, to: other }].map((fields) => ({ configId: byKey, ...fields }))
const batch = (
  operation: 'sendProtectedBatch' | 'sendProtectedBatchWithAuthorization' | 'sendProtectedBatchWithWitness',
  steps: string[],
): Case => ({
  steps,
  plan: (by) => planOperation(by, operation, { items: batchOf() }, { checkOptions }),
  carryOut: (by, plan) => executePlan(by, plan, { checkOptions }),
})

const cosignerKey = generatePrivateKey()
const policyOf = (vault: Address, over = {}): EphemeralPolicy =>
  pushPolicy(stage.devnet.primary.usdc, {
    owner: vault,
    vault,
    target: genuine,
    cosigner: privateKeyToAccount(cosignerKey).address,
    ...over,
  })
const vaultOf = () => requireDeployment(stage.devnet.primary.chainId).shieldVault
const factory = () => requireDeployment(stage.devnet.primary.chainId).spendPolicyFactory
async function box(by: Actor, over = {}): Promise<{ account: Address; policy: EphemeralPolicy }> {
  const policy = policyOf(by.address, over)
  const { account } = await createEphemeral(alice, factory(), freshSalt(), policy, { skipRiskCheck: true })
  return { account, policy }
}
async function funded(by: Actor, over = {}) {
  const made = await box(by, over)
  await fundEphemeral(alice, made.account, amount, made.policy, { skipRiskCheck: true })
  return made
}
const spending = (operation: 'submitPay' | 'submitPull', action: SpendAction, over: object): Case => ({
  steps: [operation === 'submitPay' ? 'pay' : 'pull'],
  plan: async (by) => planOperation(by, operation, { account: (await funded(by, over)).account, amount }),
  async carryOut(by, plan) {
    const { account } = (plan as Plan<'submitPay'>).params
    const spend = { account, chainId: plan.chainId, target: genuine, amount, nonce: 0n, action }
    const cosignerSig = await privateKeyToAccount(cosignerKey).signTypedData(spendTypedData(spend))
    return executePlan(by, plan as Plan<'submitPay'>, { handOver: { cosignerSig } })
  },
})
const deposited = (by: Actor) => depositToVault(by, vaultOf(), 2n * amount, { approve: true })

const boxCases: Readonly<Record<string, Case & { by?: 'alice' | 'anyone' }>> = {
  sendProtectedBatch: batch('sendProtectedBatch', ['approve', 'sendProtectedBatch']),
  sendProtectedBatchWithAuthorization: batch('sendProtectedBatchWithAuthorization', [
    'ReceiveWithAuthorization',
    'sendProtectedBatchWithAuthorization',
  ]),
  sendProtectedBatchWithWitness: batch('sendProtectedBatchWithWitness', [
    'approve',
    'PermitWitnessTransferFrom',
    'sendProtectedBatchWithWitness',
  ]),
  cancelBatch: {
    by: 'alice',
    steps: ['cancelBatch'],
    plan: async (by) => {
      const transferIds = [await lock(generateClaimCode().claimHash), await lock(generateClaimCode().claimHash)]
      return planOperation(by, 'cancelBatch', { transferIds })
    },
    carryOut: (by, plan) => executePlan(by, plan),
  },
  createEphemeral: {
    steps: ['createAccount'],
    plan: (by) =>
      planOperation(
        by,
        'createEphemeral',
        { factory: factory(), salt: freshSalt(), policy: policyOf(by.address) },
        { checkOptions },
      ),
    carryOut: (by, plan) => executePlan(by, plan, { checkOptions }),
  },
  fundEphemeral: {
    steps: ['transfer'],
    plan: async (by) => planOperation(by, 'fundEphemeral', { ...(await box(by)), amount }, { checkOptions }),
    carryOut: (by, plan) => executePlan(by, plan, { checkOptions }),
  },
  depositToVault: {
    steps: ['approve', 'deposit'],
    plan: (by) => planOperation(by, 'depositToVault', { vault: vaultOf(), amount }),
    carryOut: (by, plan) => executePlan(by, plan),
  },
  fundFromVault: {
    by: 'alice',
    steps: ['fundAccount'],
    plan: async (by) => {
      await deposited(alice)
      const { account } = await box(by)
      return planOperation(by, 'fundFromVault', { vault: vaultOf(), account, amount }, { checkOptions })
    },
    carryOut: (by, plan) => executePlan(by, plan, { checkOptions }),
  },
  withdrawFromVault: {
    by: 'alice',
    steps: ['withdraw'],
    plan: async (by) => {
      await deposited(alice)
      return planOperation(by, 'withdrawFromVault', { vault: vaultOf(), to: genuine, amount }, { checkOptions })
    },
    carryOut: (by, plan) => executePlan(by, plan, { checkOptions }),
  },
  depositToHub: {
    steps: ['approve', 'deposit'],
    plan: (by) => planOperation(by, 'depositToHub', { chain: 'Arc_Testnet', amount }),
    carryOut: (by, plan) => executePlan(by, plan),
  },
  submitPay: spending('submitPay', ACTION_PAY, {}),
  submitPull: spending('submitPull', ACTION_PULL, { mode: MODE_PULL, interval: 60, perPullMax: amount }),
  sweepToVault: {
    steps: ['sweepToVault'],
    plan: async (by) => planOperation(by, 'sweepToVault', { account: (await funded(by)).account, vault: by.address }),
    carryOut: (by, plan) => executePlan(by, plan),
  },
  sweepExpired: {
    steps: ['sweepExpired'],
    plan: async (by) => {
      const { account } = await box(by, { expiry: 1_700_000_000 })
      await pay(alice, account, amount)
      return planOperation(by, 'sweepExpired', { account, vault: by.address })
    },
    carryOut: (by, plan) => executePlan(by, plan),
  },
}

describe('each operation', () => {
  test.each(Object.entries({ ...cases, ...boxCases }))(
    '%s signs what its plan names, and nothing else',
    async (_, { by, steps, plan, carryOut }) => {
      const actor = watched(by === 'alice' ? alice : await stage.actor())
      const planned = await plan(actor)
      expect(namesOf(actor.asked), 'nothing is signed for a plan').toEqual([])
      expect(stepsOf(planned)).toEqual(steps)
      const parsed = decodePlan(encodePlan(planned))
      expect(parsed).toEqual(planned)
      const wallets = planned.effects.filter(({ holding }) => holding === 'wallet')
      await carryOut(actor, planned)
      expect(namesOf(actor.asked)).toEqual(steps)
      const cost = actor.asked.reduce((sum, one) => sum + (one.kind === 'transaction' ? one.cost : 0n), 0n)
      expect(cost).toBeLessThanOrEqual(planned.networkFee.most * 10n ** 12n)
      for (const { account, after } of wallets) {
        const gas = account === actor.address ? planned.networkFee.most : 0n
        const now = await stage.balanceOf(account)
        expect(now <= (after ?? 0n) && now >= (after ?? 0n) - gas, `${account} has ${now} of ${after}`).toBe(true)
      }
    },
  )
})

describe('a plan', () => {
  test('behavior: shows a payment that the firewall blocks, and carries it out only with an acknowledgement of its report', async () => {
    const bob = watched(await stage.actor())
    const plan = await planOperation(bob, 'sendProtected', { terms, ...keyed().fields, to: impostor }, { checkOptions })
    const [report] = plan.firewall
    expect(report).toMatchObject({ level: 'block', target: impostor, amount })
    await expect(executePlan(bob, plan, { checkOptions })).rejects.toBeInstanceOf(RiskBlockedError)
    expect(bob.asked).toEqual([])
    const acknowledgement = { report: report as NonNullable<typeof report>, at: Date.now() }
    const { result, transactions } = await executePlan(bob, plan, { checkOptions, acknowledgement })
    expect(result.fee).toBe(10_000n)
    expect(transactions.map(({ txHash }) => txHash).at(-1)).toBe(result.txHash)
    expect(transactions).toHaveLength(3)
  })

  test('behavior: holds no code, salt or signature, while it is made and in its JSON', async () => {
    const secret = generateClaimCode()
    const transferId = await lock(secret.claimHash)
    const plan = await planOperation(alice, 'claim', { transferId, recipient: genuine })
    expect(plan.steps[0]).toMatchObject({ sealed: ['code', 'salt'] })
    const text = encodePlan(plan)
    for (const hidden of [secret.code, secret.secret, secret.salt.slice(2)]) expect(text).not.toContain(hidden)
  })

  test('error: what would be refused is refused before anything is asked', async () => {
    const bob = await stage.actor()
    const transferId = await lock(generateClaimCode().claimHash)
    await expect(planOperation(bob, 'cancel', { transferId })).rejects.toMatchObject({ reason: 'not_sender' })
    await expect(planOperation(bob, 'reclaimExpired', { transferId })).rejects.toMatchObject({ reason: 'not_expired' })
    await expect(
      planOperation(bob, 'sendProtected', { terms, ...keyed().fields, amount: 1_000_000_000n }),
    ).rejects.toMatchObject({
      code: 'insufficient_balance',
      advice: { do: 'add_funds', atMost: expect.any(BigInt) },
    })
  })
})

test('a batch: each blocked payee is in the plan, and each needs an acknowledgement', async () => {
  const bob = watched(await stage.actor())
  const items = batchOf().map((item, index) => (index === 0 ? { ...item, to: impostor } : item))
  const plan = await planOperation(bob, 'sendProtectedBatch', { items }, { checkOptions })
  expect(plan.firewall.map(({ target }) => target).sort()).toEqual([impostor, other].sort())
  const blocked = plan.firewall.filter(({ level }) => level === 'block')
  await expect(executePlan(bob, plan, { checkOptions })).rejects.toBeInstanceOf(RiskBlockedError)
  expect(bob.asked).toEqual([])
  const acknowledgements = blocked.map((report) => ({ report, at: Date.now() }))
  const { result } = await executePlan(bob, plan, { checkOptions, acknowledgements })
  expect(result).toHaveLength(2)
})

describe('a stale plan is refused before anything is signed', () => {
  const plan = (by: Actor) => planOperation(by, 'sendProtected', { terms, ...keyed().fields }, { checkOptions })
  const carryOut = (by: Actor, plan: Plan<'sendProtected'>, more = {}) =>
    executePlan(by, plan, { checkOptions, ...more })

  test.each<[change: string, meddle: (by: Actor, plan: Plan<'sendProtected'>) => unknown]>([
    ['account', (by) => void Object.assign(by, { walletClient: alice.walletClient })],
    ['allowance', (by) => approveUsdc(by, amount)],
    ['terms', (by) => registerConfig(by, terms)],
    [
      'balance',
      async (by) => {
        await pay(by, genuine, (await stage.balanceOf(by.address)) - 900_000n)
      },
    ],
    ['chain', (_, plan) => void Object.assign(plan, { chainId: 84532 })],
    ['recipient', (_, plan) => void Object.assign(plan, { recipient: impostor })],
    ['amount', (_, plan) => void Object.assign(plan, { amount: 1n })],
    ['fee', (_, plan) => void Object.assign(plan, { fee: 1n })],
    ['payer', (_, plan) => void Object.assign(plan, { payer: genuine })],
    ['steps', (_, plan) => void Object.assign(plan, { steps: plan.steps.map((step) => ({ ...step, chainId: 1 })) })],
    ['network_fee', (_, plan) => void Object.assign(plan, { networkFee: { ...plan.networkFee, most: 1n } })],
  ])('%s', async (change, meddle) => {
    const bob = watched(await stage.actor())
    const made = { ...(await plan(bob)) }
    await meddle(bob, made)
    bob.asked.length = 0
    const error = await carryOut(bob, made).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(StalePlanError)
    expect(error).toMatchObject({ changed: [change], code: 'stale_plan', effect: 'none', retry: 'after_change' })
    expect(bob.asked).toEqual([])
  })

  test('firewall: the payee turns out to be an imitation', async () => {
    const bob = watched(await stage.actor())
    const known = {
      ...provider,
      getOutgoingCounterparties: async () => ({ counterparties: [impostor], complete: true }),
    }
    const made = decodePlan(encodePlan(await plan(bob))) as Plan<'sendProtected'>
    await expect(carryOut(bob, made, { checkOptions: { provider: known } })).rejects.toMatchObject({
      changed: ['firewall'],
    })
    expect(bob.asked).toEqual([])
  })

  test('state: the transfer was cancelled meanwhile', async () => {
    const transferId = await lock(generateClaimCode().claimHash)
    const made = await planOperation(alice, 'cancel', { transferId })
    await cancel(alice, transferId)
    const error = await executePlan(alice, made).catch((thrown) => thrown)
    expect(error).toMatchObject({ changed: ['state'] })
    expect(error.cause).toBeInstanceOf(TransferUnavailableError)
  })
})
