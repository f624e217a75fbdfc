import { type Address, type Hex, keccak256 } from 'viem'
import { carriers, type Entry, type Known, type Walk } from '../entry/Entry.js'
import { visitAll } from '../entry/visitAll.js'

/** Timelocks of OpenZeppelin and Compound: what they execute, they pay. It is judged when it is scheduled, too: anyone may execute it then. */
export function timelockEntries(): Entry[] {
  return [
    ...(['', ', uint256 delay'] as const).flatMap((delay) => [
      ...carriers(
        [delay ? 'schedule' : 'execute'],
        `(address to, uint256 value, bytes data, bytes32 predecessor, bytes32 salt${delay}) payable`,
        ([to, value, data], call, walk) => byTimelock(call, walk, [to], [value], [data]),
      ),
      ...carriers(
        [delay ? 'scheduleBatch' : 'executeBatch'],
        `(address[] to, uint256[] values, bytes[] data, bytes32 predecessor, bytes32 salt${delay}) payable`,
        ([to, values, data], call, walk) => byTimelock(call, walk, to, values, data),
      ),
    ]),
    ...carriers(
      ['queueTransaction', 'executeTransaction'],
      '(address to, uint256 value, string signature, bytes data, uint256 eta) payable',
      ([to, value, signature, data], call, walk) =>
        // Texts are read as their bytes.
        byTimelock(call, walk, [to], [value], [withSelector(signature as Hex, data)]),
    ),
  ]
}

/** The signature of a function gives the selector before its arguments; without one, the data is whole. */
function withSelector(signature: Hex, data: Hex): Hex {
  return signature === '0x' ? data : `0x${keccak256(signature).slice(2, 10)}${data.slice(2)}`
}

function byTimelock(
  call: Known,
  walk: Walk,
  to: readonly Address[],
  values: readonly bigint[],
  data: readonly Hex[],
): undefined {
  const calls = to.map((one, index) => ({ to: one, value: values[index] ?? 0n, data: data[index] ?? '0x' }))
  visitAll(call, walk, calls, call.to)
}
