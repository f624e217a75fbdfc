import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { decodeCall } from './decodeCall.js'
import { decodeSignature } from './decodeSignature.js'

const chainId = 5_042_002
const from: Address = '0x1111111111111111111111111111111111111111'
const contract: Address = '0x2222222222222222222222222222222222222222'
const other: Address = '0x4444444444444444444444444444444444444444'
const usdc: Address = '0x3600000000000000000000000000000000000000'
const token: Address = '0x3333333333333333333333333333333333333333'
const payee: Address = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'

const call = (declaration: string, args: readonly unknown[]): Hex =>
  // The declaration is a plain text here, so viem types neither.
  encodeFunctionData({ abi: parseAbi([`function ${declaration}`] as readonly string[]), args } as unknown as Parameters<
    typeof encodeFunctionData
  >[0])
const movementsOf = (data: Hex) =>
  decodeCall({ chainId, from, to: contract, data }).movements.map(({ path, ...movement }) => movement)

const params = '(address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) marketParams'
const market = [usdc, token, other, other, 86n * 10n ** 16n]
const permit =
  '(address authorizer, address authorized, bool isAuthorized, uint256 nonce, uint256 deadline) authorization'

test('an authorization of another kind is typed data that is not known', () => {
  const sign = (message: object) =>
    decodeSignature(
      { primaryType: 'Authorization', domain: { verifyingContract: contract }, message },
      { signer: from, chainId },
    )
  expect(sign({ statement: 'log in', nonce: '1' })).toMatchObject({
    movements: [],
    notes: [{ kind: 'unread_signature' }],
  })
  expect(sign({ token: usdc, to: payee }).movements.map((one) => one.payee)).toEqual([contract, payee])
})

describe('a lending market', () => {
  const vault = { payer: from, payee, chainId, token: usdc, amount: 5n, carrier: 'vault' }
  test.each<[string, readonly unknown[], object]>([
    [
      `supply(${params}, uint256 assets, uint256 shares, address onBehalf, bytes data)`,
      [market, 5n, 0n, payee, '0x'],
      {},
    ],
    [
      `repay(${params}, uint256 assets, uint256 shares, address onBehalf, bytes data)`,
      [market, 5n, 0n, payee, '0x'],
      {},
    ],
    [
      `withdraw(${params}, uint256 assets, uint256 shares, address onBehalf, address receiver)`,
      [market, 5n, 0n, from, payee],
      {},
    ],
    [
      `borrow(${params}, uint256 assets, uint256 shares, address onBehalf, address receiver)`,
      [market, 0n, 9n, from, payee],
      { amount: undefined },
    ],
    [`supplyCollateral(${params}, uint256 assets, address onBehalf, bytes data)`, [market, 5n, payee, '0x'], { token }],
    [
      `withdrawCollateral(${params}, uint256 assets, address onBehalf, address receiver)`,
      [market, 5n, from, payee],
      { token },
    ],
    ['withdrawTo(address account, uint256 value)', [payee, 5n], { token: contract }],
    ['withdrawETH(address pool, uint256 amount, address to)', [other, 5n, payee], { token: 'native' }],
    [
      'depositETH(address pool, address onBehalfOf, uint16 referralCode)',
      [other, payee, 0],
      { token: 'native', amount: undefined },
    ],
  ])('%s pays another account, and not the own one', (declaration, args, over) => {
    expect(movementsOf(call(declaration, args))).toEqual([{ ...vault, ...over }])
    expect(
      movementsOf(
        call(
          declaration,
          args.map((one) => (one === payee ? from : one)),
        ),
      ),
    ).toEqual([])
  })

  const power = { payer: from, payee, chainId, token: contract, amount: undefined, carrier: 'delegation' }
  test.each<[string, (isGiven: boolean) => readonly unknown[]]>([
    ['setAuthorization(address authorized, bool newIsAuthorized)', (isGiven) => [payee, isGiven]],
    ['allow(address manager, bool isAllowed)', (isGiven) => [payee, isGiven]],
    ['approveDelegation(address delegatee, uint256 amount)', (isGiven) => [payee, isGiven ? 5n : 0n]],
    [
      `setAuthorizationWithSig(${permit}, (uint8 v, bytes32 r, bytes32 s) signature)`,
      (isGiven) => [
        [from, payee, isGiven, 0n, 9n],
        [27, `0x${'11'.repeat(32)}`, `0x${'11'.repeat(32)}`],
      ],
    ],
    [
      'allowBySig(address owner, address manager, bool isAllowed, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s)',
      (isGiven) => [from, payee, isGiven, 0n, 9n, 27, `0x${'11'.repeat(32)}`, `0x${'11'.repeat(32)}`],
    ],
  ])('%s hands over the power over what is in it, and taking it back does not', (declaration, args) => {
    expect(movementsOf(call(declaration, args(true)))).toEqual([power])
    expect(movementsOf(call(declaration, args(false)))).toEqual([])
  })

  test.each<[string, (isGiven: boolean) => object]>([
    [
      'Authorization',
      (isAuthorized) => ({ authorizer: from, authorized: payee, isAuthorized, nonce: '0', deadline: '9' }),
    ],
    ['Authorization', (isAllowed) => ({ owner: from, manager: payee, isAllowed, nonce: '0', expiry: '9' })],
    ['DelegationWithSig', (isGiven) => ({ delegatee: payee, value: isGiven ? '5' : '0', nonce: '0', deadline: '9' })],
  ])('the same as a signature: %s', (primaryType, message) => {
    const sign = (isGiven: boolean) =>
      decodeSignature(
        { primaryType, domain: { chainId, verifyingContract: contract }, message: message(isGiven) },
        { signer: from, chainId },
      ).movements.map(({ path, ...movement }) => movement)
    expect(sign(true)).toEqual([power])
    expect(sign(false)).toEqual([])
  })
})
