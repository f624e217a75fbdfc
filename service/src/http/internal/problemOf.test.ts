import { CallRefusedError, ChainUnavailableError, InvalidInputError } from '@holdfast/sdk/errors'
import { BaseError, InternalRpcError } from 'viem'
import { expect, test } from 'vitest'
import { EndpointError } from '../../chains/EndpointError.js'
import { SignerUnavailableError } from '../../keys/KeyErrors.js'
import { LeaseLostError, StoreUnavailableError } from '../../store/StoreErrors.js'
import { namesOf, problemOf } from './problemOf.js'

const wrapped = (cause: Error) => new BaseError('x', { cause })

test.each([
  ['upstream_unavailable', new SignerUnavailableError('cannot be reached')],
  ['upstream_unavailable', new Error('x', { cause: new SignerUnavailableError('cannot be reached') })],
  ['upstream_unavailable', new StoreUnavailableError()],
  ['upstream_timeout', new StoreUnavailableError({ isCommit: true })],
  ['upstream_timeout', new Error('x', { cause: new StoreUnavailableError({ isCommit: true }) })],
  ['upstream_timeout', new LeaseLostError('x')],
  ['upstream_unavailable', new ChainUnavailableError('reading', undefined)],
  ['upstream_unavailable', wrapped(new EndpointError('HttpRequestError', 'x'))],
  ['upstream_unavailable', new InternalRpcError(new EndpointError('RpcRequestError', 'x', '', { code: -32603 }))],
  ['upstream_timeout', wrapped(new EndpointError('TimeoutError', 'x'))],
  ['upstream_timeout', new DOMException('', 'TimeoutError')],
  ['upstream_timeout', new DOMException('', 'AbortError')],
  ['internal_error', new DOMException('', 'DataCloneError')],
  ['internal_error', new CallRefusedError('x', {})],
  ['internal_error', new InvalidInputError('x', 'x')],
  ['internal_error', Object.assign(new Error('x'), { name: 'TimeoutError' })],
  ['internal_error', new TypeError('x')],
  ['internal_error', 'x'],
] as const)('%s: %s', (code, error) => expect(problemOf(error)).toBe(code))

test('namesOf: classes only, and no text', () => {
  const odd = Object.assign(new Error('secret'), { name: 'a secret' })
  expect(namesOf(new CallRefusedError('x', {}))).toEqual(['CallRefusedError'])
  expect(namesOf(new TypeError('x', { cause: odd }))).toEqual(['TypeError', 'Error'])
  const full = Object.assign(new Error('x'), { name: 'SQLITE_FULL' })
  expect(namesOf(new StoreUnavailableError({ cause: full }))).toEqual(['StoreUnavailableError', 'SQLITE_FULL'])
  expect(namesOf('x')).toEqual(['string'])
})
