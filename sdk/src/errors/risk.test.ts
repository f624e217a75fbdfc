import { beforeAll, describe, expect, test } from 'vitest'
import { ServiceError } from './base.js'
import { DataUnavailableError, RiskBlockedError, type RiskReason } from './risk.js'
import { version } from './version.js'

const target = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const blocked = (reasons: readonly RiskReason[], complete: boolean) =>
  new RiskBlockedError({
    target,
    sender: '0x52908400098527886E0F7030069857D2E4169EE7',
    level: 'block',
    reasons,
    complete,
    checkedAt: new Date(0),
  })

beforeAll(() => {
  version.current = '@holdfast/sdk@x.y.z'
})

describe('RiskBlockedError', () => {
  test('default: names what counts against the payment, each code once, and no good sign', () => {
    const error = blocked(
      [
        { code: 'ZERO_VALUE_BAIT', severity: 'block', message: 'Bait.', count: 2 },
        { code: 'DATA_UNAVAILABLE', severity: 'warning', message: 'Silence.', sources: ['activity'] },
        { code: 'VERIFIED_RECIPIENT', severity: 'safe', message: 'Settled.' },
      ],
      false,
    )
    expect(error).toBeInstanceOf(ServiceError)
    expect(error.reasons).toEqual(['ZERO_VALUE_BAIT', 'DATA_UNAVAILABLE'])
    expect(error.message).toMatchInlineSnapshot(`
      "The payment to 0xd9A1C3788D81257612E2581A6ea0aDa244853a91 was stopped before any money moved.

      To:         0xd9A1C3788D81257612E2581A6ea0aDa244853a91
      ZERO_VALUE_BAIT: Bait.
      DATA_UNAVAILABLE: Silence.
      Sources are missing: check again when they answer.

      Confirm the address with its owner before paying.

      Version: @holdfast/sdk@x.y.z"
    `)
  })

  test('behavior: shows the address that is imitated', () => {
    const lookalikeOf = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
    const error = blocked([{ code: 'LOOKALIKE_ADDRESS', severity: 'block', message: 'Imitates.', lookalikeOf }], true)
    expect(error.message).toMatchInlineSnapshot(`
      "The payment to 0xd9A1C3788D81257612E2581A6ea0aDa244853a91 was stopped before any money moved.

      To:         0xd9A1C3788D81257612E2581A6ea0aDa244853a91
      Looks like: 0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91
      LOOKALIKE_ADDRESS: Imitates.

      Get the address from its owner again. Do not copy it from a transaction history.

      Version: @holdfast/sdk@x.y.z"
    `)
  })
})

test('DataUnavailableError keeps its cause', () => {
  const error = new DataUnavailableError('reading a history', new Error('HTTP 500'))
  expect(error).toMatchObject({ name: 'DataUnavailableError', code: 'data_unavailable', details: 'HTTP 500' })
  expect(error.message).toMatchInlineSnapshot(`
    "No usable answer was returned while reading a history.

    Missing data is never safe: treat the payment as unchecked until the source answers.

    Details: HTTP 500
    Version: @holdfast/sdk@x.y.z"
  `)
})
