import type { Address } from 'viem'
import { readHex } from '../../chain/explorerApi/fields.js'
import { findDelegation, readDelegationsOf } from './delegations.js'
import { fact, type TransactionRow } from './findings.js'
import type { Ask } from './rpcAsk.js'

/** What a chain's node says about a sender's nonce. */
export type NodeNonces = {
  /** Transactions and delegations that it has signed by now. */
  latest: number
  /** The same before the first block that was asked for. */
  before: number | undefined
}

/**
 * Reads the nonce now, and before the first block that is wanted. A node may have forgotten the second one.
 *
 * @param known - The second one, where an earlier reading has settled it.
 */
export async function readNonces(
  ask: Ask,
  sender: Address,
  { fromBlock, known }: { fromBlock: bigint; known: number | undefined },
  signal: AbortSignal | undefined,
): Promise<NodeNonces> {
  const [latest, before] = await Promise.all([
    readNonce(ask, sender, 'latest', signal),
    fromBlock === 0n || known !== undefined
      ? { value: known ?? 0 }
      : fact(signal, () => readNonce(ask, sender, `0x${(fromBlock - 1n).toString(16)}`, signal)),
  ])
  return { latest, before: before.value }
}

/**
 * Why transactions that the sender has signed may be missing from a list; `undefined` where each one is accounted for.
 *
 * A nonce counts the transactions of an account and the delegations (EIP-7702) that it has signed. So every number below
 * the nonce is a listed transaction, or a delegation: as a rule inside one of its own or one that was sent to it, else anywhere.
 *
 * @param delegations - Those that are found are added, with their blocks.
 */
export async function findMissingTransactions(
  { ask, sender, signal }: { ask: Ask; sender: Address; signal: AbortSignal | undefined },
  rows: readonly TransactionRow[],
  { latest, before }: NodeNonces,
  indexedTo: bigint | undefined,
  delegations: Map<number, bigint> = new Map(),
): Promise<Error | undefined> {
  const own = new Map<number, TransactionRow>()
  for (const row of rows) if (row.nonce !== undefined && row.from === sender) own.set(row.nonce, row)
  // Without the earlier nonce at least those between the listed ones are needed.
  const first = before ?? [...own.keys()].reduce((a, b) => Math.min(a, b), latest)
  const missingBelow = (nonce: number) => {
    const missing: number[] = []
    for (let number = first; number < nonce; number++) if (!own.has(number)) missing.push(number)
    return missing
  }
  let missing = missingBelow(latest)
  if (missing.length > 0 && indexedTo !== undefined)
    // The explorer may be some blocks behind the node.
    missing = missingBelow(await readNonce(ask, sender, `0x${indexedTo.toString(16)}`, signal))
  const signed = latest - first
  const error = () =>
    new Error(`The explorer lists ${signed - missing.length} of ${signed} transactions that the account has signed.`)
  if (missing.length === 0) return undefined
  if (missing.length > maxDelegations) return error()
  const isOf = (number: number) => (row: TransactionRow) =>
    row.from === sender
      ? row.nonce === number - 1
      : row.to === sender &&
        row.blockNumber >= (own.get(number - 1)?.blockNumber ?? 0n) &&
        row.blockNumber <= (own.get(number + 1)?.blockNumber ?? row.blockNumber)
  const candidates = rows.filter((row) => missing.some((number) => isOf(number)(row)))
  // With more of them, others have sent what they like to the account.
  const looked = candidates.length > maxLookups ? [] : candidates
  const listed = looked.map(async ({ hash, blockNumber }) => {
    for (const number of await readDelegationsOf(ask, sender, hash, signal)) delegations.set(number, blockNumber)
  })
  await Promise.all(listed)
  const ordered = [...own.values()].sort((a, b) => Number(a.nonce) - Number(b.nonce))
  const sought = missing.filter((number) => !delegations.has(number))
  const searched = sought.map(async (number) => {
    const range = {
      from: ordered.findLast(({ nonce }) => Number(nonce) < number)?.blockNumber ?? 0n,
      to: ordered.find(({ nonce }) => Number(nonce) > number)?.blockNumber ?? indexedTo,
    }
    const block = await findDelegation(ask, sender, number, range, signal)
    if (block !== undefined) delegations.set(number, block)
  })
  await Promise.all(searched)
  return missing.every((number) => delegations.has(number)) ? undefined : error()
}

/**
 * Whether all that is missing is younger than what is listed: then it may have been mined after the list was read.
 *
 * @param delegations - Those that were found.
 */
export function endsEarly(
  sender: Address,
  rows: readonly TransactionRow[],
  { latest, before }: NodeNonces,
  delegations: ReadonlyMap<number, bigint>,
): boolean {
  const own = new Set(delegations.keys())
  for (const { nonce, from } of rows) if (nonce !== undefined && from === sender) own.add(nonce)
  const listed = [...own].reduce((a, b) => Math.max(a, b), -1)
  const first = before ?? [...own].reduce((a, b) => Math.min(a, b), latest)
  for (let number = first; number <= listed; number++) if (!own.has(number)) return false
  return listed < latest - 1
}

/**
 * What the sender's nonce was at the end of a block, by the transactions and delegations behind it; `undefined` where a number is
 * neither's, and so may belong to a delegation whose block is unknown.
 */
export function nonceAt(
  block: bigint,
  sender: Address,
  rows: readonly TransactionRow[],
  { latest, before }: NodeNonces,
  delegations: ReadonlyMap<number, bigint> = new Map(),
): number | undefined {
  if (before === undefined) return undefined
  const own = new Map(delegations)
  for (const { nonce, from, blockNumber } of rows)
    if (nonce !== undefined && from === sender) own.set(nonce, blockNumber)
  let nonce = latest
  for (let number = latest - 1; number >= before; number--) {
    const mined = own.get(number)
    if (mined === undefined) return undefined
    if (mined <= block) break
    nonce = number
  }
  return nonce
}

/** The same without a node: a list that begins late, or leaves out more numbers than a few delegations explain. */
export function gapIn(rows: readonly TransactionRow[], sender: Address): Error | undefined {
  const own = new Set(rows.filter(({ from }) => from === sender).flatMap(({ nonce }) => nonce ?? []))
  const last = [...own].reduce((a, b) => Math.max(a, b), -1)
  const missing = last + 1 - own.size
  return missing > 2
    ? new Error(`The explorer lists ${own.size} of ${last + 1} transactions of the account.`)
    : undefined
}

/** Delegations that are looked for. An account that has signed more of them is rare. */
const maxDelegations = 8

/** Transactions that may hold them and are looked at. */
const maxLookups = 24

async function readNonce(ask: Ask, sender: Address, block: string, signal: AbortSignal | undefined): Promise<number> {
  return Number(readHex(await ask('eth_getTransactionCount', [sender, block], signal), 'nonce'))
}
