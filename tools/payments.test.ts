import { fileURLToPath } from 'node:url'
import * as reactQueries from '@holdfast/react/query'
import {
  addHubDelegate,
  approvePermit,
  BatchItemFailedError,
  bridgeFromWallet,
  claimKeyFromLink,
  createEphemeral,
  depositToVault,
  executePlan,
  fundBoxFromHub,
  fundEphemeral,
  fundFromVault,
  generateClaimCode,
  generateLinkSecret,
  type IDataProvider,
  planOperation,
  RiskBlockedError,
  release,
  requireDeployment,
  resumeBridge,
  sendProtected,
  sendProtectedBatch,
  sendProtectedBatchWithAuthorization,
  sendProtectedBatchWithWitness,
  sendProtectedWithAuthorization,
  sendProtectedWithPermit,
  sendProtectedWithWitness,
  settlePrivatePayment,
  settlePrivatePaymentBatched,
  signBatchAuthorization,
  signBatchWitness,
  signRelease,
  signSendAuthorization,
  signSendWitness,
  spendFromHub,
  submitBatchAuthorization,
  submitBatchWitness,
  submitSendAuthorization,
  submitSendWitness,
  withdrawFromVault,
} from '@holdfast/sdk'
import { craftLookalike } from '@holdfast/sdk/risk'
import { defineConfig, registerConfig } from '@holdfast/sdk/transfer'
import { freshAddress, freshSalt, pushPolicy } from '@holdfast/testkit/boxPolicies'
import { type HubStage, setHubStage } from '@holdfast/testkit/hubStage'
import type { Actor } from '@holdfast/testkit/stage'
import { type Address, getAddress, type Hex, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appOf } from '../react/test/appOf.js'
import { findWalletFunctions } from './payments.js'
import { readEntryPoints } from './surface.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const entry = 'sdk/src/index.ts'

/** Functions with a wallet that are not guarded, and why they can pay no other party. */
const unguarded: Readonly<Record<string, string>> = {
  announceStealthBox: 'moves no money',
  approvePermit: 'approves Permit2, which pays only by a signature of its own',
  approveUsdc: 'approves the transfer contract',
  approveVault: 'approves a vault',
  assertNetwork: 'only reads',
  canPayBySignature: 'only reads',
  cancel: 'returns money to the sender',
  cancelBatch: 'returns money to the sender',
  cancelAuthorization: 'makes a signature void',
  cancelWithSignature: 'returns money to the sender',
  claim: 'pays the recorded recipient, who was checked when the transfer was made',
  claimPaymentLink: 'pays the recorded recipient, or whom the holder of the link names',
  claimWithKey:
    'pays whom the claim key names; the sender has checked a recorded recipient, and an open transfer is cash',
  claimWithKeyBatch: 'pays whom the claim keys name, as one claim does',
  completeHubWithdrawal: 'pays the connected account',
  createPaymentLink: 'locks money for a recipient who is not known yet; its release is guarded',
  depositToHub: 'deposits for the connected account',
  initiateHubWithdrawal: 'moves money of the connected account within the Hub',
  mintBridged: 'pays the recipient of a burn, who was checked before it',
  planOperation: 'signs nothing',
  reclaimExpired: 'returns money to the sender',
  reclaimExpiredBatch: 'returns money to the sender',
  registerConfig: 'moves no money',
  signReadyCancel: 'returns money to the sender',
  watchSends: 'returns money to the sender',
  rekey: 'moves no money',
  rekeyWithSignature: 'moves no money',
  releaseWithSignature: 'submits what the sender has signed after the check',
  removeHubDelegate: 'takes a right back',
  requestRelease: 'moves no money',
  signCancel: 'returns money to the sender',
  signPaymentRequest: 'asks for money, and moves none',
  signRekey: 'moves no money',
  signPermitTransfer: 'signs what only the same account can submit, through a send that is guarded',
  signSweep: 'pays the vault of a box',
  submitPay: 'submits what a co-signer has signed after its own check',
  submitPull: 'submits what a co-signer has signed after its own check',
  sweepExpired: 'pays the vault of a box',
  sweepToVault: 'pays the vault of a box',
  sweepWithSignature: 'pays the vault of a box',
}

/** Functions that move money without a plan of their own name, and why. */
const withoutPlan: Readonly<Record<string, string>> = {
  executePlan: 'carries plans out',
  rekeyWithSignature: 'submits what was signed before',
  requestRelease: 'moves no money',
  signBatchAuthorization: 'the first half of sendProtectedBatchWithAuthorization',
  signBatchWitness: 'the first half of sendProtectedBatchWithWitness',
  signCancel: 'the first half of cancelWithSignature',
  signPaymentRequest: 'asks for money, and moves none',
  signPermitTransfer: 'a part of sendProtectedWithPermit',
  signReadyCancel: 'the first half of cancelWithSignature',
  signRekey: 'moves no money',
  signRelease: 'the first half of releaseWithSignature',
  signSendAuthorization: 'the first half of sendProtectedWithAuthorization',
  signSendWitness: 'the first half of sendProtectedWithWitness',
  signSweep: 'the first half of sweepWithSignature',
  watchSends: 'cancels with what was signed before',
}
const movesNothing = /moves no money|only reads|approves|signs nothing|makes a signature void|takes a right back/

const genuine = freshAddress()
const impostor = craftLookalike(genuine)
/** A history in which the genuine payee was paid. */
const provider: IDataProvider = {
  getOutgoingCounterparties: async () => ({ counterparties: [genuine], complete: true }),
  getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date(0) }),
  countZeroValueTransfers: async () => 0,
}
const guarded = { checkOptions: { provider } }
const unchecked = { skipRiskCheck: true } as const
const amount = 1_000_000n

let stage: HubStage
let alice: Actor
let configId: Hex
/** Its sender releases it. */
let openTransfer: bigint
let box: Address
let vault: Address
const salt = freshSalt()
let policy: ReturnType<typeof pushPolicy>
const claimHash = () => generateClaimCode().claimHash

beforeAll(async () => {
  stage = await setHubStage()
  alice = await stage.depositor(5n * amount)
  await stage.devnet.primary.fund(alice.address, 1_000n * amount)
  ;({ configId } = await registerConfig(alice, defineConfig()))
  const terms = await registerConfig(alice, defineConfig({ claimMode: 'KEY_RELEASE' }))
  const { claimHash: key } = claimKeyFromLink(generateLinkSecret())
  const open = { configId: terms.configId, to: zeroAddress, amount, claimHash: key }
  ;({ transferId: openTransfer } = await sendProtectedWithAuthorization(alice, open, unchecked))
  await approvePermit(alice, amount)
  const { shieldVault, spendPolicyFactory } = requireDeployment(stage.devnet.primary.chainId)
  vault = shieldVault
  policy = pushPolicy(stage.devnet.primary.usdc, { owner: alice.address, vault: alice.address, target: impostor })
  ;({ account: box } = await createEphemeral(alice, spendPolicyFactory, salt, policy, unchecked))
  await depositToVault(alice, vault, 10n * amount, { approve: true })
  await fundEphemeral(alice, box, amount, policy, unchecked)
})
afterAll(() => stage?.stop())

const cosigner = { address: freshAddress(), precheck: refuse, authorize: refuse, authorizeCounterfactual: refuse }
async function refuse(): Promise<never> {
  throw new Error('The co-signer was asked.')
}
const params = () => ({ configId, to: impostor, amount, claimHash: claimHash() })
const route = { from: 'Arc_Testnet', to: 'Base_Sepolia', amount } as const
const factory = () => requireDeployment(stage.devnet.primary.chainId).spendPolicyFactory

/** Each guarded export, called to pay an imitation of a payee. */
const payments: Readonly<Record<string, () => Promise<unknown>>> = {
  bridgeFromWallet: () => bridgeFromWallet(alice, { ...route, ...guarded, recipient: impostor }),
  resumeBridge: () =>
    resumeBridge(alice, { ...route, sender: alice.address, recipient: impostor, amount: `${amount}` }, guarded),
  createEphemeral: () => createEphemeral(alice, factory(), freshSalt(), policy, guarded),
  depositToVault: () => depositToVault(alice, vault, amount, { owner: impostor, ...guarded }),
  addHubDelegate: () => addHubDelegate(alice, { ...guarded, chain: 'Arc_Testnet', delegate: impostor }),
  executePlan: async () => executePlan(alice, await planOperation(alice, 'sendProtected', params(), guarded), guarded),
  fundBoxFromHub: () =>
    fundBoxFromHub(alice, { ...guarded, account: box, amount, from: 'Base_Sepolia', to: 'Arc_Testnet' }),
  fundEphemeral: () => fundEphemeral(alice, box, amount, policy, guarded),
  fundFromVault: () => fundFromVault(alice, vault, box, amount, guarded),
  release: () => release(alice, openTransfer, impostor, guarded),
  sendProtected: () => sendProtected(alice, params(), guarded),
  sendProtectedBatch: () => sendProtectedBatch(alice, [params()], guarded),
  sendProtectedBatchWithAuthorization: () => sendProtectedBatchWithAuthorization(alice, [params()], guarded),
  sendProtectedBatchWithWitness: () => sendProtectedBatchWithWitness(alice, [params()], guarded),
  sendProtectedWithAuthorization: () => sendProtectedWithAuthorization(alice, params(), guarded),
  sendProtectedWithPermit: () => sendProtectedWithPermit(alice, params(), guarded),
  sendProtectedWithWitness: () => sendProtectedWithWitness(alice, params(), guarded),
  settlePrivatePayment: () =>
    settlePrivatePayment(
      alice,
      box,
      amount,
      { ...cosigner, address: policy.cosigner },
      { owner: alice.address },
      guarded,
    ),
  settlePrivatePaymentBatched: () =>
    settlePrivatePaymentBatched(
      alice,
      { factory: factory(), salt: freshSalt(), policy, amount, cosigner, owner: alice.address },
      guarded,
    ),
  signBatchAuthorization: () => signBatchAuthorization(alice, [params()], guarded),
  signBatchWitness: () => signBatchWitness(alice, [params()], guarded),
  signRelease: () => signRelease(alice, openTransfer, impostor, guarded),
  signSendAuthorization: () => signSendAuthorization(alice, params(), guarded),
  signSendWitness: () => signSendWitness(alice, params(), guarded),
  submitBatchAuthorization: async () =>
    submitBatchAuthorization(alice, await signBatchAuthorization(alice, [params()], unchecked), guarded),
  submitBatchWitness: async () =>
    submitBatchWitness(alice, await signBatchWitness(alice, [params()], unchecked), guarded),
  submitSendAuthorization: async () =>
    submitSendAuthorization(alice, await signSendAuthorization(alice, params(), unchecked), guarded),
  submitSendWitness: async () => submitSendWitness(alice, await signSendWitness(alice, params(), unchecked), guarded),
  spendFromHub: () => spendFromHub(alice, { ...route, ...guarded, recipient: impostor }),
  withdrawFromVault: () => withdrawFromVault(alice, vault, impostor, amount, guarded),
}

describe('every export that moves money', () => {
  const functions = findWalletFunctions(readEntryPoints(root, [entry]).get(entry) as never)

  test('is guarded, or listed with the reason why not', () => {
    const named = functions.filter(({ isGuarded }) => isGuarded).map(({ name }) => name)
    expect(named.sort()).toEqual(Object.keys(payments).sort())
    const others = functions.filter(({ isGuarded }) => !isGuarded).map(({ name }) => name)
    expect(others.sort()).toEqual(Object.keys(unguarded).sort())
  })

  test('can be planned, or is listed with the reason why not', async () => {
    const names = functions.map(({ name }) => name).filter((name) => !movesNothing.test(unguarded[name] ?? ''))
    const isPlanned = async (name: string) =>
      !String(await planOperation(alice, name as 'cancel', {} as never).catch((thrown) => thrown)).includes(
        'no plan of',
      )
    const planned = await Promise.all(names.map(async (name) => ((await isPlanned(name)) ? [] : [name])))
    const others = Object.keys(withoutPlan).filter((name) => !movesNothing.test(unguarded[name] ?? ''))
    expect(planned.flat().sort()).toEqual(others.sort())
  })

  test.each(Object.entries(payments))('%s does not pay an imitation', async (_, pay) => {
    const { publicClient, address } = alice
    const before = await publicClient.getTransactionCount({ address })
    const error = await pay().catch((thrown) => thrown)
    expect(error instanceof BatchItemFailedError ? error.cause : error).toBeInstanceOf(RiskBlockedError)
    expect(await publicClient.getTransactionCount({ address })).toBe(before)
  })
})

/** Variables of the mutation of each guarded export, which call it to pay an imitation of a payee. */
const mutations: Readonly<Record<keyof typeof payments, () => object | Promise<object>>> = {
  bridgeFromWallet: () => ({ ...route, recipient: impostor }),
  resumeBridge: () => ({
    progress: { ...route, sender: alice.address, recipient: impostor, amount: `${amount}` },
  }),
  createEphemeral: () => ({ factory: factory(), salt: freshSalt(), policy }),
  depositToVault: () => ({ vault, amount, owner: impostor }),
  addHubDelegate: () => ({ chain: 'Arc_Testnet', delegate: impostor }),
  executePlan: async () => ({ plan: await planOperation(alice, 'sendProtected', params(), guarded) }),
  fundBoxFromHub: () => ({ account: box, amount, from: 'Arc_Testnet', to: 'Arc_Testnet' }),
  fundEphemeral: () => ({ account: box, amount, policy }),
  fundFromVault: () => ({ vault, account: box, amount }),
  release: () => ({ transferId: openTransfer, recipient: impostor }),
  sendProtected: params,
  sendProtectedBatch: () => ({ items: [params()] }),
  sendProtectedBatchWithAuthorization: () => ({ items: [params()] }),
  sendProtectedBatchWithWitness: () => ({ items: [params()] }),
  sendProtectedWithAuthorization: () => ({ send: params() }),
  sendProtectedWithPermit: params,
  sendProtectedWithWitness: () => ({ send: params() }),
  settlePrivatePayment: () => ({ account: box, amount, owner: alice.address }),
  settlePrivatePaymentBatched: () => ({ factory: factory(), salt: freshSalt(), policy, amount, owner: alice.address }),
  signBatchAuthorization: () => ({ items: [params()] }),
  signBatchWitness: () => ({ items: [params()] }),
  signRelease: () => ({ transferId: openTransfer, recipient: impostor }),
  signSendAuthorization: () => ({ send: params() }),
  signSendWitness: () => ({ send: params() }),
  submitBatchAuthorization: async () => sealed(await signBatchAuthorization(alice, [params()], unchecked)),
  submitBatchWitness: async () => sealed(await signBatchWitness(alice, [params()], unchecked)),
  submitSendAuthorization: async () => sealed(await signSendAuthorization(alice, params(), unchecked)),
  submitSendWitness: async () => sealed(await signSendWitness(alice, params(), unchecked)),
  spendFromHub: () => ({ ...route, recipient: impostor }),
  withdrawFromVault: () => ({ vault, to: impostor, amount }),
}
const holdfast = reactQueries.createHoldfast()
const builders = Object.fromEntries(Object.entries<unknown>(reactQueries))
const sealed = async (signed: object) => ({ entry: await holdfast.journal.keep({ signed }) })

type Mutate = (config: unknown, parameters: object) => { mutationFn: (variables: object) => Promise<unknown> }

describe('the mutation of every export that moves money', () => {
  test('each has one', () => expect(Object.keys(mutations).sort()).toEqual(Object.keys(payments).sort()))

  test.each(Object.entries(mutations))('%s does not pay an imitation', async (name, variables) => {
    const { publicClient, address } = alice
    const options = builders[`${name}MutationOptions`] as Mutate
    const settler = { ...cosigner, address: policy.cosigner }
    const { mutationFn } = options(await appOf(stage, alice), { holdfast, cosigner: settler })
    const asked = await variables()
    const before = await publicClient.getTransactionCount({ address })
    const error = await mutationFn({ ...asked, ...guarded }).catch((thrown) => thrown)
    expect(error instanceof BatchItemFailedError ? error.cause : error).toBeInstanceOf(RiskBlockedError)
    expect(await publicClient.getTransactionCount({ address })).toBe(before)
  })
})

describe('the plan of every export that moves money', () => {
  const plannable = Object.entries(mutations).filter(([name]) => !(name in withoutPlan))

  test.each(plannable)('%s does not pay an imitation', async (name, variables) => {
    const { publicClient, address } = alice
    const { send, entry, ...rest } = (await variables()) as { send?: object; entry?: string }
    // A plan holds what was signed and leaves the signature out.
    const { signed } = entry === undefined ? { signed: {} } : (await holdfast.journal.open(entry)).secret
    const { signature, ...named } = signed as { signature?: Hex }
    const operation = name as 'sendProtected'
    const issuer = /bridge/i.test(name) ? { apiUrl: stage.devnet.issuer.attestationUrl } : stage.hub
    const plan = await planOperation(alice, operation, { ...rest, ...send, ...named } as ReturnType<typeof params>, {
      ...guarded,
      issuer,
    })
    expect(plan.firewall.map(({ level, target }) => [level, target])).toEqual([['block', getAddress(impostor)]])
    const before = await publicClient.getTransactionCount({ address })
    const handOver = { signature, cosigner: { ...cosigner, address: policy.cosigner } } as never
    await expect(executePlan(alice, plan, { ...guarded, issuer, handOver })).rejects.toBeInstanceOf(RiskBlockedError)
    expect(await publicClient.getTransactionCount({ address })).toBe(before)
  })
})
