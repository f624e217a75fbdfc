import type { Address } from 'viem'
import { parseParty } from '../chain/address.js'
import { PRIMARY_CHAIN_ID } from '../chain/constants.js'
import { InvalidInputError } from '../errors/input.js'
import { textOf } from '../errors/textOf.js'

/** How far the time of a proof may be from the reader's clock, either way: 2 minutes. */
export const COSIGN_PROOF_WINDOW_MS = 120_000

/**
 * The text an owner signs (EIP-191) to prove to a co-signer who is asking, and for what. A captured signature is good for
 * nothing but the very request it was made for.
 *
 * One `key: value` a line in a fixed order, addresses in lower case, numbers in decimal: a reader can rebuild it from
 * the request, see `cosignAuthMessageOf`.
 *
 * @param owner - The box's bound owner, who signs; in a precheck the wallet whose history is read.
 * @param ts - Unix milliseconds; the proof counts within {@link COSIGN_PROOF_WINDOW_MS} of it.
 * @throws {@link InvalidAddressError}, {@link InvalidInputError} when a value is malformed, so that the text can hold
 *   nothing but addresses and numbers.
 * @example
 * const message = cosignAuthMessage(owner, Date.now(), { chain: 5042002, account: box, amount: 5_000_000n, action: 0 })
 */
export function cosignAuthMessage(owner: Address, ts: number, scope: CosignAuthScope): string {
  const { chain = PRIMARY_CHAIN_ID, account, payer, target, amount, action, until, accept } = scope
  if ((amount === undefined) === (until === undefined))
    throw new InvalidInputError('amount', 'A co-sign proof names either an amount or, to bind, an end.')
  return [
    title,
    line('chain', chain, count),
    optional('account', account, party),
    line('owner', owner, party),
    optional('payer', payer, party),
    optional('target', target, party),
    optional('amount', amount, uint256),
    optional('action', action, zeroOrOne),
    optional('until', until, count),
    optional('accept', accept, party),
    line('ts', ts, count),
  ]
    .flat()
    .join('\n')
}

/** What a proof is for. */
export type CosignAuthScope = {
  /** Always in the text.
   * @default PRIMARY_CHAIN_ID */
  chain?: number | undefined
  /** The box; not in a precheck. */
  account?: Address | undefined
  /** Whose payment history the firewall reads, if not the owner's. */
  payer?: Address | undefined
  /** In a precheck, and for a box that need not exist yet. */
  target?: Address | undefined
  /** Base units; left out only to bind. */
  amount?: bigint | undefined
  /** Not in a precheck. 0 pays, 1 pulls. */
  action?: 0 | 1 | undefined
  /** Only to bind, Unix seconds. */
  until?: number | undefined
  /** The `lookalikeOf` that the owner accepts; not in a precheck. */
  accept?: Address | undefined
}

const title = 'Holdfast co-sign'

function line<value>(key: string, value: value, write: (key: string, value: value) => string): string {
  return `${key}: ${write(key, value)}`
}

function optional<value>(key: string, value: value | undefined, write: (key: string, value: value) => string) {
  return value === undefined ? [] : line(key, value, write)
}

function party(key: string, address: Address): string {
  return parseParty(key, address).toLowerCase()
}

function count(key: string, value: number): string {
  if (!Number.isSafeInteger(value) || value <= 0)
    throw new InvalidInputError(key, `The \`${key}\` ${textOf(value)} is not a positive whole number.`)
  return value.toString()
}

function uint256(key: string, amount: bigint): string {
  if (typeof amount !== 'bigint' || amount < 0n || amount >= 2n ** 256n)
    throw new InvalidInputError(key, `The \`${key}\` ${textOf(amount)} is not a bigint of base units.`)
  return amount.toString()
}

function zeroOrOne(key: string, action: 0 | 1): string {
  if (action !== 0 && action !== 1) throw new InvalidInputError(key, `The \`${key}\` ${textOf(action)} is unknown.`)
  return action.toString()
}
