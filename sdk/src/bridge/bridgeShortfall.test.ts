import { expect, test } from 'vitest'
import { bridgeShortfall } from './bridgeShortfall.js'

const onArc: bridgeShortfall.Parameters = {
  usdcBalance: 10_110_000n,
  total: 10_100_000n,
  maxFee: 100_000n,
  gasCost: 5_000_000_000_000_001n,
  nativeBalance: 0n,
  chainLabel: 'Arc Testnet',
  gasInUsdc: true,
}
const onBase: bridgeShortfall.Parameters = {
  ...onArc,
  nativeBalance: 5_000_000_000_000_001n,
  chainLabel: 'Base Sepolia',
  gasInUsdc: false,
}

test('behavior: nothing is missing', () => {
  expect(bridgeShortfall(onArc)).toBeNull()
  expect(bridgeShortfall(onBase)).toBeNull()
  expect(bridgeShortfall({ ...onBase, usdcBalance: onBase.total })).toBeNull()
})

test('behavior: amount and fee', () => {
  expect(bridgeShortfall({ ...onBase, usdcBalance: 10_099_999n })).toEqual({
    code: 'shortWithFee',
    params: { chain: 'Base Sepolia', have: '10.099999', needed: '10.1', missing: '0.000001', fee: '0.1' },
    fix: { kind: 'useMax', amount: 9_999_999n, display: '9.999999' },
  })
})

test('behavior: nothing fits, so nothing is offered', () => {
  expect(bridgeShortfall({ ...onBase, usdcBalance: 100_000n })).toEqual({
    code: 'shortWithFee',
    params: { chain: 'Base Sepolia', have: '0.1', needed: '10.1', missing: '10', fee: '0.1' },
  })
})

test('behavior: gas out of the same balance, rounded up', () => {
  expect(bridgeShortfall({ ...onArc, usdcBalance: 10_105_000n })).toEqual({
    code: 'shortWithGas',
    params: {
      chain: 'Arc Testnet',
      have: '10.105',
      needed: '10.105001',
      missing: '0.000001',
      fee: '0.1',
      gas: '0.005001',
    },
    fix: { kind: 'useMax', amount: 9_999_999n, display: '9.999999' },
  })
  expect(bridgeShortfall({ ...onArc, usdcBalance: 10_105_001n })).toBeNull()
})

test('behavior: no coin for gas', () => {
  expect(bridgeShortfall({ ...onBase, nativeBalance: 5_000_000_000_000_000n })).toEqual({
    code: 'noGas',
    params: {
      chain: 'Base Sepolia',
      have: '0.005',
      needed: '0.005000000000000001',
      missing: '0.000000000000000001',
    },
  })
})

test('parameter: nativePerUsdc', () => {
  expect(bridgeShortfall({ ...onArc, gasCost: 10_000n, nativePerUsdc: 1n })).toBeNull()
  expect(bridgeShortfall({ ...onArc, gasCost: 10_001n, nativePerUsdc: 1n })?.code).toBe('shortWithGas')
})
