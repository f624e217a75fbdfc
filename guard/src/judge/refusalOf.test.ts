import { GuardRefusedError } from '@holdfast/sdk/errors'
import type { RiskReport } from '@holdfast/sdk/risk'
import { decodeErrorResult, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { GuardRpcError } from './guardRpcError.js'
import { refusalOf } from './refusalOf.js'

const refused = (text: string, reports: RiskReport[] = []) => new GuardRefusedError('guard_refused', text, { reports })

describe('GuardRpcError', () => {
  const report = { sender: '0x1', target: '0x2', reasons: [] } as unknown as RiskReport // All that is read.
  const refusal = refused('Holdfast: no.', [report])

  test.each([
    ['estimate', 3, 'execution reverted: Holdfast: no.'],
    ['broadcast', 3, 'execution reverted: Holdfast: no.'],
    ['signature', -32003, 'Holdfast: no.'],
  ] as const)('of a request to %s: error %i', (purpose, code, message) => {
    const error = new GuardRpcError(refusal, purpose)
    expect(error).toMatchObject({ name: 'GuardRpcError', code, message, report, cause: refusal })
    expect(JSON.parse(JSON.stringify(error))).toEqual({ code, message, data: error.data })
    const decoded = decodeErrorResult({ abi: parseAbi(['error Error(string message)']), data: error.data })
    expect(decoded).toMatchObject({ errorName: 'Error', args: ['Holdfast: no.'] })
  })
})

describe('refusalOf', () => {
  const refusal = refused('Holdfast: one.')
  const { data } = new GuardRpcError(refusal, 'broadcast')
  const other = refused('Holdfast: another.')

  test.each<[string, unknown]>([
    ['the refusal itself', refusal],
    ['its error for a wallet', new GuardRpcError(refusal, 'signature')],
    ['a cause', { cause: refusal }],
    ['an error', { error: refusal }],
    ['the error of its facts', { info: { error: refusal } }],
    ['a cause of a cause', { cause: { error: { info: { cause: refusal } } } }],
    ['its revert data', { data }],
    ['its raw revert data, deep inside', { cause: { cause: { raw: data } } }],
    ['the outer of two data', { data, cause: { data: new GuardRpcError(other, 'broadcast').data } }],
    ['the refusal rather than data', { data: new GuardRpcError(other, 'broadcast').data, cause: refusal }],
  ])('is found: %s', (_, error) => {
    expect(refusalOf(error)).toBe(refusal)
  })

  test('finds none in anything else, nor in causes that form a circle', () => {
    const circle: { cause?: unknown } = {}
    circle.cause = { error: circle }
    for (const error of [undefined, null, 'Holdfast', 7, {}, { cause: null }, { data: '0x12' }, { raw: 7 }, circle])
      expect(refusalOf(error)).toBeUndefined()
  })

  test('by revert data it finds the latest of the last hundred refusals', () => {
    const keep = (text: string) => {
      const one = refused(text)
      return { one, thrown: { data: new GuardRpcError(one, 'broadcast').data } }
    }
    const [first, second] = [keep('first'), keep('second')]
    const again = keep('first')
    expect(refusalOf(first.thrown)).toBe(again.one)
    for (let count = 2; count < 100; count++) keep(`later ${count}`)
    expect([first, second].map(({ thrown }) => refusalOf(thrown))).toEqual([again.one, second.one])
    keep('one too many')
    expect([first, second].map(({ thrown }) => refusalOf(thrown))).toEqual([again.one, undefined])
  })
})
