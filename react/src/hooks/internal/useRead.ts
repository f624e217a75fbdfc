'use client'
import type { ServiceError } from '@holdfast/sdk/errors'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { BuilderParameters, Config, ReadQuery } from '../../query/types.js'
import type { QueryParameters } from '../types.js'
import { useReadOptions } from './useReadOptions.js'

/** Reads through a builder, with the configuration and the chain of the application. */
export function useRead<data, parameters extends BuilderParameters>(
  builder: (config: Config, parameters: parameters) => ReadQuery<data>,
  given: parameters & QueryParameters<data>,
): UseQueryResult<data, ServiceError> {
  const { options, settings, enabled } = useReadOptions(builder, given)
  return useQuery<data, ServiceError>({ ...options, ...settings, enabled })
}
