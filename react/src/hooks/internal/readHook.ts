'use client'
import type { ServiceError } from '@holdfast/sdk/errors'
import type { UseQueryResult } from '@tanstack/react-query'
import type { BuilderParameters, Known, Loose, ReadBuilder } from '../../query/types.js'
import type { QueryParameters } from '../types.js'
import { useRead } from './useRead.js'

/** Makes the hook of a builder. */
export function readHook<asked, data>(builder: ReadBuilder<asked, data>) {
  return (
    parameters: BuilderParameters & Loose<asked> & QueryParameters<Known<data>> = {},
  ): UseQueryResult<Known<data>, ServiceError> =>
    useRead<Known<data>, BuilderParameters & Loose<asked>>(builder, parameters)
}
