'use client'
import type { ServiceError } from '@holdfast/sdk/errors'
import { type ProtectedTransfer, watchTransfer } from '@holdfast/sdk/transfer'
import { hashKey, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getClient } from 'wagmi/actions'
import { getTransferQueryOptions } from '../query/getTransferQueryOptions.js'
import type { BuilderParameters, Loose } from '../query/types.js'
import { useReadOptions } from './internal/useReadOptions.js'
import type { QueryParameters } from './types.js'

/** Reads a protected transfer, and follows it: every change on chain is in `data` as soon as it is mined. */
export function useTransfer(
  parameters: BuilderParameters & Loose<{ transferId: bigint }> & QueryParameters<ProtectedTransfer> = {},
): UseQueryResult<ProtectedTransfer, ServiceError> {
  const { config, chainId, holdfast, options, settings, enabled } = useReadOptions(getTransferQueryOptions, parameters)
  const { contractAddress } = holdfast
  const queryClient = useQueryClient()
  const { transferId } = parameters
  const key = hashKey(options.queryKey)
  const query = useQuery({ ...options, ...settings, enabled })
  // Not read from the result, which would then tell the component of nothing else.
  const status = queryClient.getQueryState(options.queryKey)?.status
  // Followed from the answer on, or a change between the answer and the first look would not be noticed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the key of the query, which each render makes again.
  useEffect(() => {
    if (status === undefined || status === 'pending') return undefined
    const publicClient = getClient(config, { chainId })
    if (enabled !== true || transferId === undefined || transferId < 1n || publicClient === undefined) return undefined
    return watchTransfer(publicClient, transferId, {
      contractAddress,
      known: queryClient.getQueryData<ProtectedTransfer>(options.queryKey),
      onUpdate: (transfer) => queryClient.setQueryData(options.queryKey, transfer),
    })
  }, [config, chainId, key, enabled, transferId, contractAddress, queryClient, status])
  return query
}
