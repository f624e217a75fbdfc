import { type Address, type Hex, pad } from 'viem'
import { carrier, carriers, type Entry, type Known, type Walk } from '../entry/Entry.js'
import { arrive, payNamed } from './arrive.js'
import { axelarEntries } from './axelar.js'
import { addressIn, addressInBytes, chainAt, layerZeroAt } from './destination.js'
import { wormholeEntries } from './wormhole.js'

/**
 * Bridges beside the issuer's. Reported are the recipient on the other chain, who gets the money back where it is not delivered, and,
 * since they may be paid as well, the addresses in a message or in a part that is not read.
 */
export function bridgeEntries(): Entry[] {
  return [...acrossEntries(), ...layerZeroEntries(), ...axelarEntries(), ...wormholeEntries(), ...otherEntries()]
}

function acrossEntries(): Entry[] {
  const sums = 'uint256 amount, uint256 outputAmount, uint256 chainId' as const
  const timed = 'uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivity, bytes message' as const
  const soon = 'uint32 fillDeadlineOffset, uint32 exclusivity, bytes message' as const
  const addresses = 'address depositor, address recipient, address token, address outputToken' as const
  const words = 'bytes32 depositor, bytes32 recipient, bytes32 token, bytes32 outputToken' as const
  const early =
    'address recipient, address token, uint256 amount, uint256 chainId, int64 feeShare, uint32 quoteTimestamp, bytes message, uint256 most' as const
  return [
    carrier(
      `function depositV3(${addresses}, ${sums}, address relayer, ${timed}) payable`,
      ([from, to, token, , amount, , chain, , , , , message], call, walk) =>
        deposit(call, walk, { from: pad(from), to: pad(to), token: pad(token), amount, chain, message }),
    ),
    carrier(
      `function depositV3Now(${addresses}, ${sums}, address relayer, ${soon}) payable`,
      ([from, to, token, , amount, , chain, , , , message], call, walk) =>
        deposit(call, walk, { from: pad(from), to: pad(to), token: pad(token), amount, chain, message }),
    ),
    carrier(
      `function deposit(${words}, ${sums}, bytes32 relayer, ${timed}) payable`,
      ([from, to, token, , amount, , chain, , , , , message], call, walk) =>
        deposit(call, walk, { from, to, token, amount, chain, message }),
    ),
    carrier(
      `function depositNow(${words}, ${sums}, bytes32 relayer, ${soon}) payable`,
      ([from, to, token, , amount, , chain, , , , message], call, walk) =>
        deposit(call, walk, { from, to, token, amount, chain, message }),
    ),
    carrier(
      `function unsafeDeposit(${words}, ${sums}, bytes32 relayer, uint256 depositNonce, ${timed}) payable`,
      ([from, to, token, , amount, , chain, , , , , , message], call, walk) =>
        deposit(call, walk, { from, to, token, amount, chain, message }),
    ),
    carrier(`function deposit(${early}) payable`, ([to, token, amount, chain, , , message], call, walk) =>
      deposit(call, walk, { from: pad(call.payer), to: pad(to), token: pad(token), amount, chain, message }),
    ),
    carrier(
      `function depositFor(address depositor, ${early}) payable`,
      ([from, to, token, amount, chain, , , message], call, walk) =>
        deposit(call, walk, { from: pad(from), to: pad(to), token: pad(token), amount, chain, message }),
    ),
    carrier(
      'function speedUpV3Deposit(address depositor, uint256 depositId, uint256 outputAmount, address recipient, bytes message, bytes signature)',
      ([from, , , to, message], call, walk) => redirect(call, walk, { from: pad(from), to: pad(to), message }),
    ),
    carrier(
      'function speedUpDeposit(bytes32 depositor, uint256 depositId, uint256 outputAmount, bytes32 recipient, bytes message, bytes signature)',
      ([from, , , to, message], call, walk) => redirect(call, walk, { from, to, message }),
    ),
    // ERC-7683: an order is for its contract to read.
    carrier(
      'function open((uint32 fillDeadline, bytes32 dataType, bytes data) order) payable',
      ([{ data }], call, walk) => leaveOrder(call, walk, data),
    ),
    carrier(
      'function openFor((address originSettler, address user, uint256 nonce, uint256 originChainId, uint32 openDeadline, uint32 fillDeadline, bytes32 dataType, bytes data) order, bytes signature, bytes fillerData) payable',
      ([{ data, user }], call, walk) => leaveOrder({ ...call, payer: user }, walk, data),
    ),
  ]
}

/** Tokens of several chains, and Stargate's pools. The contract that is called stands for the token. */
function layerZeroEntries(): Entry[] {
  const extra = '(uint256 gas, uint256 amount, bytes to) extra' as const
  return [
    ...carriers(
      ['send', 'sendToken'],
      '((uint32 endpoint, bytes32 to, uint256 amount, uint256 least, bytes options, bytes message, bytes command) sent, (uint256 coin, uint256 token) fee, address refundTo) payable',
      ([{ endpoint, to, amount, options, message }, , refundTo], call, walk) => {
        for (const payee of [pad(refundTo), ...dropsIn(options)]) giveBack(call, walk, addressIn(payee), 'native')
        const at = layerZeroAt(endpoint, walk.facts.chainId)
        return arrive(call, walk, { payee: addressIn(to), at, token: call.to, amount, carrier: 'router', message })
      },
    ),
    carrier(
      `function swap(uint16 chain, uint256 fromPool, uint256 toPool, address refundTo, uint256 amount, uint256 least, ${extra}, bytes to, bytes message) payable`,
      ([chain, , , refundTo, amount, , extra, to, message], call, walk) => {
        if (extra.amount > 0n) giveBack(call, walk, addressInBytes(extra.to), 'native')
        return fromPool(call, walk, { chain, refundTo, to, token: call.to, amount, message })
      },
    ),
    carrier(
      'function swapETH(uint16 chain, address refundTo, bytes to, uint256 amount, uint256 least) payable',
      ([chain, refundTo, to, amount], call, walk) =>
        fromPool(call, walk, { chain, refundTo, to, token: 'native', amount, message: '0x' }),
    ),
  ]
}

/** Hop, Celer, Hyperlane, deBridge. */
function otherEntries(): Entry[] {
  const hop = 'uint256 chainId, address recipient, uint256 amount' as const
  const order =
    '(address token, uint256 amount, bytes takeToken, uint256 takeAmount, uint256 chainId, bytes to, address authority, bytes authorityThere, bytes taker, bytes message, bytes canceler) order' as const
  return [
    carrier(
      `function sendToL2(${hop}, uint256 least, uint256 deadline, address relayer, uint256 relayerFee) payable`,
      ([chain, to, amount], call, walk) => byChain(call, walk, { chain, to: pad(to), token: call.to, amount }),
    ),
    carrier(
      `function swapAndSend(${hop}, uint256 fee, uint256 least, uint256 deadline, uint256 leastThere, uint256 deadlineThere) payable`,
      ([chain, to, amount], call, walk) => byChain(call, walk, { chain, to: pad(to), token: call.to, amount }),
    ),
    carrier(
      'function send(address to, address token, uint256 amount, uint64 chainId, uint64 nonce, uint32 slippage)',
      ([to, token, amount, chain], call, walk) => byChain(call, walk, { chain, to: pad(to), token, amount }),
    ),
    carrier(
      'function sendNative(address to, uint256 amount, uint64 chainId, uint64 nonce, uint32 slippage) payable',
      ([to, amount, chain], call, walk) => byChain(call, walk, { chain, to: pad(to), token: 'native', amount }),
    ),
    // The numbers that it has for EVM chains are their ids.
    carrier(
      'function transferRemote(uint32 domain, bytes32 recipient, uint256 amount) payable',
      ([domain, to, amount], call, walk) => byChain(call, walk, { chain: BigInt(domain), to, token: call.to, amount }),
    ),
    carrier(
      'function transferRemote(uint32 domain, bytes32 recipient, uint256 amount, bytes metadata, address hook) payable',
      ([domain, to, amount], call, walk) => byChain(call, walk, { chain: BigInt(domain), to, token: call.to, amount }),
    ),
    carrier(
      `function createOrder(${order}, bytes affiliateFee, uint32 code, bytes permit) payable`,
      ([one], call, walk) => byOrder(call, walk, one),
    ),
    carrier(
      `function createSaltedOrder(${order}, uint64 salt, bytes affiliateFee, uint32 code, bytes permit, bytes metadata) payable`,
      ([one], call, walk) => byOrder(call, walk, one),
    ),
  ]
}

type Sent = { readonly token: Address | 'native'; readonly amount: bigint; readonly to: Hex; readonly message?: Hex }
type Deposit = Omit<Sent, 'token'> & { readonly from: Hex; readonly token: Hex; readonly chain: bigint }

/** The depositor gets the money back where it is not delivered. */
function deposit(call: Known, walk: Walk, { from, token: word, ...sent }: Deposit): undefined {
  // The low bytes of a word are its token.
  const token: Address = `0x${word.slice(26)}`
  giveBack(call, walk, addressIn(from), token, sent.amount)
  byChain(call, walk, { ...sent, token })
}

/** A deposit that exists gets another recipient. Its token and chain are not in the call: the chain's coin stands for it here. */
function redirect(
  call: Known,
  walk: Walk,
  { from, to, message }: { readonly from: Hex; readonly to: Hex; readonly message: Hex },
): undefined {
  const payer = addressIn(from) ?? call.payer
  if (message !== '0x') walk.note('hook', call)
  payNamed(call, walk, message, { payer, token: 'native', amount: undefined })
  const payee = addressIn(to)
  if (payee !== undefined) walk.move(call, { payer, payee, token: 'native', amount: undefined, carrier: 'router' })
  else
    walk.refuse('unknown_destination', 'The new recipient of a deposit is not an address of an EVM chain.', call.path)
}

function byChain(call: Known, walk: Walk, { chain, to, ...sent }: Sent & { readonly chain: bigint }): undefined {
  arrive(call, walk, { ...sent, payee: addressIn(to), at: chainAt(chain), carrier: 'router' })
}

function fromPool(
  call: Known,
  walk: Walk,
  { chain, refundTo, to, ...sent }: Sent & { readonly chain: number; readonly refundTo: Address },
): undefined {
  giveBack(call, walk, refundTo, 'native')
  // Endpoints of the first version have these numbers.
  const at = layerZeroAt(chain + 30_000, walk.facts.chainId)
  arrive(call, walk, { ...sent, payee: addressInBytes(to), at, carrier: 'router' })
}

/** What can cancel an order of deBridge gets the money back. */
function byOrder(
  call: Known,
  walk: Walk,
  { token: given, amount, chainId, to, authorityThere, canceler, message }: Order,
): undefined {
  const token = BigInt(given) === 0n ? 'native' : given
  for (const one of [authorityThere, canceler]) giveBack(call, walk, addressInBytes(one), token, amount)
  const payee = addressInBytes(to)
  arrive(call, walk, { payee, at: chainAt(chainId), token, amount, carrier: 'router', message })
}

type Order = {
  readonly token: Address
  readonly amount: bigint
  readonly chainId: bigint
  readonly to: Hex
  readonly authorityThere: Hex
  readonly canceler: Hex
  readonly message: Hex
}

/** An address of no EVM chain cannot be judged; none gets nothing. */
function giveBack(
  call: Known,
  walk: Walk,
  payee: Address | undefined,
  token: Address | 'native',
  amount?: bigint,
): undefined {
  if (payee !== undefined && BigInt(payee) !== 0n) walk.move(call, { payee, token, amount, carrier: 'refund' })
}

function leaveOrder(call: Known, walk: Walk, data: Hex): undefined {
  payNamed(call, walk, data, { token: walk.facts.usdc ?? 'native', amount: undefined })
  walk.leaveUnread(call)
}

/** Whom options pay in the coin of the other chain: steps of a worker (1 byte), a length (2), a kind (1), and what belongs to it. */
function* dropsIn(options: Hex): Generator<Hex> {
  // Of the version before, with a gas limit and an amount in front.
  if (options.startsWith('0x0002')) yield `0x${options.slice(6 + 128, 6 + 192)}`
  if (!options.startsWith('0x0003')) return
  for (let at = 6; at < options.length; at += 6 + Number.parseInt(options.slice(at + 2, at + 6), 16) * 2)
    if (options.slice(at + 6, at + 8) === '02') yield `0x${options.slice(at + 40, at + 104)}`
}
