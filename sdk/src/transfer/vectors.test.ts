import { protectedTransferAbi } from '@holdfast/contracts'
import vectors from '@holdfast/contracts/vectors/protected-transfer.json' with { type: 'json' }
import { type Hex, toEventSelector, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { authorizationNonce } from './authorization.js'
import { encodeClaimCall } from './encodeClaimCall.js'
import type { SendFields } from './internal/prepareSend.js'
import { configIdOf } from './registerConfig.js'
import { batchNonce } from './sendProtectedBatchWithAuthorization.js'

/** What goes over a wire or into a hash, equal to what the contract's own tests hold. */

test.each(vectors.configIds)('config id $configId', ({ caller, configId, ...terms }) => {
  expect(configIdOf(caller as Hex, terms as Parameters<typeof configIdOf>[1])).toBe(configId)
})

test.each(vectors.authorizationNonces)('authorization nonce $nonce', ({ nonce, ...fields }) => {
  expect(authorizationNonce(fields as Parameters<typeof authorizationNonce>[0])).toBe(nonce)
})

test.each(vectors.batches)('batch nonce $nonce', ({ items, nonceSalt, nonce }) => {
  const parsed = items.map((item) => ({ ...item, amount: BigInt(item.amount) }) as SendFields)
  expect(batchNonce(parsed, nonceSalt as Hex)).toBe(nonce)
})

test('selectors of every function, error and event the library speaks', () => {
  const { selectors, errors, topics } = vectors
  for (const item of protectedTransferAbi) {
    if (item.type === 'function') expect(Object.values(selectors)).toContain(toFunctionSelector(item))
    if (item.type === 'event') expect(Object.values(topics)).toContain(toEventSelector(item))
  }
  expect(Object.keys(errors).length).toBeGreaterThan(20)
})

test.each(vectors.claimSecrets)('claim call of $secret', ({ secret, code, salt }) => {
  const data = encodeClaimCall(42n, secret, salt as Hex)
  expect(data.slice(0, 10)).toBe(vectors.selectors['claim(uint256,string,bytes32)'])
  expect(data).toContain(Buffer.from(code).toString('hex'))
  expect(data).toContain(salt.slice(2))
})
