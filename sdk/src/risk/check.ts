import { type Address, isAddress } from 'viem'
import { getChainId, readContract } from 'viem/actions'
import { parseParty } from '../chain/address.js'
import type { ReadClient } from '../chain/clients.js'
import { PRIMARY_CHAIN_ID } from '../chain/constants.js'
import { deploymentFor, requireDeployment } from '../chain/registry.js'
import type { RiskReport } from '../errors/risk.js'
import { ExplorerDataProvider } from './ExplorerDataProvider.js'
import { evaluateRisk } from './evaluateRisk.js'
import type { AddressActivity, CounterpartyScan, IDataProvider } from './IDataProvider.js'
import { withDeadline } from './internal/withDeadline.js'

/**
 * Checks a payment before it is made: whom the sender has paid, how the target has been used, whether it planted
 * transfers of nothing, and whether a protected transfer has settled there.
 *
 * All sources are asked at once, with at most one `eth_call`. A source that fails, answers nonsense or comes too late
 * is named in the report, which then is never `safe`: look at `complete` as well as at `level`.
 *
 * @throws {@link InvalidAddressError} before any request, {@link UnknownChainError} where neither a provider is given
 *   nor the registry knows the client's chain, and the reason of `signal` when the caller gives up.
 * @example
 * const report = await check(sender, recipient, { client: publicClient })
 * if (report.level !== 'safe') console.log(report.reasons.map(({ message }) => message))
 */
export async function check(sender: Address, target: Address, options: CheckOptions = {}): Promise<RiskReport> {
  const from = parseParty('sender', sender)
  const to = parseParty('target', target)
  const contacts = options.contacts?.map((address) => parseParty('contacts', address))
  const own = options.own?.map((address) => parseParty('own', address))
  const { client, now = new Date(), signal } = options
  signal?.throwIfAborted()

  if (!options.provider && client?.chain) requireDeployment(client.chain.id)
  const chainId = once(async () => (client ? (client.chain?.id ?? getChainId(client)) : PRIMARY_CHAIN_ID))
  const provider = once(async () => options.provider ?? new ExplorerDataProvider({ chainId: await chainId() }))

  const ask = <answer>(source: (signal: AbortSignal) => Promise<answer>, isAnswer: (value: answer) => boolean) =>
    answerOrNull(source, isAnswer, options)
  const [counterparties, activity, zeroValueTransfers, verifiedRecipient] = await Promise.all([
    ask(async (signal) => (await provider()).getOutgoingCounterparties(from, { signal }), isScan),
    ask(async (signal) => (await provider()).getAddressActivity(to, { signal }), isActivity),
    ask(async (signal) => (await provider()).countZeroValueTransfers(to, from, { signal }), isCount),
    client && ask(() => readVerified(client, options.contractAddress, chainId, [from, to]), isFlag),
  ])
  return evaluateRisk(
    { sender: from, target: to, counterparties, activity, zeroValueTransfers, verifiedRecipient, contacts, own },
    now,
  )
}

/** How a payment is checked. */
export type CheckOptions = {
  /** Where payees, activity and baits are read.
   * @default the explorer of the client's chain, or of the primary chain without a client */
  provider?: IDataProvider | undefined
  /** Reads `isVerifiedRecipient`. Left out, that good sign is absent; a client that fails is a missing source. */
  client?: ReadClient | undefined
  /** Overrides the deployed transfer contract. */
  contractAddress?: Address | undefined
  /** The clock, for freshness and the report's `checkedAt`. */
  now?: Date | undefined
  /** Addresses the person has saved: good to pay, and protected against imitation. */
  contacts?: readonly Address[] | undefined
  /** Further addresses of the sender: good to pay, and protected against imitation. */
  own?: readonly Address[] | undefined
  /** Gives the check up. */
  signal?: AbortSignal | undefined
  /** After this long, sources without an answer count as missing.
   * @default 20000 */
  timeoutMs?: number | undefined
}

const isVerifiedRecipientAbi = [
  {
    type: 'function',
    name: 'isVerifiedRecipient',
    stateMutability: 'view',
    inputs: [
      { name: 'sender', type: 'address' },
      { name: 'recipient', type: 'address' },
    ],
    outputs: [{ name: '', type: 'bool' }],
  },
] as const

/** Made when first needed, so that its failure belongs to whoever asks. */
function once<value>(make: () => Promise<value>): () => Promise<value> {
  let made: Promise<value> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** `undefined` on a chain without a transfer contract: there the sign does not exist. */
async function readVerified(
  client: ReadClient,
  contractAddress: Address | undefined,
  chainId: () => Promise<number>,
  args: readonly [Address, Address],
): Promise<boolean | undefined> {
  const address = contractAddress ?? deploymentFor(await chainId())?.transferContract
  if (address === undefined) return undefined
  return readContract(client, { address, abi: isVerifiedRecipientAbi, functionName: 'isVerifiedRecipient', args })
}

/** Silence, a failure and nonsense are all the same: `null`. Only the caller's own giving up is an error. */
async function answerOrNull<answer>(
  source: (signal: AbortSignal) => Promise<answer>,
  isAnswer: (value: answer) => boolean,
  { timeoutMs = 20_000, signal }: CheckOptions,
): Promise<answer | null> {
  try {
    const answer = await withDeadline(source, { timeoutMs, signal })
    return isAnswer(answer) ? answer : null
  } catch {
    signal?.throwIfAborted()
    return null
  }
}

function isScan(scan: CounterpartyScan): boolean {
  const isList = typeof scan?.complete === 'boolean' && Array.isArray(scan.counterparties)
  return (
    isList &&
    scan.counterparties.every(
      (address: unknown) => typeof address === 'string' && isAddress(address, { strict: false }),
    )
  )
}

function isActivity(activity: AddressActivity): boolean {
  const seen = activity?.firstSeenAt
  return isCount(activity?.transactionCount) && (seen === null || (seen instanceof Date && !Number.isNaN(Number(seen))))
}

function isCount(count: number): boolean {
  return Number.isSafeInteger(count) && count >= 0
}

function isFlag(flag: boolean | undefined): boolean {
  return flag === undefined || typeof flag === 'boolean'
}
