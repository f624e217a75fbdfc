import { protectedTransferAbi } from '@holdfast/contracts'
import vectors from '@holdfast/contracts/vectors/protected-transfer.json' with { type: 'json' }
import {
  decodeFunctionData,
  type Hex,
  hashStruct,
  hashTypedData,
  stringToHex,
  toEventSelector,
  toFunctionSelector,
  zeroHash,
} from 'viem'
import { expect, test } from 'vitest'
import { authorizationNonce } from './authorization.js'
import { configIdOf } from './configId.js'
import { encodeClaimCall } from './encodeClaimCall.js'
import type { SendFields } from './internal/prepareSend.js'
import { batchWitness, sendWitness, type Witness } from './internal/signWitness.js'
import { transferMessage } from './internal/transferMessage.js'
import { memoAbi, wrapInMemo } from './memo.js'
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

test.each(vectors.typedData)(
  'digest of $primaryType',
  ({ primaryType, chainId, verifyingContract, message, digest }) => {
    const given = Object.entries(message).map(([name, value]) => [name, /^[0-9]+$/.test(value) ? BigInt(value) : value])
    const scope = { chainId, contract: verifyingContract as Hex }
    const data = transferMessage(primaryType as 'Claim', scope, Object.fromEntries(given))
    expect(hashTypedData(data)).toBe(digest)
  },
)

test('what a witness names', () => {
  const hash = ({ types, primaryType, message }: Witness) =>
    hashStruct({ types: types as never, primaryType: primaryType as never, data: message as never })
  for (const { witness, ...fields } of vectors.authorizationNonces)
    expect(hash(sendWitness({ ...fields, amount: 1n } as SendFields))).toBe(witness)
  for (const { items, witness } of vectors.batches)
    expect(hash(batchWitness(items as unknown as SendFields[]))).toBe(witness)
})

test('selectors of every function, error and event the library uses', () => {
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

test('a claim call: a malformed salt is refused, and not repeated', () => {
  const [{ code } = { code: '' }] = vectors.claimSecrets
  const salt: Hex = '0x5ec4e7'
  expect(() => encodeClaimCall(42n, code, salt)).toThrow(expect.objectContaining({ parameter: 'salt' }))
  expect(() => encodeClaimCall(42n, code, salt)).not.toThrow(/5ec4e7/)
  const right: Hex = `0x${'1'.repeat(64)}`
  expect(() => encodeClaimCall(42n, 'U', right)).toThrow('The claim code is not 16 letters and digits.')
  expect(() => encodeClaimCall(42n, 'U', right)).toThrow(expect.objectContaining({ parameter: 'code' }))
  expect(() => encodeClaimCall(0n, code, right)).toThrow(expect.objectContaining({ parameter: 'transferId' }))
  expect(() => encodeClaimCall(42n, code, right, '0x12')).toThrow(expect.objectContaining({ parameter: 'recipient' }))
})

test('a claim call that names its recipient', () => {
  const [{ code, secret, salt } = { code: '', secret: '', salt: '0x' }] = vectors.claimSecrets
  const recipient = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
  const data = encodeClaimCall(42n, secret, salt as Hex, recipient.toLowerCase() as Hex)
  expect(decodeFunctionData({ abi: protectedTransferAbi, data })).toEqual({
    functionName: 'claimTo',
    args: [42n, recipient, code, salt],
  })
})

test.each(['configId', 'claimHash', 'nonceSalt', 'to'])('authorization nonce: a malformed %s is named', (parameter) => {
  const [{ nonce: _, ...fields } = {}] = vectors.authorizationNonces
  const wrong = { ...fields, [parameter]: '0x12' } as Parameters<typeof authorizationNonce>[0]
  expect(() => authorizationNonce(wrong)).toThrow(expect.objectContaining({ parameter }))
})

test.each(['configId', 'claimHash', 'to'])('batch nonce: a malformed %s is named, with its item', (parameter) => {
  const [{ items } = { items: [] }] = vectors.batches
  const parsed = items.map((item) => ({ ...item, amount: BigInt(item.amount) }) as SendFields)
  const wrong = [...parsed, { ...parsed[0], [parameter]: '0x12' } as SendFields]
  expect(() => batchNonce(wrong)).toThrow(
    expect.objectContaining({ index: parsed.length, cause: expect.objectContaining({ parameter }) }),
  )
  expect(() => batchNonce(parsed, '0x12')).toThrow(expect.objectContaining({ parameter: 'nonceSalt' }))
  expect(batchNonce(parsed)).toBe(batchNonce(parsed, zeroHash))
})

test.each(['integrator', 'feeRecipient', 'verifier'])('config id: a malformed %s is named', (parameter) => {
  const [{ configId: _, caller, ...terms } = { caller: '' }] = vectors.configIds
  const wrong = { ...terms, [parameter]: '0x12' } as Parameters<typeof configIdOf>[1]
  const integrator = parameter === 'integrator' ? '0x12' : (caller as Hex)
  expect(() => configIdOf(integrator, wrong)).toThrow(expect.objectContaining({ parameter }))
})

test('a call in a memo names the claim hash, and what it is', () => {
  const [target, claimHash] = ['0x8617E340B3D01FA5F11F306F4090FD50E238070D', `0x${'c1'.repeat(32)}`] as const
  expect(decodeFunctionData({ abi: memoAbi, data: wrapInMemo(target, '0x1234', claimHash) })).toEqual({
    functionName: 'memo',
    args: [target, '0x1234', claimHash, stringToHex('holdfast:send:v1')],
  })
})
