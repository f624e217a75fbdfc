'use client'
import type { Config, WriteMutation, WriteParameters } from '../../query/types.js'
import type { MutationParameters, WriteResult } from '../types.js'
import { useWrite } from './useWrite.js'

/** Makes the hook of a builder. */
export function writeHook<variables, data>(
  builder: (config: Config, parameters?: WriteParameters) => WriteMutation<variables, data>,
) {
  return (parameters: WriteParameters & MutationParameters<variables, data> = {}): WriteResult<variables, data> =>
    useWrite(builder, parameters)
}
