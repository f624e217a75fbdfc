import { privatePayRouterAbi, protectedTransferAbi } from '@holdfast/contracts'
import { type Abi, decodeFunctionData, getAbiItem, type Hex, type TypedDataDefinition, toFunctionSelector } from 'viem'
import type { GatedCall } from '../../chain/transaction/walletGate.js'
import { usdcAbi } from '../../chain/usdc.js'
import { multicallAbi } from '../../shield/multicallAbi.js'
import { memoAbi } from '../../transfer/memo.js'
import type { PlannedCall, PlannedSignature, PlannedTransaction, PlanValue } from '../types.js'

/** Names of arguments and fields that are known only when the plan is carried out; `list.field` for a field of an argument. */
export type Sealed = readonly string[]

/** One prompt for calls, as a plan shows it. */
export function transactionStep(chainId: number, calls: readonly GatedCall[], sealed: Sealed): PlannedTransaction {
  const planned = calls.flatMap(plannedCalls)
  return {
    kind: 'transaction',
    chainId,
    calls: planned.map((call) => withoutSealed(call, sealed)),
    sealed: sealed.filter((name) => planned.some(({ args }) => (name.split('.')[0] ?? name) in args)),
  }
}

/** One prompt for a typed signature, as a plan shows it. */
export function signatureStep({ domain, primaryType, message }: TypedDataDefinition, sealed: Sealed): PlannedSignature {
  const shown = asPlanValue(message)
  return {
    kind: 'signature',
    domain: asPlanValue(domain),
    primaryType: String(primaryType),
    message: withoutFields(shown, sealed),
    sealed: sealed.filter((name) => hasField(shown, name)),
  }
}

/** Any value of a call or a signature in the form that JSON has of it. */
function asPlanValue(value: unknown): PlanValue {
  if (typeof value === 'bigint') return `${value}`
  if (Array.isArray(value)) return value.map(asPlanValue)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asPlanValue(inner)]))
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

/**
 * A call with its function and arguments by name; one through the Memo predeploy, or through the multicall that preserves the
 * caller, is shown as the calls that it makes.
 */
function plannedCalls({ to, data, abi = [] }: GatedCall): PlannedCall[] {
  for (const candidates of [abi, usdcAbi, protectedTransferAbi, privatePayRouterAbi, memoAbi, multicallAbi]) {
    const call = decode(candidates, data)
    if (call === undefined) continue
    const inner = innerCalls[call.functionName]?.(call.args)
    if (inner === undefined) return [{ to, ...call, through: null }]
    return inner.flatMap((one) => plannedCalls({ ...one, abi })).map((one) => ({ ...one, through: to }))
  }
  return [{ to, functionName: data.slice(0, 10), args: { data }, through: null }]
}

/** Functions that make other calls, and which. The arguments are as their ABIs have them. */
const innerCalls: Readonly<Record<string, (args: PlannedCall['args']) => GatedCall[]>> = {
  // Decoded by the ABI of the function.
  memo: ({ target, data }) => [{ to: target as Hex, data: data as Hex }],
  // Decoded by the ABI of the function.
  aggregate3: ({ calls }) =>
    (calls as readonly { target: Hex; callData: Hex }[]).map(({ target, callData }) => ({
      to: target,
      data: callData,
    })),
}

function decode(abi: Abi, data: Hex): Pick<PlannedCall, 'functionName' | 'args'> | undefined {
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi, data })
    const item = abi.find((one) => one.type === 'function' && toFunctionSelector(one) === data.slice(0, 10))
    // Only functions are looked up.
    const { inputs = [] } = (item ?? getAbiItem({ abi, name: functionName })) as {
      inputs?: readonly { name?: string }[]
    }
    return {
      functionName,
      args: Object.fromEntries(
        // A list, whatever is in it.
        (args as readonly unknown[]).map((value, index) => [inputs[index]?.name || `${index}`, asPlanValue(value)]),
      ),
    }
  } catch {
    // Not a function of this ABI.
    return undefined
  }
}

function withoutSealed(call: PlannedCall, sealed: Sealed): PlannedCall {
  // Only arguments themselves are sealed: a field inside of one has the name of another thing.
  const args = Object.entries(call.args)
    .filter(([name]) => !sealed.includes(name))
    .map(([name, value]) => {
      const fields = sealed.filter((one) => one.startsWith(`${name}.`)).map((one) => one.slice(name.length + 1))
      return [name, fields.length === 0 ? value : withoutFields(value, fields)]
    })
  return { ...call, args: Object.fromEntries(args) }
}

function withoutFields(value: PlanValue, names: Sealed): PlanValue {
  if (isList(value)) return value.map((one) => withoutFields(one, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !names.includes(name))
      .map(([name, inner]) => [name, withoutFields(inner, names)]),
  )
}

function hasField(value: PlanValue, name: string): boolean {
  if (isList(value)) return value.some((one) => hasField(one, name))
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([own, inner]) => own === name || hasField(inner, name))
}

/** `Array.isArray` does not narrow a read-only list. */
function isList(value: PlanValue): value is readonly PlanValue[] {
  return Array.isArray(value)
}
