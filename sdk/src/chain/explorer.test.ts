import { afterEach, expect, test } from 'vitest'
import { explorerAddressUrl, explorerTxUrl } from './explorer.js'
import { overrideDeployment } from './registry.js'

const hash = `0x${'ab'.repeat(32)}` as const
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
let restore = () => {}
afterEach(() => restore())

test('default', () => {
  expect(explorerTxUrl(hash)).toBe(`https://explorer.testnet.arc.io/tx/${hash}`)
  expect(explorerAddressUrl(address)).toBe(`https://explorer.testnet.arc.io/address/${address}`)
})

test('parameter: chainId', () => {
  expect(explorerTxUrl(hash, 84532)).toBe(`https://sepolia.basescan.org/tx/${hash}`)
  expect(explorerAddressUrl(address, 43113)).toBe(`https://testnet.snowtrace.io/address/${address}`)
})

test('behavior: honours overrides', () => {
  restore = overrideDeployment(5042002, { explorerUrl: 'http://127.0.0.1:4000/' })
  expect(explorerTxUrl(hash)).toBe(`http://127.0.0.1:4000/tx/${hash}`)
})

test('error: unknown chain', () => {
  expect(() => explorerTxUrl(hash, 1)).toThrow(expect.objectContaining({ name: 'UnknownChainError' }))
})
