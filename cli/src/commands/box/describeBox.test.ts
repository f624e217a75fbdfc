import { SOME_BOX, someBox } from '@holdfast/testkit/someBox'
import { describe, expect, test } from 'vitest'
import { describeBox, summarize } from './describeBox.js'

const { usdc, target, cosigner } = SOME_BOX

describe('summarize', () => {
  test.each([
    ['active', [], {}],
    ['active', ['sweepable'], { balance: 3_000_001n }],
    ['spent', ['sweepable'], { remaining: 0n, balance: 1n }],
    ['expired', ['sweepable'], { now: 2_001 }],
    ['expired', [], { now: 2_001, balance: 0n }],
    ['active', ['foreign_token', 'foreign_cosigner'], { token: target, cosigner: target, balance: null }],
  ] as const)('%s, %j', (status, warnings, over) =>
    expect(summarize(someBox(over), { usdc, cosigner })).toMatchObject({ status, warnings }),
  )

  test('for a person', () => {
    const plain = (text: string) => text
    const paint = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain }
    expect(describeBox(someBox({ balance: 4_000_000n }), { usdc, cosigner }, paint)).toMatchInlineSnapshot(`
      "Box 0x8617E340B3D01FA5F11F306F4090FD50E238070D  active
        pays       0x8617E340B3D01FA5F11F306F4090FD50E238070D
        cap        5 USDC, 2 USDC spent, 3 USDC left
        holds      4 USDC
        spends     when its owner asks
        until      1970-01-01T00:33:20.000Z
        co-signer  0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
        It holds money that it can never spend: holdfast box sweep takes it back."
    `)
  })
})
