'use client'
import { type ReadyCancel, type SendUpdate, watchSends } from '@holdfast/sdk/watch'
import { useEffect, useRef } from 'react'
import type { Address } from 'viem'
import { useChainId, useConfig, useConnectorClient } from 'wagmi'
import { getClient } from 'wagmi/actions'
import { checkingOf } from '../query/checkingOf.js'
import { useHoldfast } from './useHoldfast.js'

/** What {@link useWatchSends} watches, and whom it tells. */
export type WatchSendsParameters = {
  /** Nothing is watched without it. */
  sender?: Address | undefined
  /** Rows of the journal that `useSignReadyCancel` has filled: their payments are taken back where the firewall comes to block them. */
  entries?: readonly string[] | undefined
  onUpdate: (update: SendUpdate) => void
  onError?: ((error: unknown) => void) | undefined
  chainId?: number | undefined
}

/** Judges the sender's unclaimed payments again and again for as long as the component is mounted, as `watchSends` of the SDK. */
export function useWatchSends({ sender, entries = [], onUpdate, onError, chainId: asked }: WatchSendsParameters): void {
  const config = useConfig()
  const current = useChainId()
  const chainId = asked ?? current
  const holdfast = useHoldfast()
  const { data: walletClient } = useConnectorClient({ chainId })
  const told = useRef({ onUpdate, onError })
  useEffect(() => {
    told.current = { onUpdate, onError }
  })
  const rows = entries.join()
  useEffect(() => {
    const publicClient = getClient(config, { chainId })
    const ids = rows === '' ? [] : rows.split(',')
    if (sender === undefined || publicClient === undefined || (ids.length > 0 && walletClient === undefined)) return
    let stop: (() => void) | undefined
    let isOver = false
    const begin = async () => {
      const signed = await Promise.all(ids.map((id) => holdfast.journal.open(id)))
      const checkOptions = await checkingOf(holdfast)
      if (isOver) return
      // What `signReadyCancel` returned; the watch checks each.
      const cancels = signed.map(({ secret }) => secret as ReadyCancel)
      stop = watchSends(
        { publicClient, walletClient, contractAddress: holdfast.contractAddress },
        { sender, cancels },
        {
          checkOptions,
          onUpdate: (update) => told.current.onUpdate(update),
          onError: (error) => told.current.onError?.(error),
        },
      )
    }
    begin().catch((error) => told.current.onError?.(error))
    return () => {
      isOver = true
      stop?.()
    }
  }, [config, chainId, sender, rows, walletClient, holdfast])
}
