import { type Address, zeroAddress } from 'viem'
import { parseAddress } from '../../chain/address.js'
import { deploymentOf } from '../../chain/network.js'
import { assertSpendable } from '../../shield/assertSpendable.js'
import type { CounterfactualCoSigner } from '../../shield/coSigner.js'
import { createEphemeral } from '../../shield/createEphemeral.js'
import { depositToVault } from '../../shield/depositToVault.js'
import { fundEphemeral } from '../../shield/fundEphemeral.js'
import { fundFromVault } from '../../shield/fundFromVault.js'
import { getBox } from '../../shield/getBox.js'
import { settlePrivatePayment } from '../../shield/settlePrivatePayment.js'
import { settlePrivatePaymentBatched } from '../../shield/settlePrivatePaymentBatched.js'
import { submitPay } from '../../shield/submitPay.js'
import { submitPull } from '../../shield/submitPull.js'
import { sweepExpired } from '../../shield/sweepExpired.js'
import { sweepToVault } from '../../shield/sweepToVault.js'
import { sweepWithSignature } from '../../shield/sweepWithSignature.js'
import { MODE_PULL, MODE_PUSH, type SpendMode } from '../../shield/types.js'
import { vaultBalance } from '../../shield/vaultBalance.js'
import { withdrawFromVault } from '../../shield/withdrawFromVault.js'
import { announceStealthBox } from '../../stealth/announceStealthBox.js'
import { STEALTH_SCHEME_ID } from '../../stealth/constants.js'
import type { PlanOperation } from '../operations.js'
import type { PlanEffect } from '../types.js'
import type { Definition, Facts, PlanContext } from './Definition.js'
import { walletEffects } from './effects.js'
import { blankSignature } from './rehearse.js'

const creating: Definition<'createEphemeral'> = {
  last: ['createAccount'],
  sealed: [],
  blank: undefined,
  run: (clients, { factory, salt, policy, payer }, options) =>
    createEphemeral(clients, factory, salt, policy, { ...options, payer }),
  async describe({ account }, { policy: { target, maxAmount } }) {
    return { payer: account, recipient: target, amount: maxAmount, fee: 0n, terms: null, effects: [] }
  },
}

const funding: Definition<'fundEphemeral'> = {
  last: ['transfer'],
  sealed: [],
  blank: undefined,
  run: (clients, { account, amount, policy }, options) => fundEphemeral(clients, account, amount, policy, options),
  describe: (context, { account, amount, policy }) =>
    moving(context, { payer: context.account, recipient: policy.target, amount }, [
      [context.account, -amount],
      [account, amount],
    ]),
}

const fundingFromVault: Definition<'fundFromVault'> = {
  last: ['fundAccount'],
  sealed: [],
  blank: undefined,
  run: (clients, { vault, account, amount, policy }, options) =>
    fundFromVault(clients, vault, account, amount, { ...options, policy }),
  async describe(context, { vault, account, amount }) {
    const { target } = await getBox(context.clients.publicClient, account)
    const facts = await moving(context, { payer: context.account, recipient: target, amount }, [[account, amount]])
    return withVault(context, facts, vault, context.account, -amount)
  },
}

const depositing: Definition<'depositToVault'> = {
  last: ['deposit', 'depositFor'],
  sealed: [],
  blank: undefined,
  run: (clients, { vault, amount, owner }, options) =>
    depositToVault(clients, vault, amount, { ...options, owner, approve: true }),
  async describe(context, { vault, amount, owner = context.account }) {
    const recipient = parseAddress('owner', owner)
    const facts = await moving(context, { payer: context.account, recipient, amount }, [[context.account, -amount]])
    return withVault(context, facts, vault, recipient, amount)
  },
}

const withdrawing: Definition<'withdrawFromVault'> = {
  last: ['withdraw'],
  sealed: [],
  blank: undefined,
  run: (clients, { vault, to, amount }, options) => withdrawFromVault(clients, vault, to, amount, options),
  async describe(context, { vault, to, amount }) {
    const recipient = parseAddress('to', to)
    const facts = await moving(context, { payer: context.account, recipient, amount }, [[recipient, amount]])
    return withVault(context, facts, vault, context.account, -amount)
  },
}

const paying: Definition<'submitPay'> = {
  last: ['pay'],
  sealed: ['cosignerSig'],
  blank: { cosignerSig: blankSignature },
  run: (clients, { account, amount }, options, { cosignerSig }) =>
    submitPay(clients, account, amount, cosignerSig, options),
  describe: (context, params) => describeSpend(context, params, MODE_PUSH),
}

const pulling: Definition<'submitPull'> = {
  last: ['pull'],
  sealed: ['cosignerSig'],
  blank: { cosignerSig: blankSignature },
  run: (clients, { account, amount }, options, { cosignerSig }) =>
    submitPull(clients, account, amount, cosignerSig, options),
  describe: (context, params) => describeSpend(context, params, MODE_PULL),
}

const sweeping: Definition<'sweepToVault'> = {
  last: ['sweepToVault'],
  sealed: [],
  blank: undefined,
  run: (clients, { account, vault }, options) => sweepToVault(clients, account, vault, options),
  describe: describeSweep,
}

const sweepingExpired: Definition<'sweepExpired'> = {
  last: ['sweepExpired'],
  sealed: [],
  blank: undefined,
  run: (clients, { account, vault }, options) => sweepExpired(clients, account, vault, options),
  describe: describeSweep,
}

const sweepingWithSignature: Definition<'sweepWithSignature'> = {
  last: ['sweepWithSignature'],
  sealed: ['signature'],
  blank: { signature: blankSignature },
  run: (clients, params, options, { signature }) => sweepWithSignature(clients, { ...params, signature }, options),
  describe: describeSweep,
}

/** Stands for a co-signer that is not asked while a payment is rehearsed. */
const unasked = async (): Promise<never> => {
  throw new Error('A rehearsal asks no co-signer.')
}
const blankCosigner: CounterfactualCoSigner = {
  address: zeroAddress,
  precheck: unasked,
  authorize: unasked,
  authorizeCounterfactual: unasked,
}

const settling: Definition<'settlePrivatePayment'> = {
  last: ['pay'],
  sealed: ['cosignerSig'],
  blank: { cosigner: blankCosigner },
  async run(clients, { account, amount, ...params }, options, { cosigner, auth }) {
    const address =
      cosigner === blankCosigner ? (await getBox(clients.publicClient, account)).cosigner : cosigner.address
    const judge = cosigner === blankCosigner ? { ...blankCosigner, address } : cosigner
    return settlePrivatePayment(clients, account, amount, judge, { ...params, auth }, options)
  },
  describe: (context, params) => describeSpend(context, params, MODE_PUSH),
}

const settlingBatched: Definition<'settlePrivatePaymentBatched'> = {
  last: ['pay', 'createFundAndPay', 'createFundAndPayWithAuthorization'],
  sealed: ['cosignerSig', 'validBefore', 'deadline', 'signature'],
  blank: { cosigner: blankCosigner },
  run: (clients, params, options, { cosigner, auth }) =>
    settlePrivatePaymentBatched(
      clients,
      {
        ...params,
        cosigner: cosigner === blankCosigner ? { ...blankCosigner, address: params.policy.cosigner } : cosigner,
        auth,
      },
      options,
    ),
  describe: (context, { amount, policy: { target } }) =>
    moving(context, { payer: context.account, recipient: parseAddress('policy.target', target), amount }, [
      [context.account, -amount],
      [target, amount],
    ]),
}

const announcing: Definition<'announceStealthBox'> = {
  last: ['announce'],
  sealed: [],
  blank: undefined,
  async run(clients, { stealthAddress, ephemeralPubKey, metadata }, options) {
    const { stealthAnnouncer } = await deploymentOf(clients.publicClient)
    const args = [BigInt(STEALTH_SCHEME_ID), stealthAddress, ephemeralPubKey, metadata] as const
    return announceStealthBox(clients, stealthAnnouncer, args, options)
  },
  async describe({ account }) {
    return { payer: account, recipient: null, amount: 0n, fee: 0n, terms: null, effects: [] }
  },
}

/** Operations on boxes and vaults. */
export const shieldDefinitions = {
  createEphemeral: creating,
  fundEphemeral: funding,
  fundFromVault: fundingFromVault,
  depositToVault: depositing,
  withdrawFromVault: withdrawing,
  submitPay: paying,
  submitPull: pulling,
  sweepToVault: sweeping,
  sweepExpired: sweepingExpired,
  sweepWithSignature: sweepingWithSignature,
  announceStealthBox: announcing,
  settlePrivatePayment: settling,
  settlePrivatePaymentBatched: settlingBatched,
} satisfies { [operation in PlanOperation]?: Definition<operation> }

async function describeSpend(
  context: PlanContext,
  { account, amount, spentBefore }: { account: Address; amount: bigint; spentBefore?: bigint | undefined },
  mode: SpendMode,
): Promise<Facts> {
  const box = await getBox(context.clients.publicClient, account)
  // A payment that was made already is recognised by the operation itself.
  if (spentBefore === undefined || spentBefore === box.spent) assertSpendable(box, mode, amount)
  const { target } = box
  return moving(context, { payer: account, recipient: target, amount }, [
    [account, -amount],
    [target, amount],
  ])
}

async function describeSweep(
  context: PlanContext,
  { account, vault }: { account: Address; vault: Address },
): Promise<Facts> {
  const { balance } = await getBox(context.clients.publicClient, account)
  const amount = balance ?? 0n
  return moving(context, { payer: account, recipient: parseAddress('vault', vault), amount }, [
    [account, -amount],
    [vault, amount],
  ])
}

/** Money that goes from one to the other, without a fee. */
async function moving(
  context: PlanContext,
  facts: Pick<Facts, 'payer' | 'recipient' | 'amount'>,
  changes: readonly (readonly [account: Address, change: bigint])[],
): Promise<Facts> {
  return { ...facts, fee: 0n, terms: null, effects: await walletEffects(context, changes) }
}

async function withVault(
  { clients, deployment }: PlanContext,
  facts: Facts,
  vault: Address,
  account: Address,
  change: bigint,
): Promise<Facts> {
  const before = await vaultBalance(clients.publicClient, vault, account)
  const effect: PlanEffect = {
    account,
    holding: 'vault',
    chainId: deployment.id,
    change,
    before,
    after: before + change,
  }
  return { ...facts, effects: [...facts.effects, effect] }
}
