import { readFileSync } from 'node:fs'
import { madeErrors } from '@holdfast/testkit/madeErrors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ServiceError } from './base.js'
import { InsufficientFundsError } from './transfer.js'
import { version } from './version.js'

const printed = version.current
beforeAll(() => {
  version.current = '@holdfast/sdk@x.y.z'
})
afterAll(() => {
  version.current = printed
})

test('every message, in full', () => {
  const text = madeErrors()
    .map((error) => `[${error.name} ${error.code}]\n${error.message}`)
    .join('\n\n')
  expect(text).toMatchSnapshot()
})

test('docsPath of every error is a page of this repository that names it', () => {
  for (const { name, docsPath } of madeErrors())
    expect(readFileSync(new URL(`../../../${docsPath}`, import.meta.url), 'utf8'), name).toContain(`| \`${name}\` |`)
})

test('name and code are literals of their own class', () => {
  for (const error of madeErrors()) {
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toBeInstanceOf(Error)
    expect(error.name).toBe(error.constructor.name)
    expect(error.code).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(error.message).toContain(error.shortMessage)
  }
})

test('an error that names a transaction says that no money moved only where that transaction moved none', () => {
  const harmless = madeErrors().filter((error) => error.effect === 'none' && 'txHash' in error && error.txHash)
  expect([...new Set(harmless.map(({ name }) => name))]).toEqual(['TransactionRevertedError'])
})

test('a message says amounts in their coin, not in base units', () => {
  const text = new InsufficientFundsError('balance', 99_050_000n, 5_000_000n, {
    do: 'lower_amount',
    atMost: 4_999_999n,
  })
  expect(text.message).toContain('The balance of 5 USDC does not cover 99.05 USDC.')
  expect(text.message).toContain('at most 4.999999 USDC')
  for (const { message } of madeErrors()) expect(message).not.toMatch(/base units/)
})

describe('ServiceError', () => {
  const facts = { effect: 'none', retry: 'no', advice: { do: 'report' } } as const
  const inner = new Error('inner')
  const outer = new ServiceError('Outer.', { ...facts, cause: new Error('middle', { cause: inner }) })

  test('effect, retry and advice are required', () => {
    const incomplete = () => [
      // @ts-expect-error
      new ServiceError('x', { retry: 'no', advice: { do: 'report' } }),
      // @ts-expect-error
      new ServiceError('x', { effect: 'none', advice: { do: 'report' } }),
      // @ts-expect-error
      new ServiceError('x', { effect: 'none', retry: 'no' }),
      // @ts-expect-error
      new ServiceError('x', { ...facts, advice: { do: 'something else' } }),
      // @ts-expect-error
      new ServiceError('x', { ...facts, advice: { do: 'switch_chain' } }),
      // @ts-expect-error
      new ServiceError('x'),
    ]
    expect(incomplete).toThrow(TypeError)
  })

  test('walk: the innermost cause, or the first that fits, or null', () => {
    expect(outer.walk()).toBe(inner)
    expect(outer.walk((error) => error instanceof Error && error.message === 'middle')).toBe(outer.cause)
    expect(outer.walk((error) => error instanceof ServiceError)).toBe(outer)
    expect(outer.walk((error) => error instanceof TypeError)).toBeNull()
    expect(new ServiceError('Alone.', facts).walk()).toBeInstanceOf(ServiceError)
  })

  test('details: given, or from the cause in its own words', () => {
    expect(outer.details).toBe('middle')
    expect(new ServiceError('x', { ...facts, cause: inner, details: 'given' }).details).toBe('given')
    expect(
      new ServiceError('x', { ...facts, cause: new ServiceError('y', { ...facts, details: 'deep' }) }).details,
    ).toBe('deep')
    expect(new ServiceError('x', facts).details).toBeUndefined()
  })

  test('docsPath, metaMessages and hint are printed', () => {
    const error = new ServiceError('x', { ...facts, docsPath: 'docs/errors.md', metaMessages: ['a', 'b'], hint: 'c' })
    expect(error.message).toBe('x\n\na\nb\nc\n\nDocs: docs/errors.md\nVersion: @holdfast/sdk@x.y.z')
  })
})
