import { type Address, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { decodeCall } from './decodeCall.js'

/** Calls that pay, or let take, without value and without an allowance in the same request. */

const chainId = 5_042_002
const from: Address = '0x1111111111111111111111111111111111111111'
const contract: Address = '0x2222222222222222222222222222222222222222'
const token: Address = '0x3333333333333333333333333333333333333333'
const other: Address = '0x4444444444444444444444444444444444444444'
const safe: Address = '0x5555555555555555555555555555555555555555'
const usdc: Address = '0x3600000000000000000000000000000000000000'
const payee: Address = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const word: Hex = `0x${'77'.repeat(32)}`

const call = (declaration: string, args: readonly unknown[]): Hex =>
  // The declaration is a plain text here, so viem types neither.
  encodeFunctionData({ abi: parseAbi([`function ${declaration}`] as readonly string[]), args } as unknown as Parameters<
    typeof encodeFunctionData
  >[0])
const movementsOf = (data: Hex) =>
  decodeCall({ chainId, from, to: contract, data }).movements.map(({ payer, payee, token, amount, carrier }) => [
    payer,
    payee,
    token,
    amount,
    carrier,
  ])
const fixed = <one>(count: number, one: one): one[] => Array.from({ length: count }, () => one)

describe('several tokens in one contract', () => {
  test.each<[string, readonly unknown[], readonly unknown[]]>([
    [
      'transfer(address receiver, uint256 id, uint256 amount)',
      [payee, 7n, 5n],
      [from, payee, contract, 5n, 'transfer'],
    ],
    [
      'transferFrom(address sender, address receiver, uint256 id, uint256 amount)',
      [other, payee, 7n, 5n],
      [other, payee, contract, 5n, 'transferFrom'],
    ],
    ['approve(address spender, uint256 id, uint256 amount)', [payee, 7n, 5n], [from, payee, contract, 5n, 'approval']],
    ['setOperator(address operator, bool approved)', [payee, true], [from, payee, contract, undefined, 'approval']],
  ])('%s', (declaration, args, paid) => {
    expect(movementsOf(call(declaration, args))).toEqual([paid])
    const none = args.map((one) => (one === 5n ? 0n : one === true ? false : one))
    expect(movementsOf(call(declaration, none))).toEqual([])
  })
})

describe('allowances of a Safe', () => {
  const allowance =
    'setAllowance(address delegate, address token, uint96 allowanceAmount, uint16 resetTimeMin, uint32 resetBaseMin)'
  const execute =
    'executeAllowanceTransfer(address safe, address token, address to, uint96 amount, address paymentToken, uint96 payment, address delegate, bytes signature)'

  test('who may take money, and how much is left open, since it comes back', () => {
    const give = (amount: bigint) => call(allowance, [payee, usdc, amount, 60, 0])
    expect(movementsOf(give(5n))).toEqual([[from, payee, usdc, undefined, 'approval']])
    expect(movementsOf(give(0n))).toEqual([])
    const byOwner = call(
      'execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
      [other, 0n, give(5n), 0, 0n, 0n, 0n, zeroAddress, zeroAddress, '0x'],
    )
    expect(movementsOf(byOwner)).toEqual([[contract, payee, usdc, undefined, 'approval']])
  })

  test('who takes it', () => {
    expect(movementsOf(call(execute, [safe, usdc, payee, 5n, zeroAddress, 0n, from, '0x']))).toEqual([
      [safe, payee, usdc, 5n, 'transferFrom'],
    ])
    expect(movementsOf(call(execute, [safe, zeroAddress, payee, 5n, zeroAddress, 0n, from, '0x']))).toEqual([
      [safe, payee, 'native', 5n, 'transferFrom'],
    ])
  })
})

describe('pools, and vaults that pay later', () => {
  const funds = '(address sender, bool fromInternalBalance, address recipient, bool toInternalBalance) funds'
  const request = '(address[] assets, uint256[] limits, bytes userData, bool internalBalance) request'
  const step = '(bytes32 poolId, uint256 assetInIndex, uint256 assetOutIndex, uint256 amount, bytes userData)[] swaps'
  const out = (asset: Address | 'native', amount?: bigint) => [from, payee, asset, amount, 'router']
  test.each<[string, readonly unknown[], readonly unknown[][]]>([
    [
      `swap((bytes32 poolId, uint8 kind, address assetIn, address assetOut, uint256 amount, bytes userData) singleSwap, ${funds}, uint256 limit, uint256 deadline)`,
      [[word, 0, usdc, token, 5n, '0x'], [from, false, payee, false], 1n, 9n],
      [out(token)],
    ],
    [
      `batchSwap(uint8 kind, ${step}, address[] assets, ${funds}, int256[] limits, uint256 deadline)`,
      [0, [[word, 0n, 1n, 5n, '0x']], [usdc, zeroAddress], [from, false, payee, false], [5n, 0n], 9n],
      [out(usdc), out('native')],
    ],
    [
      `exitPool(bytes32 poolId, address sender, address recipient, ${request})`,
      [word, from, payee, [[usdc], [1n], '0x', false]],
      [out(usdc)],
    ],
    [
      `joinPool(bytes32 poolId, address sender, address recipient, ${request})`,
      [word, from, payee, [[usdc], [1n], '0x', false]],
      [out(usdc)],
    ],
    [
      'manageUserBalance((uint8 kind, address asset, uint256 amount, address sender, address recipient)[] ops)',
      [[[1, usdc, 5n, from, payee]]],
      [out(usdc, 5n)],
    ],
    [
      'setRelayerApproval(address sender, address relayer, bool approved)',
      [from, payee, true],
      [[from, payee, contract, undefined, 'delegation']],
    ],
    [
      'exchange(int128 i, int128 j, uint256 dx, uint256 min_dy, address receiver)',
      [0n, 1n, 5n, 1n, payee],
      [out('native')],
    ],
    [
      'exchange(uint256 i, uint256 j, uint256 dx, uint256 min_dy, address receiver)',
      [0n, 1n, 5n, 1n, payee],
      [out('native')],
    ],
    [
      'exchange(uint256 i, uint256 j, uint256 dx, uint256 min_dy, bool use_eth, address receiver)',
      [0n, 1n, 5n, 1n, true, payee],
      [out('native')],
    ],
    [
      'exchange(address[11] route, uint256[5][5] swap_params, uint256 amount, uint256 min_dy, address[5] pools, address receiver)',
      [fixed(11, token), fixed(5, fixed(5, 1n)), 5n, 1n, fixed(5, token), payee],
      [out('native')],
    ],
    [
      'remove_liquidity_one_coin(uint256 amount, int128 i, uint256 min_amount, address receiver)',
      [5n, 0n, 1n, payee],
      [out('native')],
    ],
    [
      'remove_liquidity(uint256 amount, uint256[2] min_amounts, address receiver)',
      [5n, [1n, 1n], payee],
      [out('native')],
    ],
    [
      'add_liquidity(uint256[3] amounts, uint256 min_mint, address receiver)',
      [[5n, 0n, 0n], 1n, payee],
      [out('native')],
    ],
    [
      'requestRedeem(uint256 shares, address controller, address owner)',
      [5n, payee, from],
      [[from, payee, contract, 5n, 'vault']],
    ],
    [
      'deposit(uint256 assets, address receiver, address controller)',
      [5n, payee, from],
      [[from, payee, contract, 5n, 'vault']],
    ],
  ])('%s pays another account, and not the own one', (declaration, args, paid) => {
    expect(movementsOf(call(declaration, args))).toEqual(paid)
    const swapped = (value: unknown): unknown =>
      value === payee ? from : Array.isArray(value) ? value.map(swapped) : value
    expect(movementsOf(call(declaration, args.map(swapped)))).toEqual([])
  })
})
