import { type Address, type Hex, size, slice } from 'viem'
import { carrier, carriers, type Entry, type Known, type Walk } from './Entry.js'
import { visitDelegated, visitExecutions } from './executions.js'
import { lowerCase } from './lowerCase.js'
import { isReserved, namedAddresses } from './named.js'
import { visitAll } from './visitAll.js'

/** Smart accounts: what they execute, they pay. ERC-7579, ERC-7821, ERC-6551 and the common ones without a standard, wallets of several keys among them. */
export function accountEntries(): Entry[] {
  return [
    ...carriers(
      ['execute', 'executeFromExecutor'],
      '(bytes32 mode, bytes executionData) payable',
      ([mode, data], call, walk) => visitExecutions(call, walk, mode, data, call.to),
    ),
    ...carriers(
      ['execute', 'execute_ncC', 'executeFromModule'],
      '(address to, uint256 value, bytes data) payable',
      ([to, value, data], call, walk) => asAccount(call, walk, [{ to, value, data }]),
    ),
    ...carriers(
      ['execute', 'executeUserOp', 'executeUserOpWithErrorString'],
      '(address to, uint256 value, bytes data, uint8 operation) payable',
      ([to, value, data, operation], call, walk) => operate(call, walk, { to, value, data, operation }),
    ),
    ...carriers(
      ['execTransactionFromModule', 'execTransactionFromModuleReturnData'],
      '(address to, uint256 value, bytes data, uint8 operation)',
      ([to, value, data, operation], call, walk) => operate(call, walk, { to, value, data, operation }),
    ),
    carrier('function executeBatch(address[] to, bytes[] data)', ([to, data], call, walk) =>
      zipped(call, walk, to, undefined, data),
    ),
    ...carriers(
      ['executeBatch', 'executeBatch_y6U'],
      '(address[] to, uint256[] value, bytes[] data) payable',
      ([to, value, data], call, walk) => zipped(call, walk, to, value, data),
    ),
    ...carriers(
      ['executeBatch', 'execute', 'executeBySender', 'executeBySelf'],
      '((address to, uint256 value, bytes data)[] calls) payable',
      ([calls], call, walk) => asAccount(call, walk, calls),
    ),
    carrier(
      'function execute((address to, uint256 value, bytes data)[] calls, bytes signature) payable',
      ([calls], call, walk) => asAccount(call, walk, calls),
    ),
    carrier('function execute((address to, uint256 value, bytes data) call) payable', ([inner], call, walk) =>
      asAccount(call, walk, [inner]),
    ),
    carrier('function executeWithoutChainIdValidation(bytes[] calls) payable', ([calls], call, walk) =>
      asAccount(
        call,
        walk,
        calls.map((data) => ({ to: call.to, value: 0n, data })),
      ),
    ),
    ...forwarderRequests.map((signature) =>
      carrier(signature, ([{ from, to, value, data }], call, walk) => {
        visitAll(call, walk, [{ to, value, data }], from)
        return undefined
      }),
    ),
    // Wallets of several keys: what they execute once enough of them have agreed.
    carrier('function submitTransaction(address to, uint256 value, bytes data)', ([to, value, data], call, walk) =>
      asAccount(call, walk, [{ to, value, data }]),
    ),
    carrier(
      'function sendMultiSig(address to, uint256 value, bytes data, uint256 expiry, uint256 number, bytes signature)',
      ([to, value, data], call, walk) => asAccount(call, walk, [{ to, value, data }]),
    ),
    carrier(
      'function sendMultiSigToken(address to, uint256 amount, address token, uint256 expiry, uint256 number, bytes signature)',
      ([payee, amount, token], call, walk) =>
        walk.move(call, { payer: call.to, payee, token, amount, carrier: 'transfer' }),
    ),
    carrier(
      'function installModule(uint256 moduleTypeId, address module, bytes initData) payable',
      ([, module, data], call, walk) => installed(call, walk, module, data),
    ),
  ]
}

/** ERC-2771 forwarders, whose requests someone else submits. */
const forwarderRequests = [
  'function execute((address from, address to, uint256 value, uint256 gas, uint256 nonce, bytes data) request, bytes signature) payable',
  'function execute((address from, address to, uint256 value, uint256 gas, uint48 deadline, bytes data, bytes signature) request) payable',
] as const

/** Calls that the callee makes with its own money. */
function asAccount(
  call: Known,
  walk: Walk,
  calls: readonly { readonly to: Address; readonly value: bigint; readonly data: Hex }[],
): undefined {
  visitAll(call, walk, calls, call.to)
}

/** A module may do anything for the account, and so may whom its data names: the key that signs, or the payee of what it pays. */
function installed(call: Known, walk: Walk, module: Address, data: Hex): undefined {
  const named = namedByModule(lowerCase(data)).filter((one) => !walk.facts.contracts.has(one))
  for (const payee of new Set([lowerCase(module), ...named]))
    walk.move(call, { payer: call.to, payee, token: 'native', amount: undefined, carrier: 'delegation' })
}

/** Some accounts take one address packed before the words, for a hook or an owner. */
function namedByModule(data: Hex): Address[] {
  if (size(data) % 32 !== 20) return namedAddresses(data)
  const [packed, words] = [slice(data, 0, 20), `0x${data.slice(42)}` as const]
  return [...(isReserved(packed) ? [] : [packed]), ...namedAddresses(words)]
}

/** A call or a delegate call, as Safes number them. */
function operate(
  call: Known,
  walk: Walk,
  { to, value, data, operation }: { to: Address; value: bigint; data: Hex; operation: number },
): undefined {
  if (operation === 0) visitAll(call, walk, [{ to, value, data }], call.to)
  else visitDelegated(call, walk, { to, data }, call.to)
}

function zipped(
  call: Known,
  walk: Walk,
  to: readonly Address[],
  values: readonly bigint[] | undefined,
  data: readonly Hex[],
): undefined {
  // Some accounts take an empty list of values for zeros, some a list of data with one element for all.
  const calls = to.map((one, index) => ({
    to: one,
    value: values?.[index] ?? 0n,
    data: data[index] ?? data[0] ?? '0x',
  }))
  visitAll(call, walk, calls, call.to)
}
