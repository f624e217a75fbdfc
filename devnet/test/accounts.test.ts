import { bytesToHex } from 'viem'
import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { ordinaryAccount, testAccounts } from '../src/index.js'

test('ordinaryAccount: fresh, and without a run of equal characters at either end of its address', () => {
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

test('testAccounts: those of the well-known mnemonic, without account 1', () => {
  const path = "m/44'/60'/0'/0"
  const parent = mnemonicToAccount('test test test test test test test test test test test junk', { path }).getHdKey()
  const keys = [0, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((index) => parent.deriveChild(index).privateKey ?? new Uint8Array())
  expect(testAccounts()).toEqual(
    keys.map((key) => ({ address: privateKeyToAddress(bytesToHex(key)), privateKey: bytesToHex(key) })),
  )
})
