import { type Address, concat, type Hex, numberToHex, pad, stringToHex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { call } from '../../test/call.js'
import { decodeCall } from './decodeCall.js'
import { decodePermission } from './decodePermission.js'
import { decodeSignature } from './decodeSignature.js'
import { describedData } from './describedData.js'
import { addressInBytes } from './internal/bridges/destination.js'
import { factsOf } from './internal/entry/facts.js'

/** Forms of calls that no other test of this folder has. */

const from: Address = '0x1111111111111111111111111111111111111111'
const contract: Address = '0x2222222222222222222222222222222222222222'
const payee: Address = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const bytes: Address = '0xd9a1c3788d81257612e2581a6ea0ada244853a91'
const word: Hex = `0x${'77'.repeat(32)}`
const decode = (data: Hex, value = 0n) => decodeCall({ chainId: 5_042_002, from, to: contract, data, value })
const paidBy = (data: Hex, value = 0n) => decode(data, value).movements.filter((one) => one.payee !== contract)
const transfer = call('function transfer(address to, uint256 amount)', [payee, 5n])

test('a batch without a chain id: the calls of the account to itself', () => {
  const inner = call('function execute(address to, uint256 value, bytes data)', [contract, 0n, transfer])
  const data = call('function executeWithoutChainIdValidation(bytes[] calls)', [[inner]])
  const own = decodeCall({ chainId: 5_042_002, from, to: from, data, value: 0n })
  expect(own.movements).toMatchObject([{ payee, amount: 5n }])
})

test('a bridge to an account outside of EVM says so', () => {
  const data = call('function sendToken(string chain, string to, string symbol, uint256 amount)', [
    'base-sepolia',
    'osmo1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu',
    'aUSDC',
    5n,
  ])
  expect(decode(data).refusal).toMatchObject({
    reason: 'unknown_destination',
    message: 'The recipient of a bridge transfer is not an address of an EVM chain.',
  })
})

test.each([
  ['ethereum-sepolia', 11_155_111],
  ['arbitrum-sepolia', 421_614],
  ['base-sepolia', 84_532],
  ['optimism-sepolia', 11_155_420],
  ['polygon-sepolia', 80_002],
])('Axelar: the chain %s, and what is left of the gas goes to its recipient', (name, chainId) => {
  const data = call(
    'function bridgeCall(string symbol, uint256 amount, string chain, string to, bytes message, address refundTo, bool isExpress) payable',
    ['aUSDC', 5n, name, payee, '0x', zeroAddress.replace('0x00', '0x99'), true],
  )
  expect(paidBy(data, 7n)).toMatchObject([
    { token: 'native', carrier: 'refund' },
    { payee, chainId, amount: 5n, carrier: 'router' },
  ])
})

test('LayerZero: only options of the third version hold steps that pay in the coin of the other chain', () => {
  const drop = concat(['0x01', numberToHex(49, { size: 2 }), '0x02', numberToHex(9n, { size: 16 }), pad(payee)])
  const send = (options: Hex) =>
    call(
      'function send((uint32 endpoint, bytes32 to, uint256 amount, uint256 least, bytes options, bytes message, bytes command) sent, (uint256 coin, uint256 token) fee, address refundTo) payable',
      [[40_245, pad(from), 5n, 4n, options, '0x', '0x'], [1n, 0n], from],
    )
  expect(paidBy(send(concat(['0x0003', drop])), 1n)).toContainEqual(expect.objectContaining({ payee, token: 'native' }))
  expect(paidBy(send(concat(['0x0001', drop])), 1n)).not.toContainEqual(expect.objectContaining({ payee }))
})

test.each(['', '2', '3'])('1inch: ethUnoswapTo%s pays the receiver of what comes out', (more) => {
  const dexes = more === '' ? 1 : Number(more)
  const types = ['uint256', 'uint256', ...Array.from({ length: dexes }, () => 'uint256')]
  const data = call(`function ethUnoswapTo${more}(${types.join(', ')}) payable`, [
    BigInt(payee),
    ...types.slice(1).map(() => 1n),
  ])
  expect(paidBy(data, 3n)).toContainEqual(expect.objectContaining({ payee }))
})

test('Mayan: an order of the first form in the coin', () => {
  const order = [word, 1n, 0n, pad(payee), 10_004, pad(zeroAddress), 0, 1, word, word]
  const data = call(
    'function createOrderWithEth(address trader, (bytes32 tokenOut, uint64 least, uint64 gasDrop, bytes32 destAddr, uint16 destChainId, bytes32 referrerAddr, uint8 referrerBps, uint8 auctionMode, bytes32 random, bytes32 destEmitter) order) payable',
    [from, order],
  )
  expect(paidBy(data, 5n)).toContainEqual(
    expect.objectContaining({ payee, chainId: 84_532, token: 'native', amount: 5n }),
  )
})

test('a permission whose rule has no list of addresses is named', () => {
  const request = {
    to: payee,
    permission: { type: 'native-token-stream', data: {} },
    rules: [{ type: 'payee', data: { addresses: 7 } }],
  }
  expect(() => decodePermission(request, { payer: from, chainId: 1 })).toThrow('addresses')
})

test('a type that only ends like a number is not one', () => {
  const typedData = { primaryType: 'A', types: { A: [{ name: 'a', type: 'Mint' }] }, message: { a: 'any' } }
  expect(describedData(typedData)).toMatchObject({ message: { a: 'any' } })
  const number = { ...typedData, types: { A: [{ name: 'a', type: 'uint8' }] } }
  expect(() => describedData(number)).toThrow('uint8')
})

test.each<[string, Hex, Address | undefined]>([
  ['bytes', bytes, bytes],
  ['a word', pad(bytes), bytes],
  ['a text', stringToHex(payee), bytes],
  ['a text of as many letters', stringToHex(`osmo${payee.slice(4)}`), undefined],
  ['bytes and one more', `${bytes}00`, undefined],
])('an address in %s', (_, given, found) => {
  expect(addressInBytes(given)).toBe(found)
})

test('factsOf: the coin of a chain is USDC or not, and its contracts are in lower case', () => {
  expect([factsOf(5_042_002).isCoinUsdc, factsOf(84_532).isCoinUsdc, factsOf(1).isCoinUsdc]).toEqual([
    true,
    false,
    false,
  ])
  const { contracts, forwarders } = factsOf(5_042_002)
  expect([...contracts, ...forwarders].filter((one) => one !== one.toLowerCase())).toEqual([])
})

test('a set of burn intents of which one cannot be judged is refused', () => {
  const spec = (destinationDomain: number) => ({
    sourceDomain: 26,
    destinationDomain,
    sourceToken: pad('0x3600000000000000000000000000000000000000'),
    sourceDepositor: pad(from),
    destinationRecipient: pad(payee),
    value: '5',
  })
  const sign = (...domains: number[]) =>
    decodeSignature(
      {
        primaryType: 'BurnIntentSet',
        domain: { name: 'GatewayWallet', version: '1' },
        message: { intents: domains.map((domain) => ({ spec: spec(domain) })) },
      },
      { signer: from, chainId: 5_042_002 },
    )
  expect(sign(6, 6)).toMatchObject({ movements: [{ payee }, { payee }], refusal: undefined })
  expect(sign(6, 99)).toMatchObject({ movements: [{ payee }], refusal: { reason: 'unknown_destination' } })
})
