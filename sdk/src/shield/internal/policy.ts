import type { BoxPolicy } from '@holdfast/contracts'
import { type Address, type Hex, isAddressEqual, maxUint256 } from 'viem'
import { parseParty } from '../../chain/address.js'
import { DEPLOYMENTS } from '../../chain/registry.js'
import { InvalidAddressError, InvalidAmountError, InvalidInputError } from '../../errors/input.js'
import { type PolicyField, PolicyMismatchError } from '../../errors/shield.js'
import { ownerHash, vaultHash } from '../ownerHash.js'
import { type EphemeralPolicy, MODE_PULL, MODE_PUSH } from '../types.js'

/** A policy as the contracts know it, with what its owner is bound by. */
export type Terms = { ownerHash: Hex; policy: BoxPolicy }

/**
 * Judges a policy without a request: everything the factory would refuse, and what its payer would regret.
 *
 * @returns The same policy in the contracts' own fields, `perPullMax` as given.
 * @throws {@link InvalidAddressError}, {@link InvalidAmountError}, {@link InvalidInputError}.
 */
export function termsOf(policy: EphemeralPolicy): Terms {
  const token = parseParty('policy.token', policy.token)
  const owner = parseParty('policy.owner', policy.owner)
  const cosigner = parseParty('policy.cosigner', policy.cosigner)
  const target = parseParty('policy.target', policy.target)
  const vault = parseVault('policy.vault', policy.vault, { token })
  if (target === token || isOurContract(target))
    throw new InvalidAddressError('policy.target', target, 'is a contract from which no payment comes back')
  const { maxAmount, perPullMax = 0n, expiry, interval, mode } = policy
  if (typeof maxAmount !== 'bigint' || maxAmount <= 0n || maxAmount > maxUint256)
    throw new InvalidAmountError(String(maxAmount), 'is not a cap: `policy.maxAmount` is a positive bigint')
  if (typeof perPullMax !== 'bigint' || perPullMax < 0n || perPullMax > maxAmount)
    throw new InvalidAmountError(
      String(perPullMax),
      'is not a cap of one pull: `policy.perPullMax` is a bigint from 0n to `policy.maxAmount`',
    )
  if (mode !== MODE_PUSH && mode !== MODE_PULL)
    throw new InvalidInputError(
      'policy.mode',
      `\`policy.mode\` is ${String(mode)}, not 0 (pays) or 1 (is pulled from).`,
    )
  assertUint40('policy.expiry', expiry, 1)
  assertUint40('policy.interval', interval, 0)
  if (mode === MODE_PUSH && interval !== 0)
    throw new InvalidInputError(
      'policy.interval',
      `A box that pays has no interval, but \`policy.interval\` is ${interval}.`,
    )
  if (mode === MODE_PUSH && perPullMax !== 0n)
    throw new InvalidInputError(
      'policy.perPullMax',
      'A box that pays is not pulled from: leave `policy.perPullMax` out.',
    )
  if (mode === MODE_PULL && interval === 0)
    throw new InvalidInputError('policy.interval', 'A box that is pulled from needs an interval of at least 1 second.')
  return {
    ownerHash: ownerHash(owner),
    policy: {
      token,
      cosigner,
      vaultHash: vaultHash(vault),
      target,
      maxAmount,
      perPullMax,
      expiry,
      interval,
      mode,
    },
  }
}

/**
 * Refuses as a vault what could not give the money back: our own contracts, the chain's, the token, the box, zero.
 *
 * @throws {@link InvalidAddressError}
 */
export function parseVault(
  parameter: string,
  value: Address,
  { token, account }: { token?: Address | undefined; account?: Address | undefined } = {},
): Address {
  const vault = parseParty(parameter, value)
  if (vault === token) throw new InvalidAddressError(parameter, vault, 'is the token itself')
  if (account !== undefined && isAddressEqual(vault, account))
    throw new InvalidAddressError(parameter, vault, 'is the box itself')
  if (isOurContract(vault)) throw new InvalidAddressError(parameter, vault, 'is a contract that cannot sweep a box')
  return vault
}

/** The cap of one pull that is in force. */
export function pullCapOf({ perPullMax, maxAmount }: Pick<BoxPolicy, 'perPullMax' | 'maxAmount'>): bigint {
  return perPullMax === 0n || perPullMax > maxAmount ? maxAmount : perPullMax
}

/**
 * Compares what is at hand with what the chain says, field by field. Two ways to write the same cap of one pull are the
 * same.
 *
 * @throws {@link PolicyMismatchError} with the first field that differs.
 */
export function assertSameTerms(account: Address, expected: Terms, actual: Terms): void {
  const [left, right] = [comparable(expected), comparable(actual)]
  // Both have the fields of a policy, and the owner's hash.
  for (const field of Object.keys(left) as PolicyField[])
    if (left[field] !== right[field]) throw new PolicyMismatchError(account, field, left[field], right[field])
}

function comparable({ ownerHash, policy }: Terms): Record<PolicyField, string | bigint | number> {
  return {
    target: policy.target,
    maxAmount: policy.maxAmount,
    token: policy.token,
    owner: ownerHash,
    vault: policy.vaultHash,
    cosigner: policy.cosigner,
    perPullMax: pullCapOf(policy),
    expiry: policy.expiry,
    interval: policy.interval,
    mode: policy.mode,
  }
}

function assertUint40(parameter: string, value: number, from: number): void {
  if (!Number.isInteger(value) || value < from || value >= 2 ** 40)
    throw new InvalidInputError(parameter, `\`${parameter}\` is ${String(value)}, not whole seconds from ${from}.`)
}

/** Whether it is a contract of any chain in the registry: none of them is a vault or a payee anywhere. */
function isOurContract(address: Address): boolean {
  return Object.values(DEPLOYMENTS).some((entry) =>
    [
      entry.usdc,
      entry.permit,
      entry.multicall3,
      entry.memo,
      entry.multicall3From,
      entry.codeClaimVerifier,
      entry.transferContract,
      entry.spendPolicyAccountImpl,
      entry.spendPolicyFactory,
      entry.privatePayRouter,
      entry.stealthAnnouncer,
      entry.shieldVault,
    ].includes(address),
  )
}
