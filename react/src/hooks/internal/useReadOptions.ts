'use client'
import { useChainId, useConfig } from 'wagmi'
import type { BuilderParameters, Config, ReadQuery } from '../../query/types.js'
import type { QueryParameters } from '../types.js'
import { useHoldfast } from '../useHoldfast.js'

/** The options of a read, with the configuration and the chain of the application, and those that the application sets. */
export function useReadOptions<data, parameters extends BuilderParameters>(
  builder: (config: Config, parameters: parameters) => ReadQuery<data>,
  { config: given, query, ...rest }: parameters & QueryParameters<data>,
) {
  const config = useConfig(given === undefined ? undefined : { config: given })
  const current = useChainId({ config })
  const shared = useHoldfast()
  const chainId = rest.chainId ?? current
  const holdfast = rest.holdfast ?? shared
  // What is left of the parameters is those of the builder.
  const options = builder(config, { ...rest, chainId, holdfast } as unknown as parameters)
  const { enabled, ...settings } = query ?? {}
  // A function of TanStack Query may decide as well, once all that the read needs is there.
  return { config, chainId, holdfast, options, settings, enabled: options.enabled && (enabled ?? true) }
}
