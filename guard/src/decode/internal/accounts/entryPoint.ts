import type { Address, Hex } from 'viem'
import { carrier, type Entry, harmless, type Known, type Walk } from '../entry/Entry.js'
import { readAbi } from '../entry/readAbi.js'
import { visitAll } from '../entry/visitAll.js'
import { visitExecutions } from './executions.js'

/** ERC-4337's entry point, and ERC-7710's manager of delegations. */
export function entryPointEntries(): Entry[] {
  return [
    ...[early, packed].flatMap((operation) => [
      carrier(`function handleOps(${operation}[] ops, address beneficiary)`, ([operations], call, walk) =>
        visitOperations(call, walk, operations),
      ),
      carrier(
        `function handleAggregatedOps((${operation}[] userOps, address aggregator, bytes signature)[] opsPerAggregator, address beneficiary)`,
        ([groups], call, walk) =>
          visitOperations(
            call,
            walk,
            // The parser loses its types at this depth.
            (groups as readonly { readonly userOps: readonly Operation[] }[]).flatMap(({ userOps }) => userOps),
          ),
      ),
    ]),
    harmless('function getNonce(address sender, uint192 key)'),
    carrier(
      'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)',
      ([contexts, modes, executions], call, walk) => {
        for (const [index, data] of executions.entries()) {
          const delegations = readDelegations(contexts[index] ?? '0x')
          // Newest first: the last delegation was given by the account that pays. Without any, the caller pays.
          const payer = delegations.at(-1)?.delegator ?? call.payer
          visitExecutions(call, walk, modes[index] ?? '0xaa', data, payer)
        }
        return undefined
      },
    ),
  ]
}

/** The fields of an operation that can move money. */
export type Operation = { readonly sender: Address; readonly callData: Hex; readonly initCode?: Hex | undefined }

/** What an account executes once its operation is validated. */
export function visitOperation(call: Known, walk: Walk, { sender, callData, initCode = '0x' }: Operation): undefined {
  // With this marker in place of a factory, the account is called with the rest. Code that sets up a new account moves no money.
  if (initCode.startsWith(delegating) && initCode.length > delegating.length)
    visitAll(call, walk, [{ to: sender, data: `0x${initCode.slice(delegating.length)}` }], sender)
  // `executeUserOp` gets the whole operation; by convention what follows the selector is the account's own call.
  const data: Hex = callData.startsWith(executeUserOp) ? `0x${callData.slice(10)}` : callData
  visitAll(call, walk, [{ to: sender, data }], sender)
}

function visitOperations(call: Known, walk: Walk, operations: readonly Operation[]): undefined {
  for (const [index, operation] of operations.entries())
    visitOperation({ ...call, path: [...call.path.slice(0, -1), `handleOps[${index}]`] }, walk, operation)
}

const early =
  '(address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature)' as const
const packed =
  '(address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)' as const
const executeUserOp = '0x8dd7712f'

/** In the place of a factory, since version 0.8 of the entry point. */
export const delegating = `0x7702${'0'.repeat(36)}`

/** Written out: with a tuple inside a tuple inside a tuple the parser loses its types. */
const delegationParameters = [
  {
    name: 'delegations',
    type: 'tuple[]',
    components: [
      { name: 'delegate', type: 'address' },
      { name: 'delegator', type: 'address' },
      { name: 'authority', type: 'bytes32' },
      {
        name: 'caveats',
        type: 'tuple[]',
        components: [
          { name: 'enforcer', type: 'address' },
          { name: 'terms', type: 'bytes' },
          { name: 'args', type: 'bytes' },
        ],
      },
      { name: 'salt', type: 'uint256' },
      { name: 'signature', type: 'bytes' },
    ],
  },
] as const

function readDelegations(context: Hex): readonly { readonly delegator: Address }[] {
  if (context === '0x') return []
  // The parameters say what is read.
  return readAbi(delegationParameters, context)[0] as readonly { readonly delegator: Address }[]
}
