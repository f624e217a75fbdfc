import { LogsIncompleteError, ServiceProblemError, ServiceUnavailableError } from '@holdfast/sdk/errors'
import { expect, test } from 'vitest'
import { describeFailure } from './describeFailure.js'

const exitOf = (error: unknown) => describeFailure(error, new AbortController().signal).exit
const problem = (code: string, status: number, retryable: boolean) =>
  new ServiceProblemError('claiming', { code, status, retryable, detail: 'because' })

test.each([
  ['a quota that is used up', problem('quota_exceeded', 429, true), 'unavailable'],
  ['a key that is not there', problem('not_configured', 503, false), 'refused'],
  ['a request that is none', problem('invalid_request', 400, false), 'usage'],
  ['a service that is silent', new ServiceUnavailableError('claiming', 'timeout'), 'unavailable'],
  ['a node without logs', new LogsIncompleteError(7n, [], 'unavailable', undefined), 'unavailable'],
])('%s', (_, error, exit) => expect(exitOf(error)).toBe(exit))
