import { expect, test } from 'vitest'
import { ordinaryAccount } from '../src/index.js'

test('ordinaryAccount: fresh, and no run in either end of its address', () => {
  const addresses = Array.from({ length: 300 }, () => ordinaryAccount().address.slice(2).toLowerCase())
  expect(new Set(addresses).size).toBe(300)
  for (const address of addresses) {
    const [begin, end] = [address.slice(0, 6), address.slice(-6)]
    expect(begin.slice(0, 4)).not.toContain('00')
    expect(end.slice(-4)).not.toContain('00')
    for (const character of '0123456789abcdef') {
      expect(begin).not.toContain(character.repeat(3))
      expect(end).not.toContain(character.repeat(3))
    }
  }
})
