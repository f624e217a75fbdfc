import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidAddressError } from '../errors/input.js'
import { formatComparison } from './formatComparison.js'

const target = '0xd9a1c3788d81257612e2581a6ea0ada244853a91'
const genuine = '0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91'

describe('formatComparison', () => {
  test('default', () => {
    expect(formatComparison(target, genuine).toTerminal()).toMatchInlineSnapshot(`
      "You are paying  0x d9A1 C378 8D81 2576 12E2 581A 6ea0 aDa2 4485 3a91
      You know        0x d9A1 b0B1 e1aE 382D bDc8 98Ea 6801 2Ffc B285 3a91
                              ^^^^ ^^^^ ^^^^ ^^^^ ^ ^   ^^^ ^^^^ ^^"
    `)
  })

  test('behavior: groups of four, cut where a difference begins or ends', () => {
    const shown = formatComparison(target, genuine)
    expect(shown.target).toHaveLength(10)
    expect(shown.target[0]).toEqual([{ text: 'd9A1', isDifferent: false }])
    expect(shown.target[5]).toEqual([
      { text: '5', isDifferent: true },
      { text: '8', isDifferent: false },
      { text: '1', isDifferent: true },
      { text: 'A', isDifferent: false },
    ])
    expect(shown.differing).toBe(27)
    const whole = (groups: typeof shown.target) =>
      `0x${groups
        .flat()
        .map(({ text }) => text)
        .join('')}`.toLowerCase()
    expect([whole(shown.target), whole(shown.genuine)]).toEqual([target, genuine])
  })

  test('behavior: letter case is not a difference', () => {
    const same = formatComparison(genuine, '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91')
    expect(same.differing).toBe(0)
    expect(same.toTerminal()).not.toContain('^')
  })

  test('parameter: color', () => {
    const [line] = formatComparison(target, genuine).toTerminal({ color: true }).split('\n')
    expect(line).toContain('You are paying  0x d9A1 \u001b[1;31mC378\u001b[0m \u001b[1;31m8D81\u001b[0m')
  })

  test('parameter: labels, which can neither write HTML nor steer a terminal', () => {
    const shown = formatComparison(target, genuine, { targetLabel: '<b>"A&B"', genuineLabel: 'Bob\u001b[2J\u202e\n' })
    expect(shown.toHtml()).toContain('<dt>&#60;b&#62;&#34;A&#38;B&#34;</dt>')
    expect(shown.toTerminal().split('\n')[1]).toMatch(/^Bob\[2J {4}0x d9A1/)
  })

  test('behavior: toHtml marks what differs', () => {
    expect(formatComparison(`${genuine.slice(0, -1)}2` as Address, genuine).toHtml()).toMatchInlineSnapshot(
      `"<dl class="address-comparison"><dt>You are paying</dt><dd><code>0x d9a1 B0B1 E1Ae 382d BDc8 98eA 6801 2ffC B285 3a9<mark>2</mark></code></dd><dt>You know</dt><dd><code>0x d9A1 b0B1 e1aE 382D bDc8 98Ea 6801 2Ffc B285 3a9<mark>1</mark></code></dd></dl>"`,
    )
  })

  test('error: a malformed address', () => {
    expect(() => formatComparison('0x12', genuine)).toThrow(InvalidAddressError)
    expect(() => formatComparison(target, '0x<script>')).toThrow(InvalidAddressError)
  })
})
