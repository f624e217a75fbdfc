import type { ServiceError } from '@holdfast/sdk/errors'
import type { UseMutationOptions, UseMutationResult, UseQueryOptions, UseQueryResult } from '@tanstack/react-query'
import type {
  BuilderParameters,
  Config,
  Known,
  Loose,
  ReadBuilder,
  WriteMutation,
  WriteParameters,
  WriteProgress,
} from '../query/types.js'

/** Options of TanStack Query that a hook accepts; the key, the function, retries and the network mode are fixed. */
export type ReadOptions<data> = Pick<
  UseQueryOptions<data, ServiceError>,
  | 'enabled'
  | 'gcTime'
  | 'meta'
  | 'notifyOnChangeProps'
  | 'refetchInterval'
  | 'refetchOnMount'
  | 'refetchOnWindowFocus'
  | 'staleTime'
>

/**
 * The hook of a builder. It accepts the parameters of its builder, options of the query and another configuration of wagmi,
 * and returns the result of TanStack Query.
 */
export type ReadHook<builder> =
  builder extends ReadBuilder<infer asked, infer data>
    ? (
        parameters?: BuilderParameters & Loose<asked> & QueryParameters<Known<data>>,
      ) => UseQueryResult<Known<data>, ServiceError>
    : never

/** What a hook of a read accepts beside the parameters of its builder. */
export type QueryParameters<data> = { config?: Config | undefined; query?: ReadOptions<data> | undefined }

/** Options of TanStack Query that a hook accepts. Callbacks given here run after unmounting too, those of `mutate` do not. */
export type WriteHookOptions<variables, data> = Pick<
  UseMutationOptions<data, ServiceError, variables>,
  'meta' | 'onError' | 'onMutate' | 'onSettled' | 'onSuccess' | 'throwOnError'
>

/**
 * The hook of a builder. It accepts the parameters of its builder, callbacks and another configuration of wagmi, and returns
 * the result of TanStack Query with the progress of the write.
 */
export type WriteHook<builder> = builder extends (...given: never[]) => WriteMutation<infer variables, infer data>
  ? (parameters?: WriteParameters & MutationParameters<variables, data>) => WriteResult<variables, data>
  : never

/** What a hook of a write accepts beside the parameters of its builder. */
export type MutationParameters<variables, data> = {
  config?: Config | undefined
  mutation?: WriteHookOptions<variables, data> | undefined
}

/** The result of TanStack Query, and the progress of the write. */
export type WriteResult<variables, data> = UseMutationResult<data, ServiceError, variables> & {
  progress: WriteProgress
}
