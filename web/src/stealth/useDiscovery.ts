import { deploymentFor } from '@holdfast/sdk/chain'
import type { StealthBox, StealthKeys } from '@holdfast/sdk/stealth'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { useClient } from 'wagmi'
import { ChangedFileError, discoverInWorker } from './discoverInWorker.js'
import type { ScanProgress } from './scanMessages.js'

/** What a search has found so far. */
export type Discovery = {
  /** `undefined` while the search runs, and without keys. */
  boxes: readonly StealthBox[] | undefined
  progress: ScanProgress | undefined
  /** The worker's file is not the one that was published, or is missing. */
  isFileChanged: boolean
  read: Pick<UseQueryResult, 'error' | 'data' | 'isFetching' | 'refetch'>
}

/** Searches for the boxes that were announced to the keys of an account. */
export function useDiscovery(account: Address | undefined, chainId: number, keys: StealthKeys | undefined): Discovery {
  const client = useClient({ chainId })
  const [progress, setProgress] = useState<ScanProgress>()
  const announcer = deploymentFor(chainId)?.stealthAnnouncer
  const read = useQuery({
    // The stealth keys must not be part of it. A write that changes boxes invalidates the query by this name.
    queryKey: ['holdfast', 'discoverStealthBoxes', chainId, account],
    enabled: keys !== undefined && client !== undefined && announcer !== undefined,
    networkMode: 'always',
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => {
      if (keys === undefined || client === undefined || announcer === undefined) throw new Error('There are no keys.')
      return discoverInWorker(client, { announcer, keys }, { signal, onProgress: setProgress })
    },
  })
  return {
    boxes: keys === undefined ? undefined : read.data,
    progress: read.isFetching ? progress : undefined,
    isFileChanged: read.error instanceof ChangedFileError,
    read,
  }
}
