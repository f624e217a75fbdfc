import { type Address, encodeFunctionData, type Hex, parseAbi, parseAbiParameters, size, slice } from 'viem'
import { carrier, carriers, type Entry, type Known, type Walk } from '../entry/Entry.js'
import { lowerCase } from '../entry/lowerCase.js'
import { namedAddresses } from '../entry/named.js'
import { readAbi } from '../entry/readAbi.js'
import { type Inner, visitAll } from '../entry/visitAll.js'
import { visitDelegated, visitExecutions } from './executions.js'

/** Smart accounts: what they execute, they pay. ERC-7579, ERC-7821, ERC-6551 and the common ones without a standard, wallets of several keys among them. */
export function accountEntries(): Entry[] {
  return [
    ...carriers(
      ['execute', 'executeFromExecutor'],
      '(bytes32 mode, bytes executionData) payable',
      ([mode, data], call, walk) => visitExecutions(call, walk, mode, data, call.to),
    ),
    ...carriers(
      [
        'execute',
        'execute_ncC',
        'executeFromModule',
        'execute4337Op',
        'executeCall',
        'exec',
        'execFromEntryPoint',
        'execTransactionFromEntrypoint',
      ],
      '(address to, uint256 value, bytes data) payable',
      ([to, value, data], call, walk) => asAccount(call, walk, [{ to, value, data }]),
    ),
    carrier(
      'function execute(address to, uint256 value, bytes data, bytes signatures) payable',
      ([to, value, data], call, walk) => asAccount(call, walk, [{ to, value, data }]),
    ),
    carrier(
      'function callContract(address to, uint256 value, bytes data, bool reverts) payable',
      ([to, value, data], call, walk) => asAccount(call, walk, [{ to, value, data }]),
    ),
    carrier('function execute(address to, bytes data) payable', ([to, data], call, walk) =>
      asAccount(call, walk, [{ to, data }]),
    ),
    carrier(
      'function execFromEntryPointWithFee(address to, uint256 value, bytes data, (address token, address recipient, uint256 amount) fee)',
      ([to, value, data, fee], call, walk) => {
        asAccount(call, walk, [{ to, value, data }])
        const token = BigInt(fee.token) === 0n ? 'native' : fee.token
        walk.move(call, { payer: call.to, payee: fee.recipient, token, amount: fee.amount, carrier: 'refund' })
      },
    ),
    ...carriers(
      ['execTransactionFromEntrypointBatch', 'execTransactionFromEntrypointBatchRevertOnFail'],
      `(${nesting}[] calls)`,
      ([calls], call, walk) =>
        asAccount(
          call,
          walk,
          calls.flatMap((one) => withNested(call, one)),
        ),
    ),
    ...carriers(['execTransactionBatch', 'execTransactionRevertOnFail'], '(bytes calls)', ([data], call, walk) => {
      // The parameters say what is read.
      const [calls] = readAbi(nestingParameters, data) as [Nesting[]]
      return asAccount(
        call,
        walk,
        calls.flatMap((one) => withNested(call, one)),
      )
    }),
    ...carriers(
      ['execute', 'executeUserOp', 'executeUserOpWithErrorString', 'executeAndRevert', 'execTransactionFromEntrypoint'],
      '(address to, uint256 value, bytes data, uint8 operation) payable',
      ([to, value, data, operation], call, walk) => operate(call, walk, { to, value, data, operation }),
    ),
    carrier(
      'function execTransactionFromEntrypoint(address to, uint256 value, bytes data, uint8 operation, address paymaster, address token, uint256 allowance)',
      ([to, value, data, operation, paymaster, token, allowance], call, walk) => {
        operate(call, walk, { to, value, data, operation })
        // It approves only a paymaster that is named.
        if (BigInt(paymaster) !== 0n)
          walk.move(call, { payer: call.to, payee: paymaster, token, amount: allowance, carrier: 'approval' })
      },
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
      ['executeBatch', 'executeBatch_y6U', 'executeBatchCall'],
      '(address[] to, uint256[] value, bytes[] data) payable',
      ([to, value, data], call, walk) => zipped(call, walk, to, value, data),
    ),
    carrier(
      'function execBatchTransactionFromEntrypoint(address[] to, uint256[] value, bytes[] data, uint8 operation)',
      ([to, value, data, operation], call, walk) => {
        if (operation === 0) zipped(call, walk, to, value, data)
        else
          for (const [index, one] of to.entries())
            visitDelegated(call, walk, { to: one, data: data[index] ?? '0x' }, call.to)
        return undefined
      },
    ),
    ...carriers(
      ['executeBatch', 'execute', 'executeBySender', 'executeBySelf', 'execute4337Ops'],
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
function asAccount(call: Known, walk: Walk, calls: readonly Inner[]): undefined {
  visitAll(call, walk, calls, call.to)
}

/** A call of OKX's accounts, after which the account calls itself with the calls that `nestedCalls` encodes. */
const nesting = '(bool allowFailed, address to, uint256 value, bytes data, bytes nestedCalls)'
const nestingParameters = /* @__PURE__ */ parseAbiParameters(`${nesting}[] calls`)
const nestedBatch = /* @__PURE__ */ parseAbi(['function execTransactionBatch(bytes calls)'])

type Nesting = Required<Inner> & { readonly nestedCalls: Hex }

function withNested({ to: account }: Known, { nestedCalls, ...inner }: Nesting): Inner[] {
  if (nestedCalls === '0x') return [inner]
  return [inner, { to: account, data: encodeFunctionData({ abi: nestedBatch, args: [nestedCalls] }) }]
}

/** A module may do anything for the account, and so may whom its data names: the key that signs, or the payee of what it pays. */
function installed(call: Known, walk: Walk, module: Address, data: Hex): undefined {
  const named = namedByModule(lowerCase(data)).filter((one) => !walk.facts.contracts.has(one))
  for (const payee of new Set([lowerCase(module), ...named]))
    walk.move(call, { payer: call.to, payee, token: 'native', amount: undefined, carrier: 'delegation' })
}

/**
 * Addresses in words, wherever these begin, and packed ones: before the words, for a hook or an owner, which the selector that is to go
 * to the module may precede; or an owner and any number of others. The data alone does not tell which of these it is.
 */
function namedByModule(data: Hex): Address[] {
  const [bytes, head] = [size(data), size(data) % 32]
  const list = bytes % 20 === 0 ? bytes / 20 : 0
  const packed = Array.from({ length: list }, (_, index) => slice(data, index * 20, (index + 1) * 20))
  if (head === 20 || head === 24) packed.push(slice(data, head - 20, head))
  // What begins as a word does is not packed.
  const isPacked = head === 24 || !isSparse(data.slice(0, 26))
  const words = [...namedAddresses(data), ...namedAddresses(`0x${data.slice(2 + 20 * 2)}`)]
  return [...(isPacked ? packed : []), ...words].filter((one) => !isSparse(one))
}

/** Eight empty bytes in a row: a number, or the end of one word and the start of another, and no account. */
function isSparse(address: string): boolean {
  return address.includes('0'.repeat(16))
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
