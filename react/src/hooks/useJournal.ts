'use client'
import type { ServiceError } from '@holdfast/sdk/errors'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { JournalEntry } from '../query/journal.js'
import { journalQueryOptions } from '../query/journalQueryOptions.js'
import { useHoldfast } from './useHoldfast.js'

/** Reads the rows of the journal, newest first, without what is secret: an unfinished one is `started`. */
export function useJournal(): UseQueryResult<readonly Omit<JournalEntry, 'secret' | 'progress'>[], ServiceError> {
  return useQuery(journalQueryOptions(useHoldfast()))
}
