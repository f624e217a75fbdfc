import { protectedTransferAbi } from '@holdfast/contracts'
import { type Abi, toFunctionSelector } from 'viem'
import { memoBookAbi } from '../../generated/MemoBook.js'
import { multicall3FromAbi } from '../../generated/Multicall3From.js'
import { nativeUsdcAbi } from '../../generated/NativeUsdc.js'
import { permit2Abi } from '../../generated/Permit2.js'
import type { LedgerTransaction } from '../ledger/types.js'

/** The called function's name where it is known, else its selector; null for a plain payment. */
export function methodOf({ transaction, to }: LedgerTransaction): string | null {
  const input = String(transaction.input)
  if (input.length < 10 || to === null) return null
  const selector = input.slice(0, 10)
  return names.get(selector) ?? selector
}

const known: readonly Abi[] = [nativeUsdcAbi, permit2Abi, memoBookAbi, multicall3FromAbi, protectedTransferAbi]

const names: ReadonlyMap<string, string> = new Map<string, string>(
  known.flatMap((abi) =>
    abi.flatMap((item) => (item.type === 'function' ? [[toFunctionSelector(item), item.name] as const] : [])),
  ),
)
