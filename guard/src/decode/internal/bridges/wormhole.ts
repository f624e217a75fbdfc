import { type Address, type Hex, pad } from 'viem'
import { carrier, type Entry, type Known, type Walk } from '../entry/Entry.js'
import { visitAll } from '../entry/visitAll.js'
import { arrive } from './arrive.js'
import { addressIn, type Destination, domainAt, wormholeAt } from './destination.js'

/** Wormhole's bridges with their relayers, and Mayan, which uses them. */
export function wormholeEntries(): Entry[] {
  return [
    carrier(
      'function transferTokens(address token, uint256 amount, uint16 recipientChain, bytes32 recipient, uint256 arbiterFee, uint32 nonce) payable',
      ([token, amount, chain, to], call, walk) => send(call, walk, { token, amount, chain, to }),
    ),
    carrier(
      'function transferTokensWithPayload(address token, uint256 amount, uint16 recipientChain, bytes32 recipient, uint32 nonce, bytes payload) payable',
      ([token, amount, chain, to, , message], call, walk) => send(call, walk, { token, amount, chain, to, message }),
    ),
    carrier(
      'function transferTokensWithPayload((address token, uint256 amount, uint16 targetChain, bytes32 mintRecipient) params, uint32 batchId, bytes payload) payable',
      ([{ token, amount, targetChain: chain, mintRecipient: to }, , message], call, walk) =>
        send(call, walk, { token, amount, chain, to, message }),
    ),
    // Of any token, and of USDC by CCTP.
    carrier(
      'function transferTokensWithRelay(address token, uint256 amount, uint256 toNativeTokenAmount, uint16 targetChain, bytes32 targetRecipient, uint32 batchId) payable',
      ([token, amount, , chain, to], call, walk) => send(call, walk, { token, amount, chain, to }),
    ),
    carrier(
      'function transferTokensWithRelay(address token, uint256 amount, uint256 toNativeTokenAmount, uint16 targetChain, bytes32 targetRecipient) payable',
      ([token, amount, , chain, to], call, walk) => send(call, walk, { token, amount, chain, to }),
    ),
    carrier(
      'function wrapAndTransferETH(uint16 recipientChain, bytes32 recipient, uint256 arbiterFee, uint32 nonce) payable',
      ([chain, to], call, walk) => sendCoin(call, walk, { chain, to }),
    ),
    carrier(
      'function wrapAndTransferETHWithPayload(uint16 recipientChain, bytes32 recipient, uint32 nonce, bytes payload) payable',
      ([chain, to, , message], call, walk) => sendCoin(call, walk, { chain, to, message }),
    ),
    carrier(
      'function wrapAndTransferEthWithRelay(uint256 toNativeTokenAmount, uint16 targetChain, bytes32 targetRecipient, uint32 batchId) payable',
      ([, chain, to], call, walk) => sendCoin(call, walk, { chain, to }),
    ),
    // The contract of a token of several chains stands for the token.
    carrier(
      'function transfer(uint256 amount, uint16 recipientChain, bytes32 recipient) payable',
      ([amount, chain, to], call, walk) => send(call, walk, { token: call.to, amount, chain, to }),
    ),
    carrier(
      'function transfer(uint256 amount, uint16 recipientChain, bytes32 recipient, bytes32 refundAddress, bool shouldQueue, bytes instructions) payable',
      ([amount, chain, to, refundTo], call, walk) => {
        give(call, walk, refundTo, 'native')
        return send(call, walk, { token: call.to, amount, chain, to })
      },
    ),
    ...mayanEntries(),
  ]
}

const permit = '(uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) permit' as const
const swift =
  '(bytes32 tokenOut, uint64 least, uint64 gasDrop, bytes32 destAddr, uint16 destChainId, bytes32 referrerAddr, uint8 referrerBps, uint8 auctionMode, bytes32 random, bytes32 destEmitter) order' as const
const laterSwift =
  '(uint8 payloadType, bytes32 trader, bytes32 destAddr, uint16 destChainId, bytes32 referrerAddr, bytes32 tokenOut, uint64 least, uint64 gasDrop, uint64 cancelFee, uint64 refundFee, uint64 deadline, uint8 referrerBps, uint8 auctionMode, bytes32 random) order' as const
const circle =
  '(address tokenIn, uint256 amount, uint64 gasDrop, bytes32 destAddr, uint16 destChain, bytes32 tokenOut, uint64 least, uint64 deadline, uint64 redeemFee, bytes32 referrerAddr, uint8 referrerBps) order' as const
const fast =
  '(uint8 payloadType, bytes32 destAddr, bytes32 tokenOut, uint64 least, uint64 gasDrop, uint64 redeemFee, uint64 refundFee, uint64 deadline, bytes32 referrerAddr, uint8 referrerBps) order' as const

/** Its forwarder calls one of its own contracts, of which each has orders and transfers of its own. */
function mayanEntries(): Entry[] {
  return [
    carrier(
      `function forwardERC20(address token, uint256 amount, ${permit}, address to, bytes data) payable`,
      ([token, , { value }, to, data], call, walk) => {
        walk.move(call, { payee: call.to, token, amount: value, carrier: 'permit' })
        return forward(call, walk, to, data)
      },
    ),
    carrier('function forwardEth(address to, bytes data) payable', ([to, data], call, walk) =>
      forward(call, walk, to, data),
    ),
    carrier(
      `function swapAndForwardERC20(address token, uint256 amount, ${permit}, address exchange, bytes swapData, address middleToken, uint256 least, address to, bytes data) payable`,
      ([token, , { value }, , , , , to, data], call, walk) => {
        walk.move(call, { payee: call.to, token, amount: value, carrier: 'permit' })
        walk.leaveUnread(call)
        return forward(call, walk, to, data)
      },
    ),
    carrier(
      'function swapAndForwardEth(uint256 amount, address exchange, bytes swapData, address middleToken, uint256 least, address to, bytes data) payable',
      ([, , , , , to, data], call, walk) => {
        walk.leaveUnread(call)
        return forward(call, walk, to, data)
      },
    ),
    carrier(`function createOrderWithEth(address trader, ${swift}) payable`, ([trader, order], call, walk) =>
      place(call, walk, { ...order, token: 'native', amount: sentWith(call), trader: pad(trader) }),
    ),
    carrier(
      `function createOrderWithToken(address token, uint256 amount, address trader, ${swift})`,
      ([token, amount, trader, order], call, walk) =>
        place(call, walk, { ...order, token, amount, trader: pad(trader) }),
    ),
    carrier(`function createOrderWithEth(${laterSwift}, bytes payload) payable`, ([order, message], call, walk) =>
      place(call, walk, { ...order, token: 'native', amount: sentWith(call), message }),
    ),
    carrier(
      `function createOrderWithToken(address token, uint256 amount, ${laterSwift}, bytes payload)`,
      ([token, amount, order, message], call, walk) => place(call, walk, { ...order, token, amount, message }),
    ),
    carrier(
      'function bridgeWithFee(address token, uint256 amount, uint64 redeemFee, uint64 gasDrop, bytes32 to, uint32 domain, uint8 payloadType, bytes payload) payable',
      ([token, amount, , , to, domain, , message], call, walk) =>
        reach(call, walk, { token, amount, to, at: domainAt(domain, walk.facts.chainId), message }),
    ),
    carrier(
      'function bridgeWithLockedFee(address token, uint256 amount, uint64 gasDrop, uint256 redeemFee, uint32 domain, bytes32 to)',
      ([token, amount, , , domain, to], call, walk) =>
        reach(call, walk, { token, amount, to, at: domainAt(domain, walk.facts.chainId) }),
    ),
    carrier(`function createOrder(${circle}, uint32 domain) payable`, ([order, domain], call, walk) =>
      place(call, walk, { ...order, token: order.tokenIn, at: domainAt(domain, walk.facts.chainId) }),
    ),
    carrier(
      'function bridge(address token, uint256 amount, uint64 redeemFee, uint256 circleMaxFee, uint64 gasDrop, bytes32 to, uint32 domain, bytes32 referrerAddress, uint8 referrerBps, uint8 payloadType, uint32 threshold, bytes payload)',
      ([token, amount, , , , destAddr, domain, referrerAddr, referrerBps, , , message], call, walk) =>
        place(call, walk, {
          token,
          amount,
          destAddr,
          referrerAddr,
          referrerBps,
          message,
          at: domainAt(domain, walk.facts.chainId),
        }),
    ),
    carrier(
      `function createOrder(address token, uint256 amount, uint256 circleMaxFee, uint32 domain, uint32 threshold, ${fast})`,
      ([token, amount, , domain, , order], call, walk) =>
        place(call, walk, { ...order, token, amount, at: domainAt(domain, walk.facts.chainId) }),
    ),
  ]
}

type Sent = {
  readonly token: Address | 'native'
  readonly amount: bigint | undefined
  readonly to: Hex
  readonly message?: Hex
}

function send(call: Known, walk: Walk, { chain, ...sent }: Sent & { readonly chain: number }): undefined {
  reach(call, walk, { ...sent, at: wormholeAt(chain, walk.facts.chainId) })
}

function sendCoin(call: Known, walk: Walk, sent: Pick<Sent, 'to' | 'message'> & { readonly chain: number }): undefined {
  send(call, walk, { ...sent, token: 'native', amount: sentWith(call) })
}

function reach(call: Known, walk: Walk, { to, ...sent }: Sent & { readonly at: Destination }): undefined {
  arrive(call, walk, { ...sent, payee: addressIn(to), carrier: 'router' })
}

/** An order of Mayan, which also says who gets the money back, and who a share of it. */
function place(
  call: Known,
  walk: Walk,
  { token, amount, destAddr: to, destChainId, at, message = '0x', trader, referrerAddr, referrerBps }: Order,
): undefined {
  if (trader !== undefined) give(call, walk, trader, token)
  if (referrerBps > 0) give(call, walk, referrerAddr, token)
  reach(call, walk, { token, amount, to, at: at ?? wormholeAt(destChainId ?? 0, walk.facts.chainId), message })
}

type Order = Pick<Sent, 'token' | 'amount' | 'message'> & {
  readonly destAddr: Hex
  readonly destChainId?: number
  readonly at?: Destination
  readonly trader?: Hex
  readonly referrerAddr: Hex
  readonly referrerBps: number
}

/** A part of the money, or what comes back. An account of no EVM chain cannot be judged, and gets a share only. */
function give(call: Known, walk: Walk, word: Hex, token: Address | 'native'): undefined {
  const payee = addressIn(word)
  if (payee !== undefined && BigInt(payee) !== 0n)
    walk.move(call, { payee, token, amount: undefined, carrier: 'refund' })
}

/** What the forwarder calls takes the money from the forwarder, which has it from the caller. */
function forward(call: Known, walk: Walk, to: Address, data: Hex): undefined {
  visitAll(call, walk, [{ to, data }])
}

/** Inside another call the value is not known. */
function sentWith({ value }: Known): bigint | undefined {
  return value === 0n ? undefined : value
}
