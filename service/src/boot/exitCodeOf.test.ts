import { madeErrors } from '@holdfast/testkit/madeErrors'
import { expect, test } from 'vitest'
import { ChainSettingsError, ChainUnreachableError } from '../chains/ChainErrors.js'
import { ConfigError } from '../config/ConfigError.js'
import { SealingKeyError } from '../cosign/CosignErrors.js'
import { ListenError } from '../http/ListenError.js'
import { StartBlockError } from '../indexes/IndexErrors.js'
import { KeeperFundsError, KeeperKeyError, KeyStoppedError } from '../keeper/KeeperErrors.js'
import { KeySettingsError, SignerUnavailableError } from '../keys/KeyErrors.js'
import { StoreLockedError, StoreTooNewError, StoreUnavailableError } from '../store/StoreErrors.js'
import { BootError } from './BootError.js'
import { exitCodeOf } from './exitCodeOf.js'

test.each<[string, Error]>([
  ['settings', new ConfigError([])],
  ['what does not fit together', new BootError('x', 'y')],
  ['a foreign chain, missing contracts', new ChainSettingsError(1, 'x')],
  ['a start block above the head', new StartBlockError(1, 'x', 2, 1)],
  ['a key', new KeySettingsError('malformed')],
  ['no key for the keeper', new KeeperKeyError('missing')],
  ['a key that cannot seal', new SealingKeyError()],
  ['a store of a later version', new StoreTooNewError(['9'])],
])('78: %s', (_, error) => expect(exitCodeOf(error)).toBe(78))

test.each<[string, Error]>([
  ['no chain', new ChainUnreachableError(1)],
  ['no store', new StoreUnavailableError()],
  ['a directory in use', new StoreLockedError('x')],
  ['a port in use', new ListenError('127.0.0.1', 1)],
  ['no signer', new SignerUnavailableError('x')],
  ['no money', new KeeperFundsError('0x', 2n, 1n)],
  ['a key in use', new KeyStoppedError()],
  ['a defect', new TypeError('x')],
  // A service that a keeper asks may be in the middle of an update: its refusals and answers say nothing about our
  // settings.
  ...madeErrors().map((error): [string, Error] => [`${error.name} ${error.code}`, error]),
])('1: %s', (_, error) => expect(exitCodeOf(error)).toBe(1))
