import type { Hex } from 'viem'
import { carrier, carriers, type Entry, harmless, type Known, type Walk } from '../entry/Entry.js'
import { visitAll } from '../entry/visitAll.js'

/**
 * Arc's Memo, both Multicalls, and contracts that call themselves several times.
 *
 * The called contract sees as `msg.sender` the caller (`Multicall3From`, Memo) or the Multicall itself (Multicall3): in both cases
 * the caller pays.
 */
export function multicallEntries(): Entry[] {
  return [
    carrier('function memo(address target, bytes data, bytes32 memoId, bytes memoData)', ([to, data], call, walk) =>
      visitAll(call, walk, [{ to, data }]),
    ),
    carrier(
      'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable',
      ([calls], call, walk) =>
        visitAll(
          call,
          walk,
          calls.map(({ target, callData }) => ({ to: target, data: callData })),
        ),
    ),
    carrier(
      'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable',
      ([calls], call, walk) =>
        visitAll(
          call,
          walk,
          calls.map(({ target, value, callData }) => ({ to: target, value, data: callData })),
        ),
    ),
    ...carriers(
      ['aggregate', 'blockAndAggregate'],
      '((address target, bytes callData)[] calls) payable',
      ([calls], call, walk) =>
        visitAll(
          call,
          walk,
          calls.map(({ target, callData }) => ({ to: target, data: callData })),
        ),
    ),
    ...carriers(
      ['tryAggregate', 'tryBlockAndAggregate'],
      '(bool requireSuccess, (address target, bytes callData)[] calls) payable',
      ([, calls], call, walk) =>
        visitAll(
          call,
          walk,
          calls.map(({ target, callData }) => ({ to: target, data: callData })),
        ),
    ),
    ...[
      'getEthBalance(address)',
      'getBlockNumber()',
      'getBlockHash(uint256)',
      'getLastBlockHash()',
      'getChainId()',
    ].map((one) => harmless(`function ${one}`)),
    ...['getBasefee()', 'getCurrentBlockCoinbase()', 'getCurrentBlockGasLimit()', 'getCurrentBlockTimestamp()'].map(
      (one) => harmless(`function ${one}`),
    ),
    carrier('function multicall(bytes[] data) payable', ([calls], call, walk) => callItself(call, walk, calls)),
    // With a deadline, and with the hash of the block before.
    carrier('function multicall(uint256 deadline, bytes[] data) payable', ([, calls], call, walk) =>
      callItself(call, walk, calls),
    ),
    carrier('function multicall(bytes32 previousBlock, bytes[] data) payable', ([, calls], call, walk) =>
      callItself(call, walk, calls),
    ),
  ]
}

/** Calls of a contract to itself, by delegate call: `msg.sender` stays the same. */
function callItself(call: Known, walk: Walk, calls: readonly Hex[]): undefined {
  visitAll(
    call,
    walk,
    calls.map((data) => ({ to: call.to, data })),
  )
}
