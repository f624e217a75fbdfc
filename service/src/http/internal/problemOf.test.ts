import { expect, test } from 'vitest'
import { SignerUnavailableError } from '../../keys/KeyErrors.js'
import { StoreUnavailableError } from '../../store/StoreErrors.js'
import { problemOf } from './problemOf.js'

test.each([
  ['upstream_unavailable', new SignerUnavailableError('cannot be reached')],
  ['upstream_unavailable', new Error('x', { cause: new SignerUnavailableError('cannot be reached') })],
  ['upstream_unavailable', new StoreUnavailableError()],
  ['upstream_timeout', new DOMException('', 'TimeoutError')],
  ['internal_error', new TypeError('x')],
  ['internal_error', 'x'],
] as const)('default: %s', (code, error) => expect(problemOf(error)).toBe(code))
