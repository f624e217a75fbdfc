import type { Address } from 'viem'
import { isAddressEqual } from 'viem/utils'
import { parseParty } from '../chain/address.js'
import type { ReadClient } from '../chain/clients.js'
import { PRIMARY_CHAIN_ID } from '../chain/constants.js'
import { readHead } from '../chain/readHead.js'
import { deploymentFor, requireDeployment } from '../chain/registry.js'
import { withDeadline } from '../chain/withDeadline.js'
import type { AddressSource, RiskReport } from '../errors/risk.js'
import { ExplorerDataProvider } from './ExplorerDataProvider.js'
import { evaluateRisk } from './evaluateRisk.js'
import { FRESH_ADDRESS_MAX_AGE_MS } from './grades/thresholds.js'
import type { CounterpartyScan, HistoryReading, IDataProvider } from './history/IDataProvider.js'
import type { PairDecision } from './history/PairDecision.js'
import { prepareHistory } from './history/prepareHistory.js'
import type { SettledRecipient } from './history/SenderHistory.js'
import { isActivity, isFlag, isHistory, isRecipientList, isScan } from './internal/answers.js'
import { findMostAlike, readCodeHashes } from './internal/codeHashes.js'
import { isCount } from './internal/isCount.js'
import { findFuture, maxHistoryLagBlocks } from './internal/lag.js'
import { once } from './internal/once.js'
import { prepareAgain } from './internal/prepareAgain.js'
import { readVerified } from './internal/readVerified.js'
import { readSendTimes } from './internal/sendTimes.js'
import { withSource } from './internal/withSource.js'
import type { PayerChains } from './Payment.js'

/**
 * Checks a payment before it is made: what the sender's history holds, how the target has been used, and whether a
 * protected transfer has settled there. A provider without histories is asked for the sender's payees and for the
 * target's transfers of nothing instead.
 *
 * All sources are asked at once, with one `eth_call`, or two where a chain lacks Multicall3. Where the target resembles
 * known addresses, one more batch reads the code of the target and of the eight most alike. A source that fails, answers
 * nonsense or comes too late is named in the report, which then is never `safe`: look at `complete` as well as at
 * `level`. With a client, a history that says how far it goes is compared with the chain's head.
 *
 * @throws {@link InvalidAddressError} before any request, {@link UnknownChainError} where neither a provider is given
 *   nor the registry knows the client's chain, and the reason of `signal` when the caller gives up.
 * @example
 * const report = await check(sender, recipient, { client: publicClient })
 * if (report.level !== 'safe') console.log(report.reasons.map(({ message }) => message))
 */
export function check(sender: Address, target: Address, options: CheckOptions = {}): Promise<RiskReport> {
  return checkTouching(undefined, sender, target, options)
}

/**
 * {@link check} of a payment on several chains.
 *
 * @param touched - All of them, of which none may be unread. @default the client's, or the primary chain without one
 */
export async function checkTouching(
  touched: readonly number[] | undefined,
  sender: Address,
  target: Address,
  options: CheckOptions,
): Promise<RiskReport> {
  const from = parseParty('sender', sender)
  const to = parseParty('target', target)
  const boxes = options.boxes?.map(parseBox) ?? []
  const saved = {
    contacts: (options.contacts ?? []).map((address) => parseParty('contacts', address)),
    own: (options.own ?? []).map((address) => parseParty('own', address)),
    importedContacts: (options.importedContacts ?? []).map((address) => parseParty('importedContacts', address)),
  }
  const { client, now = new Date(), signal } = options
  signal?.throwIfAborted()

  if (!options.provider && client?.chain) requireDeployment(client.chain.id)
  const chainId = once(async () => (client ? (client.chain?.id ?? askChainId(client)) : PRIMARY_CHAIN_ID))
  const provider = once(async () => {
    const { provider, payerChains } = options
    const own = provider ?? new ExplorerDataProvider({ chainId: await chainId(), client })
    return payerChains ? payerChains(own, [await chainId()]) : own
  })

  const ask = <answer>(source: (signal: AbortSignal) => Promise<answer>, isAnswer: (value: answer) => boolean) =>
    answerOrNull(source, isAnswer, options)
  const reader = await ask(provider, () => true)
  const getHistory = reader?.getHistory?.bind(reader)
  const seenBefore = new Date(Number(now) - FRESH_ADDRESS_MAX_AGE_MS)
  const answers = {
    clientChain: client?.chain?.id ?? (client && ask(chainId, isCount)),
    recipients: readRecipients(options.verifiedRecipients, reader, from, ask),
    activity: ask(async (signal) => (await provider()).getAddressActivity(to, { signal, seenBefore }), isActivity),
    verifiedRecipient: client && ask(() => verifiedBy(client, options.contractAddress, chainId, [from, to]), isFlag),
    ...(getHistory
      ? {
          history: ask((signal) => readHistory(getHistory, from, to, { client, chainId, touched, signal }), isHistory),
        }
      : {
          counterparties: ask(async (signal) => (await provider()).getOutgoingCounterparties(from, { signal }), isScan),
          zeroValueTransfers: ask(
            async (signal) => (await provider()).countZeroValueTransfers(to, from, { signal }),
            isCount,
          ),
        }),
  }
  const { recipients, clientChain, ...given } = await settled(answers)
  const facts = withRecipients(given, recipients, to)
  const known = 'history' in facts ? facts.history : undefined
  const scan = 'counterparties' in facts ? facts.counterparties : undefined
  const references = boxes.length > 0 ? withBoxes(saved, boxes, fundedBy(known, scan)) : saved
  const prepared = known && prepareAgain(reader ?? known, known, references)
  const alike = prepared ? findMostAlike(to, prepared) : []
  const look = async (client: ReadClient, signal: AbortSignal) => {
    const read = { client, contractAddress: options.contractAddress, chainId, signal }
    const [codeHashes, settled] = await Promise.all([
      readCodeHashes(client, [to, ...alike], signal),
      readSends(known?.settled ?? [], [to, ...alike], read),
    ])
    return { codeHashes, settled }
  }
  const closer =
    client && alike.length > 0
      ? await ask(
          (signal) => look(client, signal),
          () => true,
        )
      : undefined
  const history =
    closer?.settled && known ? prepareHistory({ ...known, settled: closer.settled }, references) : prepared
  const { contacts, importedContacts, own } = references
  const { pairs, amount, source } = options
  const report = evaluateRisk(
    {
      sender: from,
      target: to,
      contacts,
      importedContacts,
      own,
      pairs,
      ...facts,
      history,
      codeHashes: closer?.codeHashes,
    },
    now,
  )
  return {
    ...withSource(report, source),
    ...(typeof clientChain === 'number' && { chainId: clientChain }),
    ...(amount !== undefined && { amount }),
  }
}

/** How a payment is checked. */
export type CheckOptions = {
  /** Where payees, activity and baits are read.
   * @default the explorer of the client's chain, or of the primary chain without a client */
  provider?: IDataProvider | undefined
  /**
   * Reads the sender on further chains, as {@link readPayerChains} makes it: an imitation of a payee of one is found on every
   * other. One that cannot be read is a warning.
   * @default none
   */
  payerChains?: PayerChains | undefined
  /** Reads `isVerifiedRecipient`. Left out, that good sign is absent; a client that fails is a missing source. */
  client?: ReadClient | undefined
  /** Overrides the deployed transfer contract. */
  contractAddress?: Address | undefined
  /**
   * Whom the sender's protected transfers have reached, for example a `VerifiedRecipientIndex` that is kept up to date:
   * payees whom no plain transfer names. One that is not complete is a missing source. With a client, the target counts
   * as one of them only where the transfer contract says so too.
   * @default asked of the provider, where it knows
   */
  verifiedRecipients?: VerifiedRecipients | undefined
  /** The clock, for freshness and the report's `checkedAt`. */
  now?: Date | undefined
  /** Addresses the person has saved: good to pay, and protected against imitation. */
  contacts?: readonly Address[] | undefined
  /**
   * Addresses of a list that the person has imported and not confirmed one by one: an imitation of one is a warning, and
   * none of them is known by being here.
   */
  importedContacts?: readonly Address[] | undefined
  /** Further addresses of the sender: good to pay, and protected against imitation. */
  own?: readonly Address[] | undefined
  /**
   * Boxes of the sender, from `AccountOwnerIndex` and `readAccount`. One to which the sender's history shows a payment counts as
   * the sender's own, and whom it has paid as saved. Any account can create a box for any owner and pay from it: what the sender
   * has not funded counts like imported contacts.
   */
  boxes?: readonly OwnBox[] | undefined
  /** Decisions of the sender about addresses that look alike. */
  pairs?: readonly PairDecision[] | undefined
  /** The amount to be paid, in base units of its token: copied to the report, for an acknowledgement to name. */
  amount?: bigint | undefined
  /**
   * Where the payer has the target's address from, of `verifyPaymentRequest`. It lifts nothing and adds no trust: each
   * reason against the payment then says so. One that names another address is ignored.
   */
  source?: AddressSource | undefined
  /** Gives the check up. */
  signal?: AbortSignal | undefined
  /** After this long, sources without an answer count as missing.
   * @default 20000 */
  timeoutMs?: number | undefined
}

/** A box of the sender, and what it has paid. */
export type OwnBox = {
  account: Address
  target: Address
  /** Base units; a target that was never paid is unknown. */
  spent: bigint
}

/** A list of verified recipients that is at hand: nothing is read for it during a check. */
export type VerifiedRecipients = {
  readonly complete: boolean
  recipientsOf: (sender: Address) => readonly SettledRecipient[]
}

type References = { [list in 'contacts' | 'own' | 'importedContacts']: readonly Address[] }

/** To trust a box is to trust whom it pays, so only money of the sender makes one the sender's. */
function withBoxes(saved: References, boxes: readonly OwnBox[], isFunded: (box: Address) => boolean): References {
  const proved = boxes.filter(({ account }) => isFunded(account))
  const others = boxes.filter((box) => !proved.includes(box))
  const paidBy = (some: readonly OwnBox[]) => some.filter(({ spent }) => spent > 0n).map(({ target }) => target)
  return {
    contacts: [...saved.contacts, ...paidBy(proved)],
    own: [...saved.own, ...proved.map(({ account }) => account)],
    importedContacts: [...saved.importedContacts, ...others.map(({ account }) => account), ...paidBy(others)],
  }
}

/** Whether the sender has paid an address, as far as is known. */
function fundedBy(
  history: HistoryReading | null | undefined,
  counterparties: CounterpartyScan | null | undefined,
): (address: Address) => boolean {
  const prepared = history && prepareHistory(history)
  return (address) =>
    Number(prepared?.find(address)?.payments) > 0 ||
    counterparties?.counterparties.some((payee) => isAddressEqual(payee, address)) === true
}

function parseBox({ account, target, spent }: OwnBox): OwnBox {
  return { account: parseParty('boxes', account), target: parseParty('boxes', target), spent }
}

/**
 * `undefined` on a chain without a transfer contract: there the sign does not exist. Where the client names its chain,
 * the request is made at once, so that what else wants to know the newest block hears it from this answer.
 */
function verifiedBy(
  client: ReadClient,
  contractAddress: Address | undefined,
  chainId: () => Promise<number>,
  args: readonly [Address, Address],
): Promise<boolean | undefined> {
  const read = async (address: Address | undefined) => address && readVerified(client, address, args)
  const known = contractAddress ?? (client.chain && deploymentFor(client.chain.id)?.transferContract)
  return client.chain || known ? read(known) : transferContractOf(contractAddress, chainId).then(read)
}

async function askChainId(client: ReadClient): Promise<number> {
  return Number(await client.request({ method: 'eth_chainId' }))
}

async function transferContractOf(
  contractAddress: Address | undefined,
  chainId: () => Promise<number>,
): Promise<Address | undefined> {
  return contractAddress ?? deploymentFor(await chainId())?.transferContract
}

/**
 * The settled recipients, those among some addresses with the time of their send: an imitation is distinguished from its model by
 * what was known before it. `undefined` where no time is missing.
 */
async function readSends(
  settled: readonly SettledRecipient[],
  addresses: readonly Address[],
  scope: {
    client: ReadClient
    contractAddress: Address | undefined
    chainId: () => Promise<number>
    signal: AbortSignal
  },
): Promise<readonly SettledRecipient[] | undefined> {
  const chain = await scope.chainId()
  const isAsked = ({ address, transferId, sentAt, chainId = chain }: SettledRecipient) =>
    transferId !== undefined &&
    sentAt === undefined &&
    chainId === chain &&
    addresses.some((one) => isAddressEqual(one, address))
  const asked = settled.filter(isAsked)
  const contract = await transferContractOf(scope.contractAddress, scope.chainId)
  if (asked.length === 0 || contract === undefined) return undefined
  return [
    ...settled.filter((recipient) => !isAsked(recipient)),
    ...(await readSendTimes(scope.client, contract, asked, scope.signal)),
  ]
}

/**
 * The history, and whether it goes as far as the chain: a source that lags behind says nothing about its youngest blocks,
 * where the baits are, and one that is far ahead shows another chain.
 */
async function readHistory(
  read: NonNullable<IDataProvider['getHistory']>,
  sender: Address,
  target: Address,
  {
    client,
    chainId,
    touched,
    signal,
  }: {
    client: ReadClient | undefined
    chainId: () => Promise<number>
    touched: readonly number[] | undefined
    signal: AbortSignal
  },
): Promise<HistoryReading> {
  const ask = client && (() => client.request({ method: 'eth_blockNumber' }))
  const head = ask && readHead(client, ask).catch(() => undefined)
  const [found, paidOn] = await Promise.all([read(sender, { signal, target }), chainId()])
  // A chain of the payment is never one of those that it does not touch.
  const isUnread = found?.unreadChains?.some((unread) => (touched ?? [paidOn]).includes(unread)) === true
  const history = isUnread ? { ...found, complete: false, unreadChains: undefined } : found
  const extent = history?.extents?.find(({ chainId }) => chainId === paidOn)
  if (ask === undefined || extent === undefined) return history
  const newest = await head
  const isThere =
    newest !== undefined &&
    newest - extent.toBlock <= maxHistoryLagBlocks &&
    !(await findFuture(extent.toBlock, newest, () => ask().then(BigInt)))
  return isThere ? history : { ...history, complete: false, unreadChains: undefined }
}

type Recipients = { list: readonly SettledRecipient[]; complete: boolean }

/** `undefined` where they are unknown and were not asked for. */
async function readRecipients(
  index: VerifiedRecipients | undefined,
  provider: IDataProvider | null,
  sender: Address,
  ask: <answer>(
    source: (signal: AbortSignal) => Promise<answer>,
    isAnswer: (value: answer) => boolean,
  ) => Promise<answer | null>,
): Promise<Recipients | undefined> {
  if (index) return { list: index.recipientsOf(sender), complete: index.complete }
  const read = provider?.getSettledRecipients?.bind(provider)
  if (!read) return undefined
  const list = await ask((signal) => read(sender, { signal }), isRecipientList)
  return { list: list ?? [], complete: list !== null }
}

/**
 * Recipients belong to the payees; a list of them that is not whole makes the payees incomplete. Where the chain is
 * asked about the target, its word counts and not the list's: to be listed too early would make an impostor the one that
 * is meant.
 */
function withRecipients<
  facts extends {
    history?: HistoryReading | null
    counterparties?: CounterpartyScan | null
    verifiedRecipient?: boolean | null | undefined
  },
>(facts: facts, recipients: Recipients | undefined, target: Address): facts {
  if (!recipients) return facts
  const isListGood = facts.verifiedRecipient === true || facts.verifiedRecipient === undefined
  const list = recipients.list.filter(({ address }) => isListGood || !isAddressEqual(address, target))
  const { complete } = recipients
  const { history, counterparties } = facts
  return {
    ...facts,
    ...(history && {
      history: {
        ...history,
        settled: [...(history.settled ?? []), ...list],
        complete: history.complete && complete,
        ...(!complete && { unreadChains: undefined }),
      },
    }),
    ...(counterparties && {
      counterparties: {
        counterparties: [...counterparties.counterparties, ...list.map(({ address }) => address)],
        complete: counterparties.complete && complete,
      },
    }),
  }
}

async function settled<answers extends Record<string, unknown>>(
  answers: answers,
): Promise<{ [name in keyof answers]: Awaited<answers[name]> }> {
  const entries = Object.entries(answers).map(async ([name, answer]) => [name, await answer] as const)
  // Each name has its own answer again; `Object.fromEntries` keeps no names.
  return Object.fromEntries(await Promise.all(entries)) as { [name in keyof answers]: Awaited<answers[name]> }
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
