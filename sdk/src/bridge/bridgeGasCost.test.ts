import { expect, test } from 'vitest'
import { bridgeChainFacts, bridgeWriteChain } from '../chain/bridgeChains.js'
import { bridgeGasCost } from './bridgeGasCost.js'

test('default: approval and burn, half as much again', () => {
  const { approve, burn } = bridgeChainFacts('Base_Sepolia').gas
  expect(bridgeGasCost('Base_Sepolia', 2n)).toBe(3n * (approve + burn))
})

test('parameter: isApproved', () => {
  expect(bridgeGasCost('Base_Sepolia', 2n, { isApproved: true })).toBe(3n * bridgeChainFacts('Base_Sepolia').gas.burn)
})

test('behavior: never below the least price that the chain takes', () => {
  const { minFeePerGas = 0n } = bridgeWriteChain('Arc_Testnet')
  expect(minFeePerGas).toBeGreaterThan(0n)
  expect(bridgeGasCost('Arc_Testnet', 0n)).toBe(bridgeGasCost('Arc_Testnet', minFeePerGas))
  expect(bridgeGasCost('Arc_Testnet', 2n * minFeePerGas)).toBe(2n * bridgeGasCost('Arc_Testnet', minFeePerGas))
})
