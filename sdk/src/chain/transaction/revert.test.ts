import { RpcRequestError } from 'viem'
import { expect, test } from 'vitest'
import { readRevert } from './revert.js'

test.each(['insufficient funds for gas * price + value', 'EVM error: OutOfFunds', 'Blocked address'])(
  'a node without revert data refuses in words: %s',
  (message) => {
    const error = new RpcRequestError({ body: {}, url: '', error: { code: -32000, message } })
    expect(readRevert(error, [])).toEqual({ errorName: undefined, errorArgs: [], data: undefined })
  },
)

test('behavior: a node that failed has refused nothing', () => {
  const error = new RpcRequestError({ body: {}, url: '', error: { code: -32603, message: 'internal error' } })
  expect(readRevert(error, [])).toBeUndefined()
})
