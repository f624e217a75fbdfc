import { protectedTransferAbi } from '@holdfast/contracts'
import { type Abi, decodeFunctionData, getAbiItem, type Hex, type TypedDataDefinition, toFunctionSelector } from 'viem'
import type { GatedCall } from '../../chain/transaction/walletGate.js'
import { usdcAbi } from '../../chain/usdc.js'
import { memoAbi } from '../../transfer/memo.js'
import type { PlannedCall, PlannedSignature, PlannedTransaction, PlanValue } from '../types.js'

/** Names of arguments and fields that are known only when the plan is carried out. */
export type Sealed = readonly string[]

/** One prompt for calls, as a plan shows it. */
export function transactionStep(chainId: number, calls: readonly GatedCall[], sealed: Sealed): PlannedTransaction {
  return {
    kind: 'transaction',
    chainId,
    calls: calls.map((call) => withoutSealed(plannedCall(call), sealed)),
    sealed: sealed.filter((name) => calls.some((call) => name in plannedCall(call).args)),
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

/** A call with its function and arguments by name; one through the Memo predeploy is shown as the call that it makes. */
function plannedCall({ to, data, abi = [] }: GatedCall): PlannedCall {
  for (const candidates of [abi, usdcAbi, protectedTransferAbi, memoAbi]) {
    const call = decode(candidates, data)
    if (call === undefined) continue
    const { target, data: inner } = call.args
    if (call.functionName !== 'memo') return { to, ...call, through: null }
    // The two arguments of `memo` that name a call.
    return { ...plannedCall({ to: target as Hex, data: inner as Hex, abi }), through: to }
  }
  return { to, functionName: data.slice(0, 10), args: { data }, through: null }
}

function decode(abi: Abi, data: Hex): Pick<PlannedCall, 'functionName' | 'args'> | undefined {
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi, data })
    const item = abi.find((one) => one.type === 'function' && toFunctionSelector(one) === data.slice(0, 10))
    const { inputs = [] } = (item ?? getAbiItem({ abi, name: functionName })) as {
      inputs?: readonly { name?: string }[]
    }
    return {
      functionName,
      args: Object.fromEntries(
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
  return { ...call, args: Object.fromEntries(Object.entries(call.args).filter(([name]) => !sealed.includes(name))) }
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
