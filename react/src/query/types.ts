import type { getClient } from 'wagmi/actions'
import type { Holdfast } from './createHoldfast.js'

/** The configuration of wagmi, as `createConfig` returns it. */
export type Config = Parameters<typeof getClient>[0]

/** What every builder accepts. */
export type BuilderParameters = {
  /** @default the chain that the application is on */
  chainId?: number | undefined
  /** What the queries and mutations of an application share. @default one that remembers in memory alone */
  holdfast?: Holdfast | undefined
}

/** What a query asks for; it waits until everything that it needs is there. */
export type Loose<parameters> = { [name in keyof parameters]?: parameters[name] | undefined }

/** Options of a read without what the query sets itself: callbacks, clients and signals. */
export type Asked<options> = options extends unknown
  ? {
      [name in keyof options as NonNullable<options[name]> extends Given
        ? never
        : name extends 'report' | 'reports'
          ? never
          : name]: options[name]
    }
  : never

/** A client has a transport, which no data has. */
type Given = ((...args: never[]) => unknown) | AbortSignal | { readonly transport: unknown }

/** What a query holds: `null` in place of `undefined`, which no query may hold. */
export type Known<value> = undefined extends value ? Exclude<value, undefined> | null : value

/** Options of TanStack Query's `useQuery` and `fetchQuery`. */
export type ReadQuery<data> = {
  /** `['holdfast', name, parameters]`: addresses in lower case, amounts as decimal text, never a secret. */
  queryKey: readonly ['holdfast', string, { readonly [name: string]: unknown }]
  queryFn: (context?: { signal?: AbortSignal | undefined }) => Promise<data>
  /** False until all that the read needs is there. */
  enabled: boolean
  /** The SDK repeats what may be repeated. */
  retry: false
  networkMode: 'always'
  staleTime?: number
}

/** Makes the options of a query, with the configuration of wagmi. */
export type ReadBuilder<asked, data> = (
  config: Config,
  parameters?: BuilderParameters & Loose<asked>,
) => ReadQuery<Known<data>>

/** The progress of a write, of its last call. `step` is the SDK's own name of it. */
export type WriteProgress =
  | { state: 'idle' }
  | {
      state: 'checking' | 'simulate' | 'sign' | 'send' | 'confirm'
      step: string | undefined
      txHash: string | undefined
    }
  | { state: 'done'; txHash: string | undefined }

/** What every builder of a write accepts. */
export type WriteParameters = BuilderParameters & {
  /** Called at each step of the write. */
  onProgress?: ((progress: WriteProgress) => void) | undefined
}

/** Options of TanStack Query's `useMutation`. */
export type WriteMutation<variables, data> = {
  mutationKey: readonly ['holdfast', string]
  mutationFn: (variables: variables, context?: WriteMutationContext) => Promise<data>
  retry: false
  /** What waits for a network would ask the wallet by itself once there is one. */
  networkMode: 'always'
  /** Keeps no variables and no result. */
  gcTime: 0
  /** One at a time for each account. */
  scope: { id: string }
}

/** The part of TanStack Query's context that a write uses. */
export type WriteMutationContext = {
  client: {
    invalidateQueries: (filters: { predicate: (query: { queryKey: readonly unknown[] }) => boolean }) => Promise<void>
  }
}

/** Names the row of the journal that a write fills, so that the row can be made before it. */
export type Entry = {
  /** As `journal.keep` returns it. @default a new row */
  entry?: string | undefined
}

/** Names the row of the journal that holds the secrets of a write. */
export type SealedEntry = {
  /** As `journal.keep` or a mutation that signs returns it. */
  entry: string
}

/** Makes the options of a mutation, with the configuration of wagmi. */
export type WriteBuilder<asked, data> = (
  config: Config,
  parameters?: WriteParameters,
) => WriteMutation<asked & Entry, data>

/** The same for a mutation whose secrets are in the journal. */
export type SealedWriteBuilder<asked, data> = (
  config: Config,
  parameters?: WriteParameters,
) => WriteMutation<asked & SealedEntry, data>

/** The same for a mutation that signs: the signature goes into the journal, under the id that is returned. */
export type SignBuilder<asked> = WriteBuilder<asked, SealedEntry>

/** What a function of the SDK resolves to. */
export type Resolved<operation extends (...given: never[]) => Promise<unknown>> = Awaited<ReturnType<operation>>
