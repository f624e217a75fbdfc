import { type Address, type Hash, zeroAddress } from 'viem'
import { parseAddress } from '../chain/address.js'
import { chainTime } from '../chain/chainTime.js'
import type { ClientPair, ReadClient } from '../chain/clients.js'
import type { EventIndex } from '../chain/logs/eventIndex.js'
import { pause } from '../chain/sleep.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { InvalidInputError } from '../errors/input.js'
import type { RiskReport } from '../errors/risk.js'
import { SignatureDeclinedError } from '../errors/transaction.js'
import type { CheckOptions } from '../risk/check.js'
import { cancelWithSignature } from '../transfer/cancelWithSignature.js'
import { getTransfer } from '../transfer/getTransfer.js'
import { ReleaseRequestIndex } from '../transfer/ReleaseRequestIndex.js'
import { isOpen, isReturnable } from '../transfer/status.js'
import type { ProtectedTransfer } from '../transfer/types.js'
import { indexOfSends } from './internal/indexOfSends.js'
import { judgeSend } from './judgeSend.js'
import { type ReadyCancel, readyCancelState } from './readyCancel.js'

/** Whose payments are watched, and which of them may be taken back. */
export type WatchSendsParams = {
  sender: Address
  /** Of `signReadyCancel`, one a transfer. Without one the watch only notifies. */
  cancels?: readonly ReadyCancel[] | undefined
  /**
   * Asked once for each open payment to a recorded recipient that has no ready cancel, such as one that is made while the watch
   * runs; its answer of `signReadyCancel` is then used as one of `cancels`. Asked again where it fails, but for a
   * `SignatureDeclinedError`. Not asked for a payment that the firewall blocks when the watch first judges it on complete data:
   * its sender has decided against that advice, or must look at it.
   */
  arm?: ((transfer: ProtectedTransfer) => Promise<ReadyCancel | undefined>) | undefined
  /** First block to search for payments. Default: the contract's deploy block. */
  fromBlock?: bigint | undefined
}

/** Whom to tell, and how often to look. */
export type WatchSendsOptions = {
  onUpdate: (update: SendUpdate) => void
  /** Called when a source does not answer; watching goes on. */
  onError?: ((error: unknown) => void) | undefined
  /** How each payment is judged. */
  checkOptions?: Omit<CheckOptions, 'client' | 'signal' | 'amount' | 'now'> | undefined
  /** Of each cancellation. */
  write?: Omit<WriteOptions, 'signal'> | undefined
  /** @default 15_000 */
  pollingIntervalMs?: number | undefined
}

/**
 * What has happened to a payment that is not claimed.
 *
 * - `found`: the firewall says something against its recipient, or something else than before.
 * - `release_requested`: the holder of its link asks to be paid. `report` judges that address, and says nothing of its holder.
 * - `armed`: there is a ready cancel for it now.
 * - `recalled`: the money went back by the ready cancel.
 * - `recall_failed`: the chain refused it, for example while USDC is paused or has blocked the sender. It is tried again.
 * - `cancel_void`: its ready cancel is of no use any more, because of a rekey or its own deadline.
 * - `ended`: it was claimed, cancelled or returned, or its deadline has passed.
 */
export type SendUpdate = { transfer: ProtectedTransfer } & (
  | { kind: 'found'; recipient: Address; report: RiskReport; isRecallable: boolean }
  | { kind: 'release_requested'; recipient: Address; report: RiskReport }
  | { kind: 'armed' }
  | { kind: 'recalled'; txHash: Hash }
  | { kind: 'recall_failed'; error: unknown }
  | { kind: 'cancel_void'; reason: 'rekeyed' | 'expired' }
  | { kind: 'ended' }
)

/** Reader, and the wallet that submits ready cancels; any account can. */
export type WatchSendsClients = {
  publicClient: ReadClient
  walletClient?: ClientPair['walletClient'] | undefined
  contractAddress?: Address | undefined
}

/**
 * Judges the sender's unclaimed payments again and again, so that evidence that comes after the send still counts. A ready
 * cancel is used only where the firewall would now block a first payment to the recipient, on evidence that no third party
 * can forge: {@link isRecallable}. All else only notifies. It runs in the user's own process; no service takes cancels.
 *
 * Who asks for the release of a link is reported, and never a reason to cancel: the sender just does not release.
 *
 * @returns A function that stops watching. A cancellation under way is not undone.
 * @throws {@link InvalidInputError} for ready cancels without a wallet, and for two of one transfer.
 * @example
 * const cancels = [await signReadyCancel(clients, 42n)]
 * const unwatch = watchSends(clients, { sender, cancels }, { onUpdate: ({ kind, transfer }) => console.log(kind, transfer) })
 */
export function watchSends(
  clients: WatchSendsClients,
  { sender, cancels = [], arm, fromBlock }: WatchSendsParams,
  options: WatchSendsOptions,
): () => void {
  const from = parseAddress('sender', sender)
  const byId = new Map(cancels.map((cancel) => [cancel.transferId, cancel]))
  if (byId.size < cancels.length) throw new InvalidInputError('cancels', 'Two ready cancels are of one transfer.')
  const { publicClient, walletClient, contractAddress } = clients
  if ((cancels.length > 0 || arm !== undefined) && walletClient === undefined)
    throw new InvalidInputError('cancels', 'Ready cancels need a wallet that submits them.')
  const stop = new AbortController()
  const watch: Watch = {
    reader: { publicClient, contractAddress },
    wallet: walletClient && { publicClient, walletClient, contractAddress },
    sender: from,
    cancels: byId,
    arm,
    offered: new Set(),
    sends: indexOfSends(publicClient, { sender: from, contractAddress, fromBlock }),
    requests: new ReleaseRequestIndex({ client: publicClient, contractAddress, fromBlock }),
    told: new Map(),
    ended: new Set(),
    options,
    signal: stop.signal,
  }
  void repeat(watch)
  return () => stop.abort()
}

type Watch = {
  reader: Pick<WatchSendsClients, 'publicClient' | 'contractAddress'>
  wallet: ClientPair | undefined
  sender: Address
  cancels: Map<bigint, ReadyCancel>
  arm: WatchSendsParams['arm']
  /** For which `arm` was asked, or need not be. */
  offered: Set<bigint>
  sends: EventIndex<bigint>
  requests: ReleaseRequestIndex
  /** What was last said of a transfer and an address. */
  told: Map<string, string>
  ended: Set<bigint>
  options: WatchSendsOptions
  signal: AbortSignal
}

async function repeat(watch: Watch): Promise<void> {
  const { options, signal } = watch
  const { onError, pollingIntervalMs = 15_000 } = options
  while (!signal.aborted) {
    await attempt(watch, async () => {
      await watch.sends.sync({ signal })
      await watch.requests.sync({ signal })
    })
    await attempt(watch, async () => {
      // This machine's clock ends no watch: deadlines are judged by the chain's.
      const now = new Date(Number(await chainTime(watch.reader.publicClient)) * 1_000)
      for (const transferId of new Set(watch.sends.records)) {
        if (signal.aborted) return
        if (!watch.ended.has(transferId)) await attempt(watch, () => look(watch, transferId, now))
      }
    })
    await pause(pollingIntervalMs, signal)
  }

  async function attempt({ signal }: Watch, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!signal.aborted) onError?.(error)
    }
  }
}

async function look(watch: Watch, transferId: bigint, now: Date): Promise<void> {
  const { reader, signal, ended, options, requests } = watch
  const transfer = await getTransfer(reader, transferId)
  if (!isOpen(transfer) || isReturnable(transfer, now)) {
    ended.add(transferId)
    if (!signal.aborted) options.onUpdate({ kind: 'ended', transfer })
    return
  }
  if (transfer.to !== zeroAddress) return judgeRecorded(watch, transfer, now)
  for (const { recipient } of requests.requestsAtEnds(transferId)) {
    const { report } = await judge(watch, transfer, recipient)
    if (isNews(watch, transfer, recipient, report, false))
      options.onUpdate({ kind: 'release_requested', transfer, recipient, report })
  }
}

async function judgeRecorded(watch: Watch, transfer: ProtectedTransfer, now: Date): Promise<void> {
  const { to: recipient } = transfer
  const { report, isRecallable } = await judge(watch, transfer, recipient)
  const isAgainst = report.reasons.some(({ severity }) => severity !== 'safe')
  if (isNews(watch, transfer, recipient, report, isRecallable) && isAgainst)
    watch.options.onUpdate({ kind: 'found', transfer, recipient, report, isRecallable })
  await offer(watch, transfer, report)
  if (isRecallable && !watch.signal.aborted) await recall(watch, transfer, now)
}

/** Lets the caller arm a payment that nothing is held against. */
async function offer(watch: Watch, transfer: ProtectedTransfer, { level, complete }: RiskReport): Promise<void> {
  const { arm, cancels, offered, options, signal } = watch
  const { transferId } = transfer
  if (arm === undefined || signal.aborted || offered.has(transferId) || cancels.has(transferId)) return
  // A silent source says neither that nothing is held against it nor that the sender has decided so.
  if (!complete) return
  const ready = level === 'block' ? undefined : await askToArm(watch, arm, transfer)
  offered.add(transferId)
  if (ready === undefined) return
  if (ready.transferId !== transferId)
    throw new InvalidInputError('arm', `The ready cancel for transfer ${transferId} is of another one.`)
  cancels.set(transferId, ready)
  if (!signal.aborted) options.onUpdate({ kind: 'armed', transfer })
}

async function askToArm(
  { offered }: Watch,
  arm: NonNullable<Watch['arm']>,
  transfer: ProtectedTransfer,
): Promise<ReadyCancel | undefined> {
  try {
    return await arm(transfer)
  } catch (error) {
    // What a person has declined is not asked again; what failed is.
    if (error instanceof SignatureDeclinedError) offered.add(transfer.transferId)
    throw error
  }
}

function judge({ reader, sender, options, signal }: Watch, { amount }: ProtectedTransfer, recipient: Address) {
  const { contractAddress, publicClient } = reader
  const checkOptions = { ...options.checkOptions, contractAddress, signal }
  return judgeSend(publicClient, { sender, recipient, amount }, checkOptions)
}

async function recall(watch: Watch, transfer: ProtectedTransfer, now: Date): Promise<void> {
  const { cancels, wallet, reader, options, ended } = watch
  const ready = cancels.get(transfer.transferId)
  if (ready === undefined || wallet === undefined) return
  const state = readyCancelState(ready, transfer, now)
  if (state !== 'usable') {
    cancels.delete(transfer.transferId)
    return options.onUpdate({ kind: 'cancel_void', transfer, reason: state })
  }
  try {
    const txHash = await cancelWithSignature(wallet, ready, options.write)
    ended.add(transfer.transferId)
    options.onUpdate({ kind: 'recalled', transfer, txHash })
  } catch (error) {
    const after = await getTransfer(reader, transfer.transferId).catch(() => transfer)
    // A claim or another watch was faster: the next look says how it ended.
    if (isOpen(after)) options.onUpdate({ kind: 'recall_failed', transfer, error })
  }
}

/** Whether a verdict says something else than the last one about the same payment. */
function isNews(
  { told, signal }: Watch,
  { transferId }: ProtectedTransfer,
  recipient: Address,
  { level, reasons }: RiskReport,
  isRecallable: boolean,
): boolean {
  const key = `${transferId}:${recipient}`
  const found = reasons.map(({ code, severity, lookalikeOf = '' }) => `${code}/${severity}/${lookalikeOf}`)
  const said = [level, isRecallable, ...found.sort()].join()
  if (told.get(key) === said || signal.aborted) return false
  told.set(key, said)
  return true
}
