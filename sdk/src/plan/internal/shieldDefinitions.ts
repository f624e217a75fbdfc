import type { Address } from 'viem'
import { parseAddress } from '../../chain/address.js'
import { createEphemeral } from '../../shield/createEphemeral.js'
import { depositToVault } from '../../shield/depositToVault.js'
import { fundEphemeral } from '../../shield/fundEphemeral.js'
import { fundFromVault } from '../../shield/fundFromVault.js'
import { getBox } from '../../shield/getBox.js'
import { submitPay } from '../../shield/submitPay.js'
import { submitPull } from '../../shield/submitPull.js'
import { sweepExpired } from '../../shield/sweepExpired.js'
import { sweepToVault } from '../../shield/sweepToVault.js'
import { vaultBalance } from '../../shield/vaultBalance.js'
import { withdrawFromVault } from '../../shield/withdrawFromVault.js'
import type { PlanOperation, PlanOperations } from '../operations.js'
import type { PlanEffect } from '../types.js'
import type { Definition, Facts, Scene } from './Definition.js'
import { walletEffects } from './effects.js'
import { blankSignature } from './rehearse.js'

const creating: Definition<'createEphemeral'> = {
  last: ['createAccount'],
  sealed: [],
  blank: undefined,
  run: (clients, { factory, salt, policy }, options) => createEphemeral(clients, factory, salt, policy, options),
  async describe({ account }, { policy: { target, maxAmount } }) {
    return { payer: account, recipient: target, amount: maxAmount, fee: 0n, terms: null, effects: [] }
  },
}

const funding: Definition<'fundEphemeral'> = {
  last: ['transfer'],
  sealed: [],
  blank: undefined,
  run: (clients, { account, amount, policy }, options) => fundEphemeral(clients, account, amount, policy, options),
  describe: (scene, { account, amount, policy }) =>
    moving(scene, { payer: scene.account, recipient: policy.target, amount }, [
      [scene.account, -amount],
      [account, amount],
    ]),
}

const fundingFromVault: Definition<'fundFromVault'> = {
  last: ['fundAccount'],
  sealed: [],
  blank: undefined,
  run: (clients, { vault, account, amount }, options) => fundFromVault(clients, vault, account, amount, options),
  async describe(scene, { vault, account, amount }) {
    const { target } = await getBox(scene.clients.publicClient, account)
    const facts = await moving(scene, { payer: scene.account, recipient: target, amount }, [[account, amount]])
    return withVault(scene, facts, vault, scene.account, -amount)
  },
}

const depositing: Definition<'depositToVault'> = {
  last: ['deposit', 'depositFor'],
  sealed: [],
  blank: undefined,
  run: (clients, { vault, amount, owner }, options) =>
    depositToVault(clients, vault, amount, { ...options, owner, approve: true }),
  async describe(scene, { vault, amount, owner = scene.account }) {
    const recipient = parseAddress('owner', owner)
    const facts = await moving(scene, { payer: scene.account, recipient, amount }, [[scene.account, -amount]])
    return withVault(scene, facts, vault, recipient, amount)
  },
}

const withdrawing: Definition<'withdrawFromVault'> = {
  last: ['withdraw'],
  sealed: [],
  blank: undefined,
  run: (clients, { vault, to, amount }, options) => withdrawFromVault(clients, vault, to, amount, options),
  async describe(scene, { vault, to, amount }) {
    const recipient = parseAddress('to', to)
    const facts = await moving(scene, { payer: scene.account, recipient, amount }, [[recipient, amount]])
    return withVault(scene, facts, vault, scene.account, -amount)
  },
}

const paying: Definition<'submitPay'> = {
  last: ['pay'],
  sealed: ['cosignerSig'],
  blank: { cosignerSig: blankSignature },
  run: (clients, { account, amount }, options, { cosignerSig }) =>
    submitPay(clients, account, amount, cosignerSig, options),
  describe: describeSpend,
}

const pulling: Definition<'submitPull'> = {
  last: ['pull'],
  sealed: ['cosignerSig'],
  blank: { cosignerSig: blankSignature },
  run: (clients, { account, amount }, options, { cosignerSig }) =>
    submitPull(clients, account, amount, cosignerSig, options),
  describe: describeSpend,
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
} satisfies { [operation in PlanOperation]?: Definition<operation> }

async function describeSpend(scene: Scene, { account, amount }: PlanOperations['submitPay']['params']): Promise<Facts> {
  const { target } = await getBox(scene.clients.publicClient, account)
  return moving(scene, { payer: account, recipient: target, amount }, [
    [account, -amount],
    [target, amount],
  ])
}

async function describeSweep(
  scene: Scene,
  { account, vault }: PlanOperations['sweepToVault']['params'],
): Promise<Facts> {
  const { balance } = await getBox(scene.clients.publicClient, account)
  const amount = balance ?? 0n
  return moving(scene, { payer: account, recipient: parseAddress('vault', vault), amount }, [
    [account, -amount],
    [vault, amount],
  ])
}

/** Money that goes from one to the other, without a fee. */
async function moving(
  scene: Scene,
  facts: Pick<Facts, 'payer' | 'recipient' | 'amount'>,
  changes: readonly (readonly [account: Address, change: bigint])[],
): Promise<Facts> {
  return { ...facts, fee: 0n, terms: null, effects: await walletEffects(scene, changes) }
}

async function withVault(
  { clients, deployment }: Scene,
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
