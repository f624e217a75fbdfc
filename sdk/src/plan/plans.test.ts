import { protectedTransferAbi, shieldVaultAbi, spendPolicyAccountAbi, spendPolicyFactoryAbi } from '@holdfast/contracts'
import { freshSalt, pushPolicy, signingCoSigner } from '@holdfast/testkit/boxPolicies'
import { type HubStage, setHubStage } from '@holdfast/testkit/hubStage'
import { replaceIn } from '@holdfast/testkit/replaceIn'
import { batching, walletOf } from '@holdfast/testkit/rpcWallet'
import type { Actor } from '@holdfast/testkit/stage'
import { runs, tiered } from '@holdfast/testkit/tier'
import { type Asked, watched } from '@holdfast/testkit/watchedAccount'
import fc from 'fast-check'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  decodeFunctionData,
  type Hex,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bridgeFromWallet } from '../bridge/bridgeFromWallet.js'
import { BRIDGE_CHAINS } from '../chain/bridgeChains.js'
import { requireDeployment } from '../chain/registry.js'
import { usdcAbi } from '../chain/usdc.js'
import { ServiceError } from '../errors/base.js'
import { StalePlanError } from '../errors/plan.js'
import { RiskBlockedError } from '../errors/risk.js'
import { TransferUnavailableError } from '../errors/transfer.js'
import { initiateHubWithdrawal } from '../hub/initiateHubWithdrawal.js'
import { paymentLinkTerms } from '../links/paymentLinkTerms.js'
import { readPaymentLink } from '../links/readPaymentLink.js'
import type { PaymentLink } from '../links/types.js'
import { craftLookalike } from '../risk/craftLookalike.js'
import type { IDataProvider } from '../risk/history/IDataProvider.js'
import { createEphemeral } from '../shield/createEphemeral.js'
import { depositToVault } from '../shield/depositToVault.js'
import { fundEphemeral } from '../shield/fundEphemeral.js'
import { spendTypedData } from '../shield/spendDigest.js'
import { signSweep } from '../shield/sweepWithSignature.js'
import { ACTION_PAY, ACTION_PULL, type EphemeralPolicy, MODE_PULL, type SpendAction } from '../shield/types.js'
import { announceArgsFor } from '../stealth/announceArgsFor.js'
import { deriveStealthKeys, STEALTH_KEY_MESSAGE } from '../stealth/deriveStealthKeys.js'
import { generateStealthAddress } from '../stealth/generateStealthAddress.js'
import { approveUsdc } from '../transfer/allowance.js'
import { cancel } from '../transfer/cancel.js'
import { signCancel } from '../transfer/cancelWithSignature.js'
import { claimKeyFromCode, claimKeyFromLink, generateLinkSecret } from '../transfer/claimKey.js'
import { generateClaimCode } from '../transfer/claimSecret.js'
import { defineConfig } from '../transfer/config.js'
import { memoAbi } from '../transfer/memo.js'
import { approvePermit } from '../transfer/permit.js'
import { registerConfig } from '../transfer/registerConfig.js'
import { signRelease } from '../transfer/releaseWithSignature.js'
import { signBatchAuthorization } from '../transfer/sendProtectedBatchWithAuthorization.js'
import { signBatchWitness } from '../transfer/sendProtectedBatchWithWitness.js'
import { sendProtectedWithAuthorization, signSendAuthorization } from '../transfer/sendProtectedWithAuthorization.js'
import { signSendWitness } from '../transfer/sendProtectedWithWitness.js'
import { signClaim } from '../transfer/signClaim.js'
import type { SendProtectedParams } from '../transfer/types.js'
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

let stage: HubStage
let alice: Actor
/** An account with a balance in the Hub. */
let depositor: Actor
let configId: Hex
let byKey: Hex

beforeAll(async () => {
  stage = await setHubStage()
  alice = await stage.actor()
  depositor = await stage.depositor(20_000_000n)
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
  const callsIn = (data: Hex): string[] => {
    for (const abi of [
      usdcAbi,
      protectedTransferAbi,
      memoAbi,
      spendPolicyFactoryAbi,
      spendPolicyAccountAbi,
      shieldVaultAbi,
      issuerAbi,
    ] as const)
      try {
        const { functionName, args } = decodeFunctionData({ abi, data })
        if (functionName === 'memo') return callsIn(args[1])
        return functionName === 'aggregate3' ? args[0].flatMap(({ callData }) => callsIn(callData)) : [functionName]
      } catch {}
    return [data.slice(0, 10)]
  }
  return asked.flatMap((one) => (one.kind === 'signature' ? [one.primaryType] : callsIn(one.data)))
}
const issuerAbi = parseAbi([
  'function addDelegate(address token, address delegate)',
  'function removeDelegate(address token, address delegate)',
  'function announce(uint256 schemeId, address stealthAddress, bytes ephemeralPubKey, bytes metadata)',
  'function deposit(address token, uint256 value)',
  'function initiateWithdrawal(address token, uint256 value)',
  'function withdraw(address token)',
  'function depositForBurnWithHook(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold, bytes hookData)',
  'function receiveMessage(bytes message, bytes attestation) returns (bool)',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) returns ((bool success, bytes returnData)[])',
])
const stepsOf = ({ steps }: Plan) =>
  steps.flatMap((step) =>
    step.kind === 'signature' ? step.primaryType : step.calls.map(({ functionName }) => functionName),
  )

type Case = {
  steps: string[]
  by?: 'alice' | 'anyone' | 'depositor' | 'remote'
  plan: (by: Actor) => Promise<Plan>
  /** `timeoutMs`: how long a burn that the issuer does not know is waited for. */
  carryOut: (by: Actor, plan: Plan, timeoutMs?: number) => Promise<unknown>
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

/** What alice has signed, submitted by another account. */
function submitting(
  operation: 'submitSendAuthorization' | 'submitSendWitness' | 'submitBatchAuthorization' | 'submitBatchWitness',
  step: string,
  sign: (params: Omit<SendProtectedParams, 'memo'>) => Promise<{ signature: Hex }>,
): Case {
  let signed: { signature: Hex }
  return {
    steps: [step],
    async plan(by) {
      signed = await sign({ ...keyed().fields, configId: byKey })
      const { signature, ...params } = signed
      const plan = await planOperation(by, operation, params as Plan<typeof operation>['params'], { checkOptions })
      expect(plan).toMatchObject({ payer: alice.address, amount, fee: amount / 100n })
      return plan
    },
    carryOut: (by, plan) => executePlan(by, plan as Plan<typeof operation>, { handOver: signed, checkOptions }),
  }
}

const code = generateClaimCode()
const key = keyed()
const batchKeys = [
  [genuine, keyed()],
  [other, keyed()],
] as const
const cases: Readonly<Record<string, Case>> = {
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
  registerConfig: {
    steps: ['createConfig'],
    plan: (by) => planOperation(by, 'registerConfig', { terms }),
    carryOut: (by, plan) => executePlan(by, plan),
  },
  approveUsdc: {
    steps: ['approve'],
    plan: (by) => planOperation(by, 'approveUsdc', { amount }),
    carryOut: (by, plan) => executePlan(by, plan),
  },
  claimWithKeyBatch: {
    steps: ['claimWithKeyBatch'],
    plan: async (by) => {
      const claims = []
      for (const [recipient, { fields }] of batchKeys)
        claims.push({ transferId: await lock(fields.claimHash, byKey, recipient), recipient })
      return planOperation(by, 'claimWithKeyBatch', { claims })
    },
    carryOut: async (by, plan) => {
      const { claims } = (plan as Plan<'claimWithKeyBatch'>).params
      const signed = await Promise.all(
        claims.map((one, at) => signClaim(batchKeys[at]?.[1].key ?? key.key, { chainId: plan.chainId, ...one })),
      )
      const handOver = { signatures: signed.map(({ signature }) => signature) }
      return executePlan(by, plan as Plan<'claimWithKeyBatch'>, { handOver })
    },
  },
  reclaimExpiredBatch: {
    steps: ['reclaimExpiredBatch'],
    plan: async (by) => {
      const transferIds = [await lock(generateClaimCode().claimHash), await lock(generateClaimCode().claimHash)]
      await stage.devnet.primary.increaseTime(61)
      // The last was never made.
      return planOperation(by, 'reclaimExpiredBatch', { transferIds: [...transferIds, 1_000_000n] })
    },
    carryOut: (by, plan) => executePlan(by, plan),
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

const releaseTerms = defineConfig({ claimMode: 'KEY_RELEASE' })
const openTransfer = async (claimHash: Hex) => {
  const { configId: open } = await registerConfig(alice, releaseTerms)
  return lock(claimHash, open, zeroAddress)
}
const linkSecret = generateLinkSecret()
const linkCode = generateClaimCode()
const origin = 'https://pay.example'
let signedCancel: Awaited<ReturnType<typeof signCancel>>
let signedRelease: Awaited<ReturnType<typeof signRelease>>
const claimingLink = (steps: string[], link: () => Promise<PaymentLink>, code?: string): Case => {
  let made: PaymentLink
  return {
    steps,
    plan: async (by) => {
      made = await link()
      const { kind, chainId, transferId } = made
      return planOperation(by, 'claimPaymentLink', { kind, chainId, transferId, recipient: genuine })
    },
    carryOut: (by, plan) => executePlan(by, plan as Plan<'claimPaymentLink'>, { handOver: { link: made, code } }),
  }
}
const linkTo = async (transferId: Promise<bigint>) => ({ chainId: 5042002, transferId: await transferId })

/** Links, and what one account signs for another to submit. */
const linkCases: Readonly<Record<string, Case>> = {
  createPaymentLink: {
    steps: ['createConfig', 'ReceiveWithAuthorization', 'sendProtectedWithAuthorization'],
    plan: (by) => {
      const { claimHash } = claimKeyFromLink(linkSecret)
      return planOperation(by, 'createPaymentLink', { terms: paymentLinkTerms(amount), amount, claimHash })
    },
    carryOut: async (by, plan) => {
      const handOver = { linkSecret, origin }
      const { result } = await executePlan(by, plan as Plan<'createPaymentLink'>, { handOver })
      expect(readPaymentLink(result.link)).toMatchObject({ kind: 'payment', transferId: result.transferId })
    },
  },
  'claimPaymentLink of a payment link': claimingLink(['claimWithKey'], async () => {
    const secret = generateLinkSecret()
    const transferId = lock(claimKeyFromLink(secret).claimHash, byKey, zeroAddress)
    return { kind: 'payment', ...(await linkTo(transferId)), linkSecret: secret }
  }),
  'claimPaymentLink that needs a release': claimingLink(['requestRelease'], async () => {
    const secret = generateLinkSecret()
    return { kind: 'payment', ...(await linkTo(openTransfer(claimKeyFromLink(secret).claimHash))), linkSecret: secret }
  }),
  'claimPaymentLink of a claim link': claimingLink(
    ['claimTo'],
    async () => ({ kind: 'claim', ...(await linkTo(lock(linkCode.claimHash))) }),
    linkCode.secret,
  ),
  submitSendAuthorization: submitting('submitSendAuthorization', 'sendProtectedWithAuthorization', (params) =>
    signSendAuthorization(alice, params, { checkOptions }),
  ),
  submitSendWitness: submitting('submitSendWitness', 'sendProtectedWithWitness', async (params) => {
    await approvePermit(alice)
    return signSendWitness(alice, params, { checkOptions })
  }),
  submitBatchAuthorization: submitting('submitBatchAuthorization', 'sendProtectedBatchWithAuthorization', (params) =>
    signBatchAuthorization(alice, [params], { checkOptions }),
  ),
  submitBatchWitness: submitting('submitBatchWitness', 'sendProtectedBatchWithWitness', async (params) => {
    await approvePermit(alice)
    return signBatchWitness(alice, [params], { checkOptions })
  }),
  cancelWithSignature: {
    steps: ['cancelWithSignature'],
    plan: async (by) => {
      signedCancel = await signCancel(alice, await lock(generateClaimCode().claimHash))
      const { signature, ...params } = signedCancel
      return planOperation(by, 'cancelWithSignature', params)
    },
    carryOut: (by, plan) => executePlan(by, plan as Plan<'cancelWithSignature'>, { handOver: signedCancel }),
  },
  releaseWithSignature: {
    steps: ['releaseWithSignature'],
    plan: async (by) => {
      const transferId = await openTransfer(claimKeyFromLink(generateLinkSecret()).claimHash)
      signedRelease = await signRelease(alice, transferId, genuine, { checkOptions })
      const { signature, ...params } = signedRelease
      return planOperation(by, 'releaseWithSignature', params)
    },
    carryOut: (by, plan) => executePlan(by, plan as Plan<'releaseWithSignature'>, { handOver: signedRelease }),
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

const judge = signingCoSigner()
let sweepSignature: Hex = '0x'

const boxCases: Readonly<Record<string, Case>> = {
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
  settlePrivatePayment: {
    steps: ['pay'],
    plan: async (by) => {
      const { account } = await funded(by, { cosigner: judge.cosigner.address })
      return planOperation(by, 'settlePrivatePayment', { account, amount, owner: by.address }, { checkOptions })
    },
    carryOut: (by, plan) =>
      executePlan(by, plan as Plan<'settlePrivatePayment'>, { handOver: { cosigner: judge.cosigner }, checkOptions }),
  },
  settlePrivatePaymentBatched: {
    steps: ['createAccount', 'transfer', 'pay'],
    plan: (by) => {
      const policy = policyOf(by.address, { cosigner: judge.cosigner.address })
      const params = { factory: factory(), salt: freshSalt(), policy, amount, owner: by.address }
      return planOperation(by, 'settlePrivatePaymentBatched', params, { checkOptions })
    },
    carryOut: (by, plan) =>
      executePlan(by, plan as Plan<'settlePrivatePaymentBatched'>, {
        handOver: { cosigner: judge.cosigner },
        checkOptions,
      }),
  },
  sweepWithSignature: {
    steps: ['sweepWithSignature'],
    plan: async (by) => {
      const { account } = await funded(alice)
      const { signature, ...params } = await signSweep(alice, account)
      sweepSignature = signature
      return planOperation(by, 'sweepWithSignature', params)
    },
    carryOut: (by, plan) =>
      executePlan(by, plan as Plan<'sweepWithSignature'>, { handOver: { signature: sweepSignature } }),
  },
  announceStealthBox: {
    steps: ['announce'],
    plan: async (by) => {
      const keys = deriveStealthKeys(
        await privateKeyToAccount(cosignerKey).signMessage({ message: STEALTH_KEY_MESSAGE }),
      )
      const { stealthAddress, ephemeralPubKey, viewTag } = generateStealthAddress(keys)
      const [, , , metadata] = announceArgsFor({ stealthAddress, ephemeralPubKey, viewTag }, genuine)
      return planOperation(by, 'announceStealthBox', { stealthAddress, ephemeralPubKey, metadata })
    },
    carryOut: (by, plan) => executePlan(by, plan),
  },
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

const route = { from: 'Arc_Testnet', to: 'Base_Sepolia', amount } as const
const bridge = (timeoutMs = 120_000) => ({ apiUrl: stage.devnet.issuer.attestationUrl, pollMs: 25, timeoutMs })
const through = (issuer: 'hub' | 'bridge') => ({ checkOptions, issuer: issuer === 'hub' ? stage.hub : bridge() })

const personOf = (by: Case['by']) => (by === 'alice' ? alice : by === 'depositor' ? depositor : stage.actor())

const issuerCases: Readonly<Record<string, Case>> = {
  bridgeFromWallet: {
    steps: ['approve', 'depositForBurnWithHook'],
    plan: (by) => planOperation(by, 'bridgeFromWallet', { ...route, recipient: genuine }, through('bridge')),
    carryOut: (by, plan) => executePlan(by, plan, through('bridge')),
  },
  resumeBridge: {
    steps: ['approve', 'depositForBurnWithHook'],
    plan: (by) => {
      const progress = { ...route, sender: by.address, recipient: genuine, amount: `${amount}` }
      return planOperation(by, 'resumeBridge', { progress }, through('bridge'))
    },
    carryOut: (by, plan) => executePlan(by, plan, through('bridge')),
  },
  mintBridged: {
    by: 'remote',
    steps: ['receiveMessage'],
    plan: async (by) => {
      stage.devnet.faults.set({ attestation: { failMints: 1 } })
      const failed = { ...route, ...bridge(), skipRiskCheck: true, recipient: genuine }
      const { burnTxHash } = await bridgeFromWallet(await stage.actor(), failed).catch((error) => error)
      stage.clearFaults()
      const burn = { sourceDomain: 26, burnTxHash, to: 'Base_Sepolia' } as const
      return planOperation(by, 'mintBridged', burn, through('bridge'))
    },
    carryOut: (by, plan, timeoutMs) => executePlan(by, plan, { issuer: bridge(timeoutMs) }),
  },
  spendFromHub: {
    by: 'depositor',
    steps: ['BurnIntent'],
    plan: (by) => planOperation(by, 'spendFromHub', { ...route, recipient: genuine }, through('hub')),
    carryOut: (by, plan) => executePlan(by, plan, through('hub')),
  },
  fundBoxFromHub: {
    by: 'depositor',
    steps: ['BurnIntent'],
    plan: async (by) => {
      const { account } = await box(by)
      return planOperation(by, 'fundBoxFromHub', { ...route, to: 'Arc_Testnet', account }, through('hub'))
    },
    carryOut: (by, plan) => executePlan(by, plan, through('hub')),
  },
  initiateHubWithdrawal: {
    by: 'depositor',
    steps: ['initiateWithdrawal'],
    plan: (by) => planOperation(by, 'initiateHubWithdrawal', { chain: 'Arc_Testnet', amount }),
    carryOut: (by, plan) => executePlan(by, plan),
  },
  addHubDelegate: {
    by: 'depositor',
    steps: ['addDelegate'],
    plan: (by) => planOperation(by, 'addHubDelegate', { chain: 'Arc_Testnet', delegate: genuine }, { checkOptions }),
    carryOut: (by, plan) => executePlan(by, plan, { checkOptions }),
  },
  removeHubDelegate: {
    by: 'depositor',
    steps: ['removeDelegate'],
    plan: (by) => planOperation(by, 'removeHubDelegate', { chain: 'Arc_Testnet', delegate: genuine }),
    carryOut: (by, plan) => executePlan(by, plan),
  },
  completeHubWithdrawal: {
    by: 'depositor',
    steps: ['withdraw'],
    plan: async (by) => {
      await initiateHubWithdrawal(depositor, { chain: 'Arc_Testnet', amount })
      await stage.devnet.primary.mine(200)
      return planOperation(by, 'completeHubWithdrawal', { chain: 'Arc_Testnet' })
    },
    carryOut: (by, plan) => executePlan(by, plan),
  },
}

const allCases = { ...cases, ...linkCases, ...boxCases, ...issuerCases }

/** Other values of each kind that a plan holds; `null` stands for a field that is not there. */
const others = [
  impostor,
  '1',
  '2500000',
  '-1',
  1,
  84532,
  2 ** 53,
  true,
  null,
  'Base_Sepolia',
  `0x${'11'.repeat(32)}`,
  [],
  {},
]

/** The same plan with one value replaced, more often one of its parameters than another. */
function mutants(planned: Plan, count: number): string[] {
  const whole = JSON.parse(encodePlan(planned))
  const inParams = fc
    .tuple(fc.constant(1), fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }))
    .map((path) => path.flat())
  const anywhere = fc.array(fc.nat(50), { minLength: 1, maxLength: 5 })
  const samples = fc.sample(fc.tuple(fc.oneof(inParams, anywhere), fc.constantFrom(...others)), {
    ...runs(count),
    numRuns: count,
  })
  return samples.map(([path, value]) => JSON.stringify(replaceIn(whole, path, value)))
}

/** What a wallet was asked for first, without what is drawn or counted each time; of a quote, whether the plan covers it. */
function firstOf([first]: readonly Asked[], sealed: readonly string[], fee: bigint) {
  if (first === undefined || sealed.length === 0 || first.kind === 'transaction')
    return first && { ...first, cost: 0n, ...(sealed.length > 0 && { data: '0x' }) }
  const text = JSON.stringify(first.message, (name, value) =>
    sealed.includes(name)
      ? null
      : name === 'maxFee'
        ? BigInt(value) <= fee
        : typeof value === 'bigint'
          ? `${value}`
          : value,
  )
  return { ...first, message: JSON.parse(text) }
}

describe('each operation', () => {
  test.each(Object.entries(allCases))(
    '%s signs what its plan names, and nothing else, also when the plan was changed',
    async (_, { by, steps, plan, carryOut }) => {
      const person = await (by === 'remote' ? stage.remoteActor() : personOf(by))
      const actor = watched(person)
      const planned = await plan(actor)
      expect(namesOf(actor.asked), 'nothing is signed for a plan').toEqual([])
      expect(stepsOf(planned)).toEqual(steps)
      const parsed = decodePlan(encodePlan(planned))
      expect(parsed).toEqual(planned)

      const declining = watched(person, { refuses: true })
      const firsts: Asked[][] = []
      for (const text of mutants(planned, tiered(3, 60))) {
        const error = await (async () => carryOut(declining, decodePlan(text), 100))().catch((thrown) => thrown)
        if (error instanceof Error) expect(error, `${text}\n${error.stack}`).toBeInstanceOf(ServiceError)
        firsts.push(declining.asked.splice(0))
      }

      const here = planned.chainId
      const wallets = planned.effects.filter(({ holding, chainId }) => holding === 'wallet' && chainId === here)
      await carryOut(actor, planned)
      expect(namesOf(actor.asked)).toEqual(steps)
      const [{ sealed } = { sealed: [] }] = planned.steps
      for (const asked of firsts.filter(({ length }) => length > 0))
        expect(firstOf(asked, sealed, planned.fee)).toEqual(firstOf(actor.asked, sealed, planned.fee))
      const cost = actor.asked.reduce((sum, one) => sum + (one.kind === 'transaction' ? one.cost : 0n), 0n)
      expect(cost).toBeLessThanOrEqual(planned.networkFee.most * (by === 'remote' ? 1n : 10n ** 12n))
      for (const { account, after } of wallets) {
        const gas = account === actor.address ? planned.networkFee.most : 0n
        if (after === null) continue
        const now = await (by === 'remote' ? stage.remoteBalanceOf(account) : stage.balanceOf(account))
        expect(now <= after && now >= after - gas, `${account} has ${now} of ${after}`).toBe(true)
      }
    },
  )
})

test('a burn that the issuer does not know is waited for as long as the issuer is given', async () => {
  const { walletClient, publicClient } = await stage.remoteActor()
  const burn = { sourceDomain: 26, burnTxHash: `0x${'11'.repeat(32)}`, to: 'Base_Sepolia' } as const
  const error = await planOperation({ walletClient, publicClient }, 'mintBridged', burn, {
    issuer: bridge(50),
  }).catch((thrown) => thrown)
  expect(error).toMatchObject({ name: 'NotAttestedError' })
})

/** The issuer, whose fees are a multiple of what they are. */
const pricedBy =
  (factor: number): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    if (!/fees|estimate/.test(String(input))) return response
    const raise = (name: string, value: unknown) =>
      /^(low|med|medium|high|maxFee)$/.test(name) ? `${Math.ceil(Number(value) * factor)}` : value
    return Response.json(JSON.parse(await response.text(), raise), response)
  }

describe.each([
  ['bridge', 'bridgeFromWallet'],
  ['hub', 'spendFromHub'],
] as const)('a quote of the %s', (service, operation) => {
  const plan = (by: Actor, factor: number) => {
    const issuer = { ...through(service).issuer, fetchImpl: pricedBy(factor) }
    return planOperation(by, operation, { ...route, recipient: genuine }, { checkOptions, issuer })
  }
  const carryOut = (by: Actor, plan: Plan, factor: number) => {
    const issuer = { ...through(service).issuer, fetchImpl: pricedBy(factor) }
    return executePlan(by, plan as Plan<typeof operation>, { checkOptions, issuer })
  }

  test('that has risen makes the plan stale, and nothing is signed', async () => {
    const by = watched(depositor)
    const error = await carryOut(by, await plan(by, 1), 4).catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'stale_plan', changed: ['fee'] })
    expect(by.asked).toEqual([])
  })

  test('that has fallen does not', async () => {
    const by = watched(depositor)
    const made = await plan(by, 1.5)
    const { result } = await carryOut(by, made, 1)
    expect(result.quote.maxFee).toBeLessThanOrEqual(made.fee)
    expect(made.effects[0]).toMatchObject({ change: -(amount + made.fee) })
  })
})

test('a chain that only the Bridge knows: planned there, and refused on another', async () => {
  const away = { from: 'OP_Sepolia', to: 'Arc_Testnet', amount, recipient: genuine } as const
  await expect(planOperation(alice, 'bridgeFromWallet', away, through('bridge'))).rejects.toMatchObject({
    name: 'WrongNetworkError',
  })
  const { chainId, usdc } = BRIDGE_CHAINS.OP_Sepolia
  const { request } = stage.remotePublicClient
  // The remote chain of the devnet under the name and with the token of the other one.
  const renamed = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    if (method === 'eth_chainId') return toHex(chainId)
    const text = JSON.stringify(params ?? []).replaceAll(
      new RegExp(usdc.slice(2), 'gi'),
      stage.devnet.remote.usdc.slice(2),
    )
    return request({ method, params: JSON.parse(text) } as never)
  }
  const transport = custom({ request: renamed })
  const { walletClient, address } = await stage.remoteActor()
  const account = walletClient.account ?? address
  const by = {
    publicClient: createPublicClient({ transport }),
    walletClient: createWalletClient({ account, transport }),
  }
  const plan = await planOperation(by, 'bridgeFromWallet', away, { ...through('bridge'), skipRiskCheck: true })
  expect(plan).toMatchObject({ chainId, amount, payer: address, recipient: genuine, networkFee: { coin: 'ETH' } })
  expect(plan.effects.map((effect) => [effect.chainId, effect.change])).toEqual([
    [chainId, -(amount + plan.fee)],
    [5042002, amount],
  ])
})

test('a wallet that makes calls together: one prompt, planned and carried out as one', async () => {
  const asked: string[] = []
  const bob = await stage.actor()
  const by = walletOf(bob, asked, batching(bob))
  const prompts = () => asked.filter((method) => /send|sign/i.test(method))
  const params = { configId: byKey, ...keyed().fields }
  const plan = await planOperation(by, 'sendProtected', params, { checkOptions })
  expect(plan.steps).toHaveLength(1)
  expect(stepsOf(plan)).toEqual(['approve', 'sendProtected'])
  expect(prompts()).toEqual([])
  const { result, transactions } = await executePlan(by, decodePlan(encodePlan(plan)) as typeof plan, { checkOptions })
  expect(prompts()).toEqual(['wallet_sendCalls'])
  expect(transactions).toEqual([{ step: plan.steps[0], txHash: result.txHash }])
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

  test('error: a spend that the box would not make is refused before the co-signer is asked', async () => {
    const bob = watched(await stage.actor())
    const push = await funded(bob, { cosigner: judge.cosigner.address })
    const pull = await funded(bob, { mode: MODE_PULL, interval: 60, perPullMax: amount / 2n })
    const planOf = (operation: 'submitPay' | 'submitPull', { account }: { account: Address }, much: bigint) =>
      planOperation(bob, operation, { account, amount: much })
    const asked = bob.asked.length
    await expect(planOf('submitPay', pull, 1n)).rejects.toMatchObject({ code: 'wrong_mode' })
    await expect(planOf('submitPull', pull, amount / 2n + 1n)).rejects.toMatchObject({ code: 'over_pull_cap' })
    await expect(planOf('submitPay', push, 1_000n * amount)).rejects.toMatchObject({ code: 'over_limit' })
    await expect(
      planOperation(
        bob,
        'settlePrivatePayment',
        { account: push.account, amount: 1_000n * amount, owner: bob.address },
        { checkOptions },
      ),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^(over_limit|insufficient_balance)$/) })
    expect(bob.asked.length).toBe(asked)
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
  type Meddling = [change: string, meddle: (by: Actor, plan: Plan<'sendProtected'>) => unknown]
  /** A row whose plan says something else. */
  const meddled = (change: string, saying: (plan: Plan<'sendProtected'>) => object): Meddling => [
    change,
    (_, plan) => void Object.assign(plan, saying(plan)),
  ]

  test.each<Meddling>([
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
    // What a plan from elsewhere shows besides.
    ...[{ decimals: 18 }, { coin: 'ETH' }, { isUsdc: false }].map((more) =>
      meddled('network_fee', ({ networkFee }) => ({ networkFee: { ...networkFee, ...more } })),
    ),
    meddled('amount', ({ effects: [first] }) => ({ effects: [first] })),
    ...[
      { change: -1n },
      { account: genuine },
      { holding: 'vault' },
      { chainId: 1 },
      { after: 1n },
      { before: null },
    ].map((more) =>
      meddled('amount', ({ effects: [first, ...rest] }) => ({ effects: [{ ...first, ...more }, ...rest] })),
    ),
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

  test('a plan whose fee covers the next block, though not twice its price, is carried out for that fee', async () => {
    const bob = watched(await stage.actor())
    await carryOut(bob, await plan(bob))
    const costOf = () => bob.asked.reduce((sum, one) => sum + (one.kind === 'transaction' ? one.cost : 0n), 0n)
    const usual = costOf()
    bob.asked.length = 0
    const made = await plan(bob)
    const most = (usual * 7n) / 10n / 10n ** 12n
    await carryOut(bob, { ...made, networkFee: { ...made.networkFee, most } })
    expect(costOf()).toBeLessThanOrEqual(most * 10n ** 12n)
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
