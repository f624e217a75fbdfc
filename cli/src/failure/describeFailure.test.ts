import { BoxRefusedError, InvalidAddressError, NotABoxError, PolicyMismatchError } from '@holdfast/sdk/errors'
import { expect, test } from 'vitest'
import { describeFailure } from './describeFailure.js'

const box = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const { signal } = new AbortController()

test.each([
  [new BoxRefusedError(box, 'expired'), 'refused'],
  [new BoxRefusedError(box, 'invalid_signature'), 'refused'],
  [new NotABoxError(box, 'foreign'), 'refused'],
  [new PolicyMismatchError(box, 'target', box, box), 'refused'],
  [new InvalidAddressError('box', box, 'is none'), 'usage'],
])('%s', (error, exit) => expect(describeFailure(error, signal)).toMatchObject({ exit, code: error.code }))
