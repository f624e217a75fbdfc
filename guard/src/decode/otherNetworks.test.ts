import { type Address, encodeFunctionData, type Hex, pad, parseAbi, zeroHash } from 'viem'
import { describe, expect, test } from 'vitest'
import { decodeCall } from './decodeCall.js'
import { decodeSignature } from './decodeSignature.js'

// Ethereum, whose domains are those of its test network, while the chains behind them are others.
const chainId = 1
const from: Address = '0x1111111111111111111111111111111111111111'
const payee: Address = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const token: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const abi = parseAbi([
  'function depositForBurn(uint256, uint32, bytes32, address)',
  'function depositForBurnWithCaller(uint256, uint32, bytes32, address, bytes32)',
  'function depositForBurnWithHook(uint256, uint32, bytes32, address, bytes32, uint256, uint32, bytes)',
])
const versionTwo = parseAbi(['function depositForBurn(uint256, uint32, bytes32, address, bytes32, uint256, uint32)'])
const [base, noble] = [6, 4]

/** Each function of the bridge, towards an account on a domain. */
const burns = (to: Address, domain: number): Hex[] => {
  const head = [5n, domain, pad(to), token] as const
  return [
    encodeFunctionData({ abi, functionName: 'depositForBurn', args: head }),
    encodeFunctionData({ abi, functionName: 'depositForBurnWithCaller', args: [...head, zeroHash] }),
    encodeFunctionData({ abi, functionName: 'depositForBurnWithHook', args: [...head, zeroHash, 0n, 0, '0x'] }),
    encodeFunctionData({ abi: versionTwo, functionName: 'depositForBurn', args: [...head, zeroHash, 0n, 0] }),
  ]
}
const decode = (data: Hex) => decodeCall({ chainId, from, to: token, data })

describe('a bridge transfer from a chain of another network', () => {
  test('names no chain of this one: it is refused', () => {
    for (const data of burns(payee, base))
      expect(decode(data)).toMatchObject({ movements: [], refusal: { reason: 'unknown_destination' } })
  })

  test('to oneself is not judged, where the address is that of an EVM chain', () => {
    for (const data of burns(from, base)) expect(decode(data)).toMatchObject({ movements: [], refusal: undefined })
    for (const data of burns(from, noble)) expect(decode(data).refusal?.reason).toBe('unknown_destination')
  })

  test('as a signed burn intent is refused too', () => {
    const spec = {
      sourceDomain: 0,
      destinationDomain: base,
      sourceDepositor: pad(from),
      destinationRecipient: pad(payee),
      sourceToken: pad(token),
      value: '5',
      hookData: '0x',
    }
    const typedData = { primaryType: 'BurnIntent', domain: { name: 'GatewayWallet', version: '1' }, message: { spec } }
    expect(decodeSignature(typedData, { signer: from, chainId }).refusal?.reason).toBe('unknown_destination')
    expect(decodeSignature(typedData, { signer: from, chainId: 5_042_002 }).refusal).toBeUndefined()
  })
})
