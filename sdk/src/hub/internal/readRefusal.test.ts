import vectors from '@holdfast/testkit/vectors/issuer.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { readRefusal } from './readRefusal.js'

const signedFee = 60_000n

test('every text the issuer is known to give', () => {
  const read = vectors.gateway.errors.bodies
    .concat(vectors.gateway.errors.partialTexts.map((message) => ({ success: false, message })))
    .map((body) => {
      const { error, additionalFee, isDuplicate } = readRefusal(body.message, signedFee)
      const { code, required, available, details } = error
      expect(details).toBe(body.message)
      return [body.message.slice(0, 60), { code, required, available, additionalFee, isDuplicate }]
    })
  expect(Object.fromEntries(read)).toMatchInlineSnapshot(`
    {
      "All burn intents in a request must have the same destination": {
        "additionalFee": undefined,
        "available": undefined,
        "code": "refused",
        "isDuplicate": false,
        "required": undefined,
      },
      "At least one signed burn intent or burn intent set is requir": {
        "additionalFee": undefined,
        "available": undefined,
        "code": "refused",
        "isDuplicate": false,
        "required": undefined,
      },
      "Expected array, received object": {
        "additionalFee": undefined,
        "available": undefined,
        "code": "refused",
        "isDuplicate": false,
        "required": undefined,
      },
      "Insufficient balance for depositor 0xf39fd6e51aad88f6f4ce6ab": {
        "additionalFee": undefined,
        "available": 0n,
        "code": "insufficient_balance",
        "isDuplicate": false,
        "required": 1114129n,
      },
      "Insufficient total maxFee across intents to cover forwarding": {
        "additionalFee": 565n,
        "available": 60000n,
        "code": "insufficient_fee",
        "isDuplicate": false,
        "required": 60565n,
      },
      "Insufficient total maxFee across intents. Required additiona": {
        "additionalFee": 34n,
        "available": 60000n,
        "code": "insufficient_fee",
        "isDuplicate": false,
        "required": 60034n,
      },
      "Must be a valid positive integer string": {
        "additionalFee": undefined,
        "available": undefined,
        "code": "refused",
        "isDuplicate": false,
        "required": undefined,
      },
      "Signer is not authorized": {
        "additionalFee": undefined,
        "available": undefined,
        "code": "not_authorized",
        "isDuplicate": false,
        "required": undefined,
      },
      "maxBlockHeight is too low … expected at least 54485435, got ": {
        "additionalFee": undefined,
        "available": undefined,
        "code": "expired_intent",
        "isDuplicate": false,
        "required": undefined,
      },
      "maxFee … expected at least 0.0035, got 0.000001": {
        "additionalFee": -56500n,
        "available": 60000n,
        "code": "insufficient_fee",
        "isDuplicate": false,
        "required": 3500n,
      },
    }
  `)
})

test('behavior: the texts that could mean a second request for one transfer', () => {
  for (const message of [
    'Duplicate transfer spec',
    'TransferSpecHashUsed',
    'Transfer already exists',
    'salt was used before',
  ])
    expect(readRefusal(message, signedFee).isDuplicate, message).toBe(true)
})

test('behavior: unknown words are reported unchanged', () => {
  for (const text of ['', 'Bad request.']) {
    const { error, additionalFee, isDuplicate } = readRefusal(text, signedFee)
    expect([error.code, error.details, additionalFee, isDuplicate]).toEqual(['refused', text, undefined, false])
  }
})

test.each([
  ['maxFee too low. Required additional: 0.0000001', { required: 60_001n, available: 60_000n }, 1n],
  ['maxFee: expected at least 0.0600001.', { required: 60_001n, available: 60_000n }, 1n],
  [
    'Insufficient balance: available 1.0000009, required 1.0000001',
    { required: 1_000_001n, available: 1_000_000n },
    undefined,
  ],
])('behavior: a fraction of a unit is asked for whole, and is not there: %s', (text, amounts, additionalFee) => {
  expect(readRefusal(text, signedFee)).toMatchObject({ error: amounts, additionalFee })
})

test('behavior: an amount that is not of the fee ceiling raises none', () => {
  const { error, additionalFee } = readRefusal('Deposit too low. Required additional: 5', signedFee)
  expect([error.code, additionalFee]).toEqual(['refused', undefined])
})

test('behavior: an invalid amount asks for nothing', () => {
  const { error, additionalFee } = readRefusal(
    'Insufficient total maxFee across intents. Required additional: .',
    signedFee,
  )
  expect([error.code, additionalFee]).toEqual(['insufficient_fee', undefined])
})
