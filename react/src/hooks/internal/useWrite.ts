'use client'
import type { ServiceError } from '@holdfast/sdk/errors'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfig, useConnection } from 'wagmi'
import type { Config, WriteMutation, WriteParameters, WriteProgress } from '../../query/types.js'
import type { MutationParameters, WriteResult } from '../types.js'
import { useHoldfast } from '../useHoldfast.js'

/** Writes through a builder, with the configuration of the application. */
export function useWrite<variables, data, parameters extends WriteParameters>(
  builder: (config: Config, parameters: parameters) => WriteMutation<variables, data>,
  { config: given, mutation, ...rest }: parameters & MutationParameters<variables, data>,
): WriteResult<variables, data> {
  const config = useConfig(given === undefined ? undefined : { config: given })
  // Another account writes in another queue.
  useConnection({ config })
  const shared = useHoldfast()
  const [progress, setProgress] = useState<WriteProgress>(idle)
  const onProgress = (next: WriteProgress) => {
    setProgress(next)
    rest.onProgress?.(next)
  }
  // What is left of the parameters is those of the builder.
  const parameters = { ...rest, onProgress, holdfast: rest.holdfast ?? shared } as unknown as parameters
  const result = useMutation<data, ServiceError, variables>({ ...mutation, ...builder(config, parameters) })
  return { ...result, progress: result.isIdle ? idle : progress }
}

const idle: WriteProgress = { state: 'idle' }
