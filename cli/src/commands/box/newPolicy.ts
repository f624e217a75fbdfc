import { randomBytes } from 'node:crypto'
import { type EphemeralPolicy, MODE_PULL, MODE_PUSH, newStealthPolicy } from '@holdfast/sdk/shield'
import { computeStealthPrivateKey, type StealthAnnouncement, type StealthMetaAddress } from '@holdfast/sdk/stealth'
import { type Address, bytesToHex, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Input } from '../../command/Command.js'
import type { Context, OpenWallet } from '../../command/Context.js'
import { usageFailure } from '../../failure/CommandFailure.js'
import { findAddress, readAddress } from '../../input/readAddress.js'
import { readAmount } from '../../input/readAmount.js'
import { readSpan } from '../../input/readTime.js'
import { withAccount } from '../../wallet/withAccount.js'
import { openStealthKeys } from '../stealth/openStealthKeys.js'

/** What the words of `box create` say of the box. The rest is known once the chain is. */
export type TypedTerms = Required<Pick<EphemeralPolicy, 'maxAmount' | 'perPullMax' | 'interval' | 'mode'>> & {
  target: Address
  cosigner: Address | undefined
}

/** The options that name them. */
type Options = {
  readonly [name in 'mode' | 'every' | 'perPull' | 'cosigner' | 'cap' | 'for' | 'label']?: string
} & { readonly stealth?: true }

/** Reads the terms of a new box. @throws CommandFailure where two of them cannot be meant together. */
export function readTerms({
  positionals: [target],
  options,
}: Pick<Input, 'positionals'> & { options: Options }): TypedTerms {
  const { mode, every, perPull, cosigner, cap } = options
  if (mode !== 'push' && mode !== 'pull')
    throw usageFailure('invalid_mode', `--mode is ${mode}: a box is of mode push or pull.`)
  if (mode === 'push' && (every !== undefined || perPull !== undefined))
    throw usageFailure('invalid_mode', 'A box that pays has no --every and no --per-pull.', [
      'With --mode pull its target takes the money.',
    ])
  if (options.stealth === true && options.for !== undefined)
    throw usageFailure('invalid_owner', 'A box is of a stealth address of the wallet, or --for another person.')
  if (options.label !== undefined && options.stealth !== true && options.for === undefined)
    throw usageFailure('label_unannounced', 'A --label is part of the announcement of a box with --stealth or --for.')
  return {
    target: readAddress('target', target),
    maxAmount: readAmount('--cap', cap),
    perPullMax: perPull === undefined ? 0n : readAmount('--per-pull', perPull),
    interval: mode === 'pull' ? readSpan('--every', every) : 0,
    mode: mode === 'pull' ? MODE_PULL : MODE_PUSH,
    cosigner: findAddress('--cosigner', cosigner),
  }
}

/** A whole policy, and who can sign as its owner. */
export type Drawn = {
  policy: EphemeralPolicy
  salt: Hex
  /** Undefined for the box of another person. */
  owner: OpenWallet | undefined
  /** What must be announced; undefined where the wallet itself is the owner. */
  stealth: StealthAnnouncement | undefined
}

/** Turns terms into the policy of a new box: of the wallet, of a fresh stealth address of its, or of one of another person. */
export async function drawOwner(
  context: Context,
  clients: OpenWallet,
  terms: newStealthPolicy.Terms,
  whose: 'wallet' | 'stealth' | StealthMetaAddress,
): Promise<Drawn> {
  if (whose === 'wallet') {
    const { address: owner } = clients.walletClient.account
    const salt = bytesToHex(randomBytes(32))
    return { policy: { ...terms, owner, vault: owner }, salt, owner: clients, stealth: undefined }
  }
  if (whose !== 'stealth') return { ...newStealthPolicy(whose, terms), owner: undefined }
  const keys = await openStealthKeys(context, clients)
  const drawn = newStealthPolicy(keys, terms)
  const { ephemeralPubKey } = drawn.stealth
  const account = privateKeyToAccount(computeStealthPrivateKey({ ...keys, ephemeralPubKey }))
  return { ...drawn, owner: withAccount(clients, account) }
}
