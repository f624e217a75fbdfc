import { expect, test } from 'vitest'
import { describeProof, describeRequest } from './typedRequest.js'

test('a contract that accepts a signature is not called a key', () => {
  expect(describeProof('key').join(' ')).toContain('The key of the payee has signed this.')
  expect(describeProof('contract').join(' ')).not.toContain('key')
  expect(describeProof('contract').join(' ')).toContain('can answer otherwise later')
  for (const lines of [describeProof('key'), describeProof('contract')])
    expect(lines.at(-1)).toContain('Compare the words')
})

test('the text of the payee is quoted, and markup in it stays text', () => {
  const rows = describeRequest({
    payee: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    chainId: 5042002,
    token: '0x3600000000000000000000000000000000000000',
    amount: 0n,
    reference: '<b>paid</b>" to "0x90F79bf6EB2c4f870365E785982E1f101E93b906',
    notBefore: new Date(0),
    expires: new Date(1_000),
    nonce: 1n,
  })
  expect(Object.fromEntries(rows)).toMatchObject({
    amount: 'the payer chooses',
    reference: '"<b>paid</b>\\" to \\"0x90F79bf6EB2c4f870365E785982E1f101E93b906"',
  })
})
