import {
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  HttpRequestError,
  RpcRequestError,
  TimeoutError,
} from 'viem'
import * as viem238 from 'viem-2.38'
import { describe, expect, test } from 'vitest'
import { isAlreadyKnown, isDeclined, isInconclusive, withoutSecrets } from './failure.js'

const code = '0123456789ABCDEF'
const calldata = `0x2d1bcba4${Buffer.from(code).toString('hex').padEnd(256, '0')}`
const body = { method: 'eth_sendRawTransaction', params: [calldata] }
const url = 'https://node.example/v2/my-api-key'

describe.each([
  ['the pinned viem', { HttpRequestError, RpcRequestError, TimeoutError }],
  [
    'viem 2.38',
    viem238 as unknown as {
      HttpRequestError: typeof HttpRequestError
      RpcRequestError: typeof RpcRequestError
      TimeoutError: typeof TimeoutError
    },
  ],
])('errors of %s', (_, viem) => {
  test('a lost answer is inconclusive', () => {
    expect(isInconclusive(new viem.TimeoutError({ body, url }))).toBe(true)
    expect(isInconclusive(new viem.HttpRequestError({ body, url, status: 429 }))).toBe(true)
    expect(isInconclusive(new viem.HttpRequestError({ body, url, status: 502 }))).toBe(true)
    expect(isInconclusive(new viem.HttpRequestError({ body, url }))).toBe(true)
    expect(
      isInconclusive(
        new viem.RpcRequestError({ body, url, error: { code: -32011, message: 'request limit reached' } }),
      ),
    ).toBe(true)
  })

  test('a refusal is conclusive', () => {
    const refused = (message: string) => new viem.RpcRequestError({ body, url, error: { code: -32000, message } })
    expect(isInconclusive(refused('insufficient funds for gas * price + value'))).toBe(false)
    expect(isInconclusive(new viem.HttpRequestError({ body, url, status: 400 }))).toBe(false)
    expect(isAlreadyKnown(refused('already known'))).toBe(true)
  })

  test('behavior: nothing secret survives withoutSecrets', () => {
    for (const error of [
      new viem.TimeoutError({ body, url }),
      new viem.HttpRequestError({ body, url, status: 500, details: `rejected ${calldata} from ${url}` }),
      new viem.RpcRequestError({ body, url, error: { code: -32000, message: `bad data ${calldata}` } }),
    ]) {
      const printed = everything(withoutSecrets(error))
      expect(printed).not.toContain(code)
      expect(printed).not.toContain(Buffer.from(code).toString('hex'))
      expect(printed).not.toContain('my-api-key')
      expect(printed).not.toContain('eth_sendRawTransaction')
    }
  })
})

test('behavior: call arguments do not survive withoutSecrets, the reason does', () => {
  const abi = [
    {
      type: 'function',
      name: 'claim',
      inputs: [{ name: 'code', type: 'string' }],
      outputs: [],
      stateMutability: 'view',
    },
  ] as const
  const cause = new ContractFunctionRevertedError({ abi, functionName: 'claim', message: 'nope' })
  const error = new ContractFunctionExecutionError(cause, { abi, functionName: 'claim', args: [code] })
  const copy = withoutSecrets(error)
  expect(copy.name).toBe('ContractFunctionExecutionError')
  expect(everything(copy)).not.toContain(code)
  expect(everything(copy)).toContain('nope')
})

test.each([['read ETIMEDOUT'], ['Request timed out'], ['context deadline exceeded']])(
  'behavior: "%s" is inconclusive, whatever its code',
  (message) => {
    expect(isInconclusive(Object.assign(new Error(message), { code: -32_000 }))).toBe(true)
  },
)

test('isDeclined knows the wallet standard and viem', () => {
  expect(isDeclined({ code: 4001, message: 'User rejected the request.' })).toBe(true)
  expect(isDeclined(new Error('x', { cause: { code: 4001 } }))).toBe(true)
  expect(isDeclined(new Error('x'))).toBe(false)
})

test('behavior: anything at all can be thrown', () => {
  const odd = [Symbol('x'), Object.create(null), 10n].map((code) => ({ code, message: code }))
  for (const thrown of [undefined, null, 'text', 42, {}, new Error('x'), ...odd]) {
    expect(isInconclusive(thrown)).toBe(false)
    expect(withoutSecrets(thrown)).toBeInstanceOf(Error)
  }
})

function everything(error: Error): string {
  const { cause, ...rest } = error
  return [
    error.name,
    error.message,
    error.stack ?? '',
    JSON.stringify(rest),
    cause instanceof Error ? everything(cause) : String(cause),
  ].join('\n')
}
