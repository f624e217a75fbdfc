import type { ClientPair } from '@holdfast/sdk/chain'
import { describeError, type ServiceError, SignatureDeclinedError } from '@holdfast/sdk/errors'
import type { CheckOptions } from '@holdfast/sdk/risk'
import type { RequestAccount } from '@holdfast/sdk/service'
import type { Address, Hash } from 'viem'
import { getConnection, getConnectorClient } from 'wagmi/actions'
import { checkingOf } from '../checkingOf.js'
import type { Holdfast } from '../createHoldfast.js'
import type { JournalEntry } from '../journal.js'
import { sharedHoldfast } from '../sharedHoldfast.js'
import type {
  Config,
  Entry,
  SealedEntry,
  SealedWriteBuilder,
  SignBuilder,
  WriteBuilder,
  WriteMutation,
  WriteMutationContext,
  WriteParameters,
  WriteProgress,
} from '../types.js'
import { chainOf } from './clients.js'
import { type Connected, connectedPair } from './connectedPair.js'
import { data } from './data.js'
import { phaseOf } from './phases.js'

/** What a write with the connected wallet is given besides its variables. */
type WriteContext = StepContext & { clients: ClientPair }

/** What a write without a wallet is given besides its variables. */
type ServiceWriteContext = StepContext & {
  /** The connected wallet, where one is and the application names no other signer. */
  account: RequestAccount | undefined
}

/** What every write is given. */
type StepContext = {
  config: Config
  holdfast: Holdfast
  /** Id of its row of the journal. */
  entry: string
  /** Options of the SDK's function. */
  steps: { onStep: (step: string) => void; onTransactionHash: (txHash: Hash) => Promise<void> }
  /** Stores what a later resume continues from. The SDK waits for it. */
  keep: (progress: { readonly [name: string]: unknown }) => Promise<void>
  /** Stores secrets in the row, from which a later write can resume. If the store fails, the write stops. */
  seal: (secret: { readonly [name: string]: unknown }) => Promise<void>
  /** Options of a check, with the application's address book and chains. */
  checking: (options: CheckOptions | undefined) => Promise<CheckOptions>
}

/** One write. */
type WriteDefinition<asked, result, context = WriteContext, secret = unknown> = {
  /** Name of the function, and of the key. */
  name: string
  /** Names of the reads whose answers it changes. */
  touches: readonly string[]
  /** The chain that it is for, where its variables say so. */
  meantChain?: (asked: asked) => number | undefined
  /** Whether it goes on with what its row holds, so that its failure says how that has ended as well. */
  resumes?: boolean
  /** `secret` is what its row of the journal holds. */
  run: (context: context, asked: asked, secret: secret) => Promise<result>
}

/** Makes a builder of a write. */
export function write<asked extends object, result>(
  definition: WriteDefinition<asked, result>,
): WriteBuilder<asked, result> {
  return mutation(definition, makeRow, connectWallet)
}

/** Makes a builder of a write that the service or the issuer carries out. It needs no wallet; one that is connected signs the request. */
export function writeByService<asked extends object, result>(
  definition: WriteDefinition<asked, result, ServiceWriteContext>,
): WriteBuilder<asked, result> {
  return mutation(definition, makeRow, connectSigner)
}

/** Makes a builder of a write whose secrets are in the journal, and not in the variables that TanStack Query keeps. */
export function writeSealed<asked extends object, secret extends object, result>(
  definition: WriteDefinition<asked, result, WriteContext, secret>,
): SealedWriteBuilder<asked, result> {
  return mutation(definition, openRow<secret>, connectWallet)
}

/** The same for a write that needs no wallet. */
export function writeSealedByService<asked extends object, secret extends object, result>(
  definition: WriteDefinition<asked, result, ServiceWriteContext, secret>,
): SealedWriteBuilder<asked, result> {
  return mutation(definition, openRow<secret>, connectSigner)
}

/** Makes a builder of a write that signs: the signature goes to the journal, and the id of its row is returned. */
export function sign<asked extends object>({
  name,
  run,
}: Omit<WriteDefinition<asked, object>, 'touches'>): SignBuilder<asked> {
  return write<asked, SealedEntry>({
    name,
    touches: [],
    async run(context, asked) {
      const signed = await run(context, asked, undefined)
      await context.seal({ ...signed })
      return { entry: context.entry }
    },
  })
}

/** The row of a write, and what it holds. */
type Row<secret> = { id: string; secret: secret }

async function makeRow({ journal }: Holdfast, { entry }: Entry): Promise<Row<unknown>> {
  return { id: entry ?? (await journal.keep({})), secret: undefined }
}

async function openRow<secret>({ journal }: Holdfast, { entry }: SealedEntry): Promise<Row<secret>> {
  const { secret } = await journal.open(entry)
  // The SDK checks each value of what the row holds.
  return { id: entry, secret: secret as secret }
}

/** The account and chain that the journal records, and what the write gets of the wallet. */
type Actor<pinned> = {
  chainId: number
  account: Address | null
  pinned: pinned
  left?: Connected['left']
}

async function connectWallet(
  config: Config,
  meant: number | undefined,
  holdfast: Holdfast,
): Promise<Actor<{ clients: ClientPair }>> {
  const { clients, chainId, account, left } = await connectedPair(config, meant, holdfast)
  return { chainId, account, pinned: { clients }, left }
}

/** No chain is checked: nothing is sent by this wallet. */
async function connectSigner(
  config: Config,
  meant: number | undefined,
  { service }: Holdfast,
): Promise<Actor<{ account: RequestAccount | undefined }>> {
  const { address: account, chainId: current, connector } = getConnection(config)
  const chainId = chainOf(config, meant)
  if (account === undefined || current === undefined || connector === undefined || service?.account !== undefined)
    return { chainId, account: null, pinned: { account: undefined } }
  const wallet = await getConnectorClient(config, { chainId: current, account, connector, assertChainId: false })
  // The wallet client of a connector has an account.
  return { chainId, account, pinned: { account: wallet as RequestAccount } }
}

function mutation<asked extends object, named extends Entry, secret, result, pinned>(
  { name, touches, meantChain, resumes = false, run }: WriteDefinition<asked, result, StepContext & pinned, secret>,
  rowFor: (holdfast: Holdfast, named: named) => Promise<Row<secret>>,
  connect: (config: Config, meant: number | undefined, holdfast: Holdfast) => Promise<Actor<pinned>>,
): (config: Config, parameters?: WriteParameters) => WriteMutation<asked & named, result> {
  return (config, { chainId: meant, holdfast = sharedHoldfast(), onProgress } = {}) => ({
    mutationKey: ['holdfast', name],
    retry: false,
    networkMode: 'always',
    gcTime: 0,
    scope: { id: `holdfast:${getConnection(config).address?.toLowerCase() ?? ''}` },
    async mutationFn(variables, context) {
      const { entry: _, ...given } = variables
      // Without `entry`, the variables are what the caller asked for.
      const asked = given as unknown as asked
      let txHash: Hash | undefined
      const tell = (state: 'checking' | 'simulate' | 'sign' | 'send' | 'confirm', step?: string) =>
        onProgress?.({ state, step, txHash })
      tell('checking')
      const { chainId, account, pinned, left } = await connect(config, meant ?? meantChain?.(asked), holdfast)
      const { id, secret } = await rowFor(holdfast, variables)
      const row = rowOf(holdfast, id)
      // Before the wallet is asked: where this fails, nothing is signed.
      let ifNothing: 'started' | 'failed' = 'failed'
      await holdfast.journal.change(id, ({ params, state }) => {
        // An earlier write of the row whose outcome is open may have happened all the same.
        if (state === 'started' && !resumes) ifNothing = state
        return {
          operation: name,
          chainId,
          account,
          params: { ...params, ...data(asked) },
          state: 'started',
          startedAt: new Date(),
        }
      })
      const keepHash = (hash: Hash) => {
        txHash = hash
        return row.change(({ txHashes }) => ({ txHashes: [...txHashes, hash] }))
      }
      try {
        const result = await run(
          {
            ...pinned,
            config,
            holdfast,
            entry: id,
            steps: {
              onStep: (step) => tell(phaseOf(step), step),
              onTransactionHash: keepHash,
            },
            keep: (progress) => row.change((entry) => ({ progress: { ...entry.progress, ...data(progress) } })),
            seal: (more) => holdfast.journal.change(id, ({ secret }) => ({ secret: { ...secret, ...data(more) } })),
            checking: async (options) => ({ ...(await checkingOf(holdfast)), ...options }),
          },
          asked,
          secret,
        )
        await row.end(isRefused(result) ? ifNothing : isOnItsWay(result) ? 'started' : 'done')
        onProgress?.({ state: 'done', txHash } satisfies WriteProgress)
        return result
      } catch (failure) {
        const error = reasonOf(failure, left?.())
        const { effect, settles } = describeError(error)
        await row.end(effect === 'none' || settles ? ifNothing : 'started')
        throw error
      } finally {
        forget(context, touches)
      }
    },
  })
}

/** If another wallet is connected by now, the first one was never asked, so it has declined nothing. */
function reasonOf(failure: unknown, left: ServiceError | undefined): unknown {
  return left !== undefined && failure instanceof SignatureDeclinedError ? left : failure
}

/** Changes of a row after the wallet was asked: one that fails is reported and stops nothing. */
function rowOf({ journal, onJournalError }: Holdfast, id: string) {
  let changes = Promise.resolve()
  /** Ends when this change and those before it are kept, or have failed. */
  const change = (how: Parameters<typeof journal.change>[1]): Promise<void> => {
    changes = Promise.all([changes, journal.change(id, how).catch(onJournalError)]).then(() => {})
    return changes
  }
  return {
    change,
    end: (state: JournalEntry['state']): Promise<void> => change(() => ({ state })),
  }
}

/** Whether a result says that nothing was done: a veto, or a claim that does not pay. */
function isRefused(result: unknown): boolean {
  if (typeof result !== 'object' || result === null) return false
  // What a plan returns has the operation's own result inside.
  if ('transactions' in result && 'result' in result) return isRefused(result.result)
  if (!('ok' in result) || result.ok !== false) return false
  const kind = 'error' in result && typeof result.error === 'object' && result.error !== null ? result.error : {}
  return !('kind' in kind && kind.kind === 'unknown')
}

/** Whether a result says that money has left and was not seen to arrive: of a transfer over the Bridge, or a spend of the Hub. */
function isOnItsWay(result: unknown): boolean {
  if (typeof result !== 'object' || result === null) return false
  if ('transactions' in result && 'result' in result) return isOnItsWay(result.result)
  if (!('quote' in result)) return false
  if ('burnTxHash' in result) return !('forwardTxHash' in result)
  return 'transferId' in result && !('mintTxHash' in result)
}

/** Repeats the reads whose answers may have changed, however the write ended. */
function forget(context: WriteMutationContext | undefined, touches: readonly string[]): void {
  void context?.client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === 'holdfast' && [...touches, 'journal'].includes(String(queryKey[1])),
  })
}
