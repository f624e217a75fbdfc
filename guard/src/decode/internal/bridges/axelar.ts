import type { Address, Hex } from 'viem'
import { carrier, type Entry, type Known, type Walk } from '../entry/Entry.js'
import { coinMark } from '../entry/named.js'
import { arrive, payNamed } from './arrive.js'
import { addressIn, addressInBytes, axelarAt, domainAt } from './destination.js'

/** Axelar's gateway and token service, and Squid, which bridges through them and others. Texts are read as their bytes. */
export function axelarEntries(): Entry[] {
  return [
    carrier(
      'function sendToken(string chain, string to, string symbol, uint256 amount)',
      ([chain, to, , amount], call, walk) => send(call, walk, { chain, to, amount }),
    ),
    carrier(
      'function callContractWithToken(string chain, string to, bytes message, string symbol, uint256 amount)',
      ([chain, to, message, , amount], call, walk) => send(call, walk, { chain, to, amount, message }),
    ),
    carrier(
      'function interchainTransfer(bytes32 tokenId, string chain, bytes to, uint256 amount, bytes metadata, uint256 gasValue) payable',
      ([, chain, to, amount, message], call, walk) => send(call, walk, { chain, to, amount, message }),
    ),
    carrier(
      'function interchainTransfer(string chain, bytes to, uint256 amount, bytes metadata) payable',
      ([chain, to, amount, message], call, walk) => send(call, walk, { chain, to, amount, message }),
    ),
    ...squidEntries(),
  ]
}

const multicall = '(uint8 callType, address target, uint256 value, bytes callData, bytes payload)[] calls' as const

/** What it calls on the way is code of exchanges, so these calls count as unread, too. */
function squidEntries(): Entry[] {
  return [
    carrier(
      `function fundAndRunMulticall(address token, uint256 amount, ${multicall}) payable`,
      ([token, amount], call, walk) => leaveCalls(call, walk, token, amount),
    ),
    carrier(
      'function bridgeCall(string symbol, uint256 amount, string chain, string to, bytes message, address refundTo, bool isExpress) payable',
      ([, amount, chain, to, message, refundTo], call, walk) => {
        walk.move(call, { payee: refundTo, token: 'native', amount: undefined, carrier: 'refund' })
        return send(call, walk, { chain, to, amount, message })
      },
    ),
    carrier(
      `function callBridge(address token, uint256 amount, ${multicall}, string symbol, string chain, string to) payable`,
      ([token, amount, , , chain, to], call, walk) => {
        leaveCalls(call, walk, token, amount)
        return send(call, walk, { chain, to, token, amount })
      },
    ),
    carrier(
      `function callBridgeCall(address token, uint256 amount, ${multicall}, string symbol, string chain, string to, bytes message, address refundTo, bool isExpress) payable`,
      ([token, amount, , , chain, to, message, refundTo], call, walk) => {
        walk.move(call, { payee: refundTo, token: 'native', amount: undefined, carrier: 'refund' })
        leaveCalls(call, walk, token, amount)
        return send(call, walk, { chain, to, token, amount, message })
      },
    ),
    carrier(
      'function cctpBridge(uint256 amount, uint32 domain, bytes32 to, bytes32 destinationCaller)',
      ([amount, domain, to], call, walk) => burn(call, walk, { domain, to, amount }),
    ),
    carrier(
      'function permitCctpBridge(uint32 domain, bytes32 to, bytes32 destinationCaller, address from, ((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, bytes signature)',
      ([domain, to, , payer, { permitted }], call, walk) =>
        burn({ ...call, payer }, walk, { domain, to, amount: permitted.amount }),
    ),
  ]
}

type Sent = { chain: string; to: string; token?: Address; amount: bigint; message?: Hex }

/** A token is named by its symbol: the contract that is called stands for it. */
function send(call: Known, walk: Walk, { chain, to, token = call.to, ...sent }: Sent): undefined {
  // Texts are read as their bytes.
  const [name, address] = [chain as Hex, to as Hex]
  const [payee, at] = [addressInBytes(address), axelarAt(name, walk.facts.chainId)]
  arrive(call, walk, { ...sent, payee, at, token: tokenOf(token), carrier: 'router' })
}

function burn(call: Known, walk: Walk, { domain, to, amount }: { domain: number; to: Hex; amount: bigint }): undefined {
  const [at, token] = [domainAt(domain, walk.facts.chainId), walk.facts.usdc ?? call.to]
  arrive(call, walk, { payee: addressIn(to), at, token, amount, carrier: 'cctp' })
}

function leaveCalls(call: Known, walk: Walk, token: Address, amount: bigint): undefined {
  payNamed(call, walk, call.data, { token: tokenOf(token), amount })
  walk.leaveUnread(call)
}

function tokenOf(token: Address): Address | 'native' {
  return token === coinMark ? 'native' : token
}
