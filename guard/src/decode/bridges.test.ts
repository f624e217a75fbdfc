import { bridgeChains, issuerContracts } from '@holdfast/contracts'
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  numberToHex,
  pad,
  parseAbiParameters,
  stringToHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { call } from '../../test/call.js'
import { decodeCall } from './decodeCall.js'
import { decodeSendCalls } from './decodeSendCalls.js'
import { decodeSignature } from './decodeSignature.js'

/** Bridges whose recipient is on another chain: the recipient is found, or the call is refused. */

const chainId = 5_042_002
const { chainId: baseId } = bridgeChains.Base_Sepolia
const from: Address = '0x1111111111111111111111111111111111111111'
const usdc: Address = '0x3600000000000000000000000000000000000000'
const contract: Address = '0x2222222222222222222222222222222222222222'
const other: Address = '0x4444444444444444444444444444444444444444'
const payee: Address = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const word: Hex = `0x${'77'.repeat(32)}`
const solana: Hex = '0x3b442cb3912157f13a933d0134282d032b5ffecd01a2dbf1b7790608df002ea7'

const decode = (data: Hex, value = 0n, source = chainId) =>
  decodeCall({ chainId: source, from, to: contract, data, value })
const payeesOf = (data: Hex, value = 0n) =>
  decode(data, value).movements.flatMap((one) => (one.payee === contract ? [] : [[one.payee, one.chainId, one.amount]]))

/** A bridge call to a recipient on a chain, each in the form that the bridge has for it. */
type Way = {
  readonly encode: (to: Address, chain: 'base' | 'unknown') => Hex
  /** In the coin. */
  readonly value?: bigint
  readonly amount?: bigint | undefined
  /** To an account that is not on an EVM chain, where the bridge can say so. */
  readonly elsewhere?: Hex
}
const wormhole = { base: 10_004, unknown: 21 }
const layerZero = { base: 40_245, unknown: 30_168 }
const axelar = { base: 'base-sepolia', unknown: 'osmosis-7' }
const ids = { base: BigInt(baseId), unknown: 1_151_111_081_099_710n }
const domains = { base: 6, unknown: 99 }

const relay =
  'function transferTokensWithRelay(address token, uint256 amount, uint256 toNativeTokenAmount, uint16 targetChain, bytes32 targetRecipient, uint32 batchId)'
const tokens =
  'function transferTokens(address token, uint256 amount, uint16 recipientChain, bytes32 recipient, uint256 arbiterFee, uint32 nonce)'
const timed = 'uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline'
const swift =
  '(bytes32 tokenOut, uint64 minAmountOut, uint64 gasDrop, bytes32 destAddr, uint16 destChainId, bytes32 referrerAddr, uint8 referrerBps, uint8 auctionMode, bytes32 random, bytes32 destEmitter) params'
const laterSwift =
  '(uint8 payloadType, bytes32 trader, bytes32 destAddr, uint16 destChainId, bytes32 referrerAddr, bytes32 tokenOut, uint64 minAmountOut, uint64 gasDrop, uint64 cancelFee, uint64 refundFee, uint64 deadline, uint8 referrerBps, uint8 auctionMode, bytes32 random) params'
const permit = '(uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) permitParams'
const noPermit = { value: 0n, deadline: 0n, v: 0, r: zeroHash, s: zeroHash }
const bridgeData =
  '(bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData'
const dln =
  '(address giveTokenAddress, uint256 giveAmount, bytes takeTokenAddress, uint256 takeAmount, uint256 takeChainId, bytes receiverDst, address givePatchAuthoritySrc, bytes orderAuthorityAddressDst, bytes allowedTakerDst, bytes externalCall, bytes allowedCancelBeneficiarySrc) order'

const placeLater = (to: Hex, chain: number, trader: Hex = pad(from)) =>
  call(`function createOrderWithToken(address tokenIn, uint256 amountIn, ${laterSwift}, bytes customPayload)`, [
    usdc,
    5n,
    {
      payloadType: 1,
      trader,
      destAddr: to,
      destChainId: chain,
      referrerAddr: zeroHash,
      tokenOut: word,
      minAmountOut: 1n,
      gasDrop: 0n,
      cancelFee: 0n,
      refundFee: 0n,
      deadline: 9n,
      referrerBps: 0,
      auctionMode: 2,
      random: word,
    },
    '0x',
  ])
const lifi = (receiver: Address, chain: bigint, over: object = {}) => ({
  transactionId: word,
  bridge: 'relay',
  integrator: 'app',
  referrer: zeroAddress,
  sendingAssetId: usdc,
  receiver,
  minAmount: 5n,
  destinationChainId: chain,
  hasSourceSwaps: false,
  hasDestinationCall: false,
  ...over,
})

const ways: Readonly<Record<string, Way>> = {
  'Wormhole: transferTokens': {
    encode: (to, chain) => call(tokens, [usdc, 5n, wormhole[chain], pad(to), 0n, 1]),
    elsewhere: call(tokens, [usdc, 5n, 1, solana, 0n, 1]),
  },
  'Wormhole: transferTokensWithPayload': {
    encode: (to, chain) =>
      call(
        'function transferTokensWithPayload(address token, uint256 amount, uint16 recipientChain, bytes32 recipient, uint32 nonce, bytes payload)',
        [usdc, 5n, wormhole[chain], pad(to), 1, '0x12'],
      ),
  },
  'Wormhole: transferTokensWithPayload by CCTP': {
    encode: (to, chain) =>
      call(
        'function transferTokensWithPayload((address token, uint256 amount, uint16 targetChain, bytes32 mintRecipient) transferParams, uint32 batchId, bytes payload)',
        [{ token: usdc, amount: 5n, targetChain: wormhole[chain], mintRecipient: pad(to) }, 0, '0x12'],
      ),
  },
  'Wormhole: transferTokensWithRelay': {
    encode: (to, chain) => call(relay, [usdc, 5n, 1n, wormhole[chain], pad(to), 0]),
    elsewhere: call(relay, [usdc, 5n, 1n, 1, solana, 0]),
  },
  'Wormhole: transferTokensWithRelay by CCTP': {
    encode: (to, chain) =>
      call(
        'function transferTokensWithRelay(address token, uint256 amount, uint256 toNativeTokenAmount, uint16 targetChain, bytes32 targetRecipientWallet)',
        [usdc, 5n, 1n, wormhole[chain], pad(to)],
      ),
  },
  'Wormhole: wrapAndTransferETH': {
    encode: (to, chain) =>
      call('function wrapAndTransferETH(uint16 recipientChain, bytes32 recipient, uint256 arbiterFee, uint32 nonce)', [
        wormhole[chain],
        pad(to),
        0n,
        1,
      ]),
    value: 5n,
  },
  'Wormhole: wrapAndTransferETH, where the value is not known': {
    encode: (to, chain) =>
      call('function multicall(bytes[] data)', [
        [
          call('function wrapAndTransferETH(uint16 chain, bytes32 recipient, uint256 arbiterFee, uint32 nonce)', [
            wormhole[chain],
            pad(to),
            0n,
            1,
          ]),
        ],
      ]),
    amount: undefined,
  },
  'Wormhole: a token of several chains': {
    encode: (to, chain) =>
      call('function transfer(uint256 amount, uint16 recipientChain, bytes32 recipient)', [
        5n,
        wormhole[chain],
        pad(to),
      ]),
  },
  'Across: depositV3': {
    encode: (to, chain) =>
      call(
        `function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, ${timed}, bytes message)`,
        [from, to, usdc, other, 5n, 4n, ids[chain], zeroAddress, 1, 2, 0, '0x'],
      ),
  },
  'Across: deposit': {
    encode: (to, chain) =>
      call(
        `function deposit(bytes32 depositor, bytes32 recipient, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, ${timed}, bytes message)`,
        [pad(from), pad(to), pad(usdc), word, 5n, 4n, ids[chain], zeroHash, 1, 2, 0, '0x'],
      ),
  },
  'Across: unsafeDeposit': {
    encode: (to, chain) =>
      call(
        `function unsafeDeposit(bytes32 depositor, bytes32 recipient, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint256 depositNonce, ${timed}, bytes message)`,
        [pad(from), pad(to), pad(usdc), word, 5n, 4n, ids[chain], zeroHash, 9n, 1, 2, 0, '0x'],
      ),
  },
  'Across: depositNow and depositV3Now': {
    encode: (to, chain) =>
      call('function multicall(bytes[] data)', [
        [
          call(
            'function depositNow(bytes32 depositor, bytes32 recipient, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 fillDeadlineOffset, uint32 exclusivityPeriod, bytes message)',
            [pad(from), pad(from), pad(usdc), word, 5n, 4n, ids.base, zeroHash, 1, 2, '0x'],
          ),
          call(
            'function depositV3Now(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 fillDeadlineOffset, uint32 exclusivityPeriod, bytes message)',
            [from, to, usdc, other, 5n, 4n, ids[chain], zeroAddress, 1, 2, '0x'],
          ),
        ],
      ]),
  },
  'Across: the first version': {
    encode: (to, chain) =>
      call(
        'function deposit(address recipient, address originToken, uint256 amount, uint256 destinationChainId, int64 relayerFeePct, uint32 quoteTimestamp, bytes message, uint256 maxCount)',
        [to, usdc, 5n, ids[chain], 1n, 2, '0x', 9n],
      ),
  },
  'LayerZero and Stargate: send': {
    encode: (to, chain) => sent('send', { to: pad(to), endpoint: layerZero[chain] }),
    elsewhere: sent('send', { to: solana, endpoint: 40_168 }),
  },
  'Stargate: sendToken': { encode: (to, chain) => sent('sendToken', { to: pad(to), endpoint: layerZero[chain] }) },
  'Stargate: swap': {
    encode: (to, chain) =>
      call(
        'function swap(uint16 dstChainId, uint256 srcPoolId, uint256 dstPoolId, address refundAddress, uint256 amountLD, uint256 minAmountLD, (uint256 dstGasForCall, uint256 dstNativeAmount, bytes dstNativeAddr) lzTxParams, bytes to, bytes payload)',
        [
          layerZero[chain] - 30_000,
          1n,
          1n,
          from,
          5n,
          4n,
          { dstGasForCall: 0n, dstNativeAmount: 0n, dstNativeAddr: '0x' },
          to.toLowerCase(),
          '0x',
        ],
      ),
  },
  'Axelar: sendToken': {
    encode: (to, chain) =>
      call('function sendToken(string destinationChain, string destinationAddress, string symbol, uint256 amount)', [
        axelar[chain],
        to,
        'aUSDC',
        5n,
      ]),
    elsewhere: call(
      'function sendToken(string destinationChain, string destinationAddress, string symbol, uint256 amount)',
      ['base-sepolia', 'osmo1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu', 'aUSDC', 5n],
    ),
  },
  'Axelar: interchainTransfer': {
    encode: (to, chain) =>
      call(
        'function interchainTransfer(bytes32 tokenId, string destinationChain, bytes destinationAddress, uint256 amount, bytes metadata, uint256 gasValue)',
        [word, axelar[chain], to, 5n, '0x', 0n],
      ),
  },
  'Squid: bridgeCall': {
    encode: (to, chain) =>
      call(
        'function bridgeCall(string bridgedTokenSymbol, uint256 amount, string destinationChain, string destinationAddress, bytes payload, address gasRefundRecipient, bool enableExpress)',
        ['aUSDC', 5n, axelar[chain], to, '0x', from, true],
      ),
  },
  'Squid: cctpBridge': {
    encode: (to, chain) =>
      call(
        'function cctpBridge(uint256 amount, uint32 destinationDomain, bytes32 destinationAddress, bytes32 destinationCaller)',
        [5n, domains[chain], pad(to), word],
      ),
  },
  'Mayan: an order through the forwarder': {
    encode: (to, chain) =>
      call(
        `function forwardERC20(address tokenIn, uint256 amountIn, ${permit}, address mayanProtocol, bytes protocolData)`,
        [usdc, 5n, noPermit, contract, placeLater(pad(to), wormhole[chain])],
      ),
  },
  'Mayan: an order of the first version': {
    encode: (to, chain) =>
      call(`function createOrderWithToken(address tokenIn, uint256 amountIn, address trader, ${swift})`, [
        usdc,
        5n,
        from,
        {
          tokenOut: word,
          minAmountOut: 1n,
          gasDrop: 0n,
          destAddr: pad(to),
          destChainId: wormhole[chain],
          referrerAddr: zeroHash,
          referrerBps: 0,
          auctionMode: 2,
          random: word,
          destEmitter: word,
        },
      ]),
  },
  'Mayan: bridgeWithFee': {
    encode: (to, chain) =>
      call(
        'function bridgeWithFee(address tokenIn, uint256 amountIn, uint64 redeemFee, uint64 gasDrop, bytes32 destAddr, uint32 destDomain, uint8 payloadType, bytes customPayload)',
        [usdc, 5n, 0n, 0n, pad(to), domains[chain], 1, '0x'],
      ),
  },
  'Mayan: bridge': {
    encode: (to, chain) =>
      call(
        'function bridge(address tokenIn, uint256 amountIn, uint64 redeemFee, uint256 circleMaxFee, uint64 gasDrop, bytes32 destAddr, uint32 destDomain, bytes32 referrerAddress, uint8 referrerBps, uint8 payloadType, uint32 minFinalityThreshold, bytes customPayload)',
        [usdc, 5n, 0n, 0n, 0n, pad(to), domains[chain], zeroHash, 0, 1, 1_000, '0x'],
      ),
  },
  'Hop: sendToL2': {
    encode: (to, chain) =>
      call(
        'function sendToL2(uint256 chainId, address recipient, uint256 amount, uint256 amountOutMin, uint256 deadline, address relayer, uint256 relayerFee)',
        [ids[chain], to, 5n, 4n, 9n, zeroAddress, 0n],
      ),
  },
  'Celer: send': {
    encode: (to, chain) =>
      call(
        'function send(address receiver, address token, uint256 amount, uint64 dstChainId, uint64 nonce, uint32 maxSlippage)',
        [to, usdc, 5n, ids[chain], 1n, 9],
      ),
  },
  'Hyperlane: transferRemote': {
    encode: (to, chain) =>
      call('function transferRemote(uint32 destination, bytes32 recipient, uint256 amount)', [
        chain === 'base' ? baseId : 1_399_811_149,
        pad(to),
        5n,
      ]),
  },
  'Hyperlane: transferRemote, with a hook': {
    encode: (to, chain) =>
      call(
        'function transferRemote(uint32 destination, bytes32 recipient, uint256 amount, bytes hookMetadata, address hook)',
        [chain === 'base' ? baseId : 1_399_811_149, pad(to), 5n, '0x', zeroAddress],
      ),
  },
  'deBridge: createOrder': {
    encode: (to, chain) =>
      call(`function createOrder(${dln}, bytes affiliateFee, uint32 referralCode, bytes permitEnvelope)`, [
        {
          giveTokenAddress: usdc,
          giveAmount: 5n,
          takeTokenAddress: other,
          takeAmount: 4n,
          takeChainId: ids[chain],
          receiverDst: to,
          givePatchAuthoritySrc: from,
          orderAuthorityAddressDst: from,
          allowedTakerDst: '0x',
          externalCall: '0x',
          allowedCancelBeneficiarySrc: '0x',
        },
        '0x',
        0,
        '0x',
      ]),
  },
  'LI.FI: by a bridge that is not known': {
    encode: (to, chain) =>
      call(`function startBridgeTokensViaTomorrow(${bridgeData}, (uint256 any, bytes data) more)`, [
        lifi(to, ids[chain]),
        { any: 7n, data: '0x1234' },
      ]),
  },
}

function sent(name: string, { to, endpoint, options = '0x', message = '0x', refundTo = from }: Sent): Hex {
  return call(
    `function ${name}((uint32 dstEid, bytes32 to, uint256 amountLD, uint256 minAmountLD, bytes extraOptions, bytes composeMsg, bytes oftCmd) sendParam, (uint256 nativeFee, uint256 lzTokenFee) fee, address refundAddress)`,
    [
      { dstEid: endpoint, to, amountLD: 5n, minAmountLD: 4n, extraOptions: options, composeMsg: message, oftCmd: '0x' },
      { nativeFee: 1n, lzTokenFee: 0n },
      refundTo,
    ],
  )
}
type Sent = { to: Hex; endpoint: number; options?: Hex; message?: Hex; refundTo?: Address }

describe.each(Object.entries(ways))('%s', (_, way) => {
  const amount = 'amount' in way ? way.amount : 5n

  test('pays its recipient on the other chain, without value and without an allowance', () => {
    const decoded = decode(way.encode(payee, 'base'), way.value)
    expect(decoded.refusal).toBeUndefined()
    expect(payeesOf(way.encode(payee, 'base'), way.value)).toEqual([[payee, baseId, amount]])
  })

  test('to oneself is not judged', () => {
    expect(payeesOf(way.encode(from, 'base'), way.value)).toEqual([])
    expect(decode(way.encode(from, 'base'), way.value).refusal).toBeUndefined()
  })

  test('to an unknown chain, and from a chain of another network, is refused', () => {
    expect(decode(way.encode(payee, 'unknown'), way.value).refusal?.reason).toBe('unknown_destination')
    expect(
      decode(way.encode(payee, 'base'), way.value, 1).refusal?.reason ??
        // Where the bridge names the chain by its id, that of a test network is known from everywhere.
        decode(way.encode(payee, 'base'), way.value, 1).movements.map((one) => one.chainId),
    ).toEqual(expect.toSatisfy((found) => found === 'unknown_destination' || found.includes(baseId)))
    if (way.elsewhere) expect(decode(way.elsewhere, way.value).refusal?.reason).toBe('unknown_destination')
  })
})

describe('who else a bridge call pays', () => {
  const message = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [payee, 5n] })

  test('whom a message names, with a note', () => {
    for (const data of [
      sent('send', { to: pad(other), endpoint: layerZero.base, message }),
      call(
        `function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, ${timed}, bytes message)`,
        [from, other, usdc, other, 5n, 4n, ids.base, zeroAddress, 1, 2, 0, message],
      ),
      call(
        'function transferTokensWithPayload(address token, uint256 amount, uint16 recipientChain, bytes32 recipient, uint32 nonce, bytes payload)',
        [usdc, 5n, wormhole.base, pad(other), 1, message],
      ),
    ]) {
      expect(decode(data).movements.map((one) => [one.payee, one.carrier])).toContainEqual([payee, 'argument'])
      expect(decode(data).movements.map((one) => [one.payee, one.carrier])).toContainEqual([other, 'router'])
      expect(decode(data).notes.map(({ kind }) => kind)).toEqual(['hook'])
    }
  })

  test('whom the hook of a burn names', () => {
    const data = call(
      'function depositForBurnWithHook(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold, bytes hookData)',
      [5n, 6, pad(other), usdc, zeroHash, 0n, 1_000, message],
    )
    expect(decode(data).movements.map((one) => [one.payee, one.carrier])).toEqual([
      [payee, 'argument'],
      [other, 'cctp'],
    ])
  })

  test('who gets the money back, the rest of a fee, or coins on the other chain', () => {
    const back = (data: Hex) =>
      decode(data).movements.flatMap(({ payee, carrier }) => (carrier === 'refund' ? [payee] : []))
    const own = pad(from)
    expect(
      back(
        call(
          `function deposit(bytes32 depositor, bytes32 recipient, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, ${timed}, bytes message)`,
          [pad(payee), own, pad(usdc), word, 5n, 4n, ids.base, zeroHash, 1, 2, 0, '0x'],
        ),
      ),
    ).toEqual([payee])
    expect(back(placeLater(own, wormhole.base, pad(payee)))).toEqual([payee])
    expect(back(sent('send', { to: own, endpoint: layerZero.base, refundTo: payee }))).toEqual([payee])
    // A limit of gas, then coins for an account.
    const drop = concat([
      ...(['0x0003', '0x01', '0x0011', '0x01', numberToHex(200_000, { size: 16 })] as const),
      ...(['0x01', '0x0031', '0x02', numberToHex(9n, { size: 16 }), pad(payee)] as const),
    ])
    expect(back(sent('send', { to: own, endpoint: layerZero.base, options: drop }))).toEqual([payee])
    const early = concat(['0x0002', numberToHex(1n, { size: 32 }), numberToHex(9n, { size: 32 }), pad(payee)])
    expect(back(sent('send', { to: own, endpoint: layerZero.base, options: early }))).toEqual([payee])
    for (const options of ['0x', '0x00', '0x0003', '0x000301', '0x0003010000', `0x0003${'ff'.repeat(9)}`] as const)
      expect(back(sent('send', { to: own, endpoint: layerZero.base, options }))).toEqual([])
  })

  test('whom a deposit gets as another recipient, in a call and as a signature', () => {
    const moved = { payer: from, payee, token: 'native', amount: undefined, carrier: 'router' }
    const faster = (to: Hex) =>
      call(
        'function speedUpDeposit(bytes32 depositor, uint256 depositId, uint256 updatedOutputAmount, bytes32 updatedRecipient, bytes updatedMessage, bytes depositorSignature)',
        [pad(from), 1n, 4n, to, '0x', '0x12'],
      )
    expect(decode(faster(pad(payee))).movements).toMatchObject([moved])
    expect(decode(faster(solana)).refusal?.reason).toBe('unknown_destination')
    const sign = (updatedRecipient: Hex, updatedMessage: Hex = '0x') =>
      decodeSignature(
        {
          primaryType: 'UpdateDepositDetails',
          domain: { name: 'ACROSS-V2', version: '1.0.0', chainId },
          message: {
            depositId: '1',
            originChainId: chainId,
            updatedOutputAmount: '4',
            updatedRecipient,
            updatedMessage,
          },
        },
        { signer: from, chainId },
      )
    expect(sign(payee).movements).toMatchObject([moved])
    expect(sign(pad(payee)).movements).toMatchObject([moved])
    expect(sign(from, pad(payee)).movements).toMatchObject([moved])
    expect(sign(solana).refusal?.reason).toBe('unknown_destination')
  })
})

describe('calls that are read in part', () => {
  const swap =
    '(address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)'
  const step = {
    callTo: other,
    approveTo: other,
    sendingAssetId: usdc,
    receivingAssetId: usdc,
    fromAmount: 5n,
    callData: '0x',
    requiresDeposit: true,
  }

  test('LI.FI: what comes with the struct is noted, and a swap before leaves the amount open', () => {
    const data = call(`function swapAndStartBridgeTokensViaAny(${bridgeData}, ${swap}[] swapData)`, [
      lifi(payee, ids.base, { hasSourceSwaps: true }),
      [step],
    ])
    expect(decode(data).movements).toMatchObject([{ payee, chainId: baseId, token: usdc, amount: undefined }])
    expect(decode(data).notes).toMatchObject([{ kind: 'unread_call', namesUsdc: true }])
  })

  test('LI.FI: the struct is found wherever its texts are, and not where other data is', () => {
    const head = [zeroAddress, usdc, payee].map((one) => pad(one))
    const numbers = [5n, ids.base, 0n, 1n].map((one) => numberToHex(one, { size: 32 }))
    const struct = (texts: bigint) => [
      word,
      ...[texts, texts].map((one) => numberToHex(one, { size: 32 })),
      ...head,
      ...numbers,
    ]
    const overlapping = concat(['0xdeadbeef', numberToHex(32n, { size: 32 }), ...struct(0n), zeroHash])
    expect(decode(overlapping).movements).toMatchObject([{ payee, chainId: baseId }])
    const ids5 = Array.from({ length: 12 }, (_, index) => BigInt(index % 2))
    expect(decode(call('function claim(uint256[] ids)', [ids5]))).toMatchObject({ movements: [], refusal: undefined })
    expect(decode('0xdeadbeef')).toMatchObject({ movements: [], refusal: undefined })
    expect(decode(concat(['0xdeadbeef', `0x${'ff'.repeat(700)}`])).refusal).toBeUndefined()
  })

  test('LI.FI: swaps on one chain pay their receiver, and packed calls are refused', () => {
    const head = 'bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmount'
    for (const data of [
      call(`function swapTokensSingleV3ERC20ToERC20(${head}, ${swap} swapData)`, [word, 'a', 'b', payee, 1n, step]),
      call(`function swapTokensGeneric(${head}, ${swap}[] swapData)`, [word, 'a', 'b', payee, 1n, [step]]),
    ])
      expect(decode(data).movements).toMatchObject([{ payee, chainId, token: usdc, carrier: 'router' }])
    const packed = call('function startBridgeTokensViaAcrossV4ERC20Packed()', [])
    expect(decode(concat([packed, payee])).refusal?.reason).toBe('unknown_destination')
  })

  test('Squid, and orders of ERC-7683: each address that they name, with a note', () => {
    const burn = call(
      'function depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken)',
      [5n, 6, pad(payee), usdc],
    )
    const run = call(
      'function fundAndRunMulticall(address token, uint256 amount, (uint8 callType, address target, uint256 value, bytes callData, bytes payload)[] calls)',
      [
        usdc,
        5n,
        [{ callType: 0, target: issuerContracts.bridgeTokenMessenger, value: 0n, callData: burn, payload: '0x' }],
      ],
    )
    const order = encodeAbiParameters(parseAbiParameters('address, uint256, uint256, bytes32'), [
      usdc,
      5n,
      84_532n,
      pad(payee),
    ])
    const open = call('function open((uint32 fillDeadline, bytes32 orderDataType, bytes orderData) order)', [
      { fillDeadline: 9, orderDataType: word, orderData: order },
    ])
    for (const data of [run, open]) {
      expect(decode(data).movements).toMatchObject([{ payee, carrier: 'argument' }])
      expect(decode(data).notes).toMatchObject([{ kind: 'unread_call', namesUsdc: true }])
    }
  })

  test('are refused where an allowance goes along', () => {
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [contract, 5n] })
    const bridge = call(`function startBridgeTokensViaAny(${bridgeData})`, [lifi(from, ids.base)])
    const calls = [
      { to: usdc, data: approve },
      { to: contract, data: bridge },
    ]
    expect(decodeSendCalls({ chainId, from, calls }).refusal?.reason).toBe('unread_with_allowance')
    const whole = call(relay, [usdc, 5n, 1n, wormhole.base, pad(from), 0])
    expect(decodeSendCalls({ chainId, from, calls: [calls[0], { to: contract, data: whole }] }).refusal).toBeUndefined()
  })
})

describe('signed orders whose money is on another chain', () => {
  const sign = (message: object, domain: object = { verifyingContract: contract }) =>
    decodeSignature({ primaryType: 'MultichainCompact', domain, message }, { signer: from, chainId })
  const { usdc: baseUsdc } = bridgeChains.Base_Sepolia
  const element = (fields: object) => ({
    sponsor: from,
    nonce: '1',
    expires: '9',
    elements: [{ arbiter: contract, chainId: String(baseId), ...fields, mandate: { recipient: payee, amount: '5' } }],
  })

  test('name the USDC of that chain: each address is a possible payee', () => {
    const { movements } = sign(element({ commitments: [{ lockTag: '0x000000000000000000000001', token: baseUsdc }] }))
    expect(movements.map((one) => [one.payee, one.token])).toEqual([
      [contract, baseUsdc],
      [payee, baseUsdc],
    ])
  })

  test('name USDC inside a number', () => {
    for (const [id, token] of [
      [BigInt(concat(['0x000000000000000000000001', usdc])), usdc],
      [BigInt(concat(['0x000000000000000000000001', baseUsdc])), baseUsdc],
    ] as const)
      for (const value of [String(id), numberToHex(id)])
        expect(sign(element({ idsAndAmounts: [[value, '5']] })).movements).toMatchObject([
          { payee: contract, token },
          { payee, token },
        ])
    expect(sign(element({ amount: String(2n ** 256n - 1n), limit: String(2n ** 160n - 1n) })).movements).toEqual([])
  })
})

describe('how wallets take an address in typed data', () => {
  const short: Address = '0x00a1C3788D81257612E2581A6ea0aDa244853a91'
  const bare = (address: Address) => address.slice(2)
  const forms: Readonly<Record<string, (address: Address) => string>> = {
    'as ever': (address) => address,
    'without 0x': bare,
    'with 0X': (address) => `0X${bare(address)}`,
    'in capitals': (address) => `0x${bare(address).toUpperCase()}`,
    'as a decimal number': (address) => BigInt(address).toString(),
    'as a word': (address) => pad(address),
    'as a word without 0x': (address) => bare(pad(address)),
    'without its first zeros': (address) => `0x${BigInt(address).toString(16)}`,
    'without 0x and its first zeros': (address) => BigInt(address).toString(16),
  }
  test.each(Object.entries(forms))('%s', (_, form) => {
    for (const to of [payee, short]) {
      const message = { asset: form(usdc), to: form(to), amount: '5' }
      const typedData = { primaryType: 'Pay', domain: { verifyingContract: contract }, message }
      const { movements } = decodeSignature(typedData, { signer: from, chainId })
      // The digits of a token without 0x are those of a number, too.
      const others = movements.filter((one) => one.payee.toLowerCase() === to.toLowerCase() || one.payee === contract)
      expect(others).toMatchObject([{ payee: contract, token: usdc }, { token: usdc }])
    }
  })

  test('digits with other letters behind them are not an address', () => {
    const message = { asset: usdc, note: `${bare(payee)} zz`, amount: '5' }
    const typedData = { primaryType: 'Pay', domain: { verifyingContract: contract }, message }
    const { movements } = decodeSignature(typedData, { signer: from, chainId })
    expect(movements.map((one) => one.payee)).toEqual([contract])
  })

  test('the contract that verifies it is a text', () => {
    for (const verifyingContract of [BigInt(from), [from], { from }, 5])
      expect(() =>
        decodeSignature({ primaryType: 'Pay', domain: { verifyingContract }, message: {} }, { signer: from, chainId }),
      ).toThrow('verifyingContract')
  })
})

test('a text is an address in any letters', () => {
  const send = (to: string) =>
    decode(
      call('function sendToken(string destinationChain, string destinationAddress, string symbol, uint256 amount)', [
        'Base-Sepolia',
        to,
        'aUSDC',
        5n,
      ]),
    )
  for (const text of [payee, payee.toLowerCase(), `0x${payee.slice(2).toUpperCase()}`])
    expect(send(text).movements).toMatchObject([{ payee, chainId: baseId }])
  expect(send(`${payee} `).refusal?.reason).toBe('unknown_destination')
  expect(send(stringToHex('0x')).refusal?.reason).toBe('unknown_destination')
})

test('the numbers of chains are those of the bridges, and each is of a chain of the issuer', () => {
  const reach = (name: keyof typeof bridgeChains, wormhole: number, endpoint: number) => {
    const byWormhole = call(relay, [usdc, 5n, 1n, wormhole, pad(payee), 0])
    const byLayerZero = sent('send', { to: pad(payee), endpoint })
    const source = bridgeChains.Base_Sepolia.chainId
    for (const data of [byWormhole, byLayerZero])
      expect(decode(data, 0n, source).movements).toMatchObject([{ payee, chainId: bridgeChains[name].chainId }])
  }
  reach('Arc_Testnet', 71, 40_434)
  reach('Monad_Testnet', 10_009, 40_204)
  reach('HyperEVM_Testnet', 47, 40_362)
  reach('Arbitrum_Sepolia', 10_003, 40_231)
})
