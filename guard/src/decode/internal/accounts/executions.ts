import { type Address, type Hex, parseAbiParameters } from 'viem'
import type { Known, Walk } from '../entry/Entry.js'
import { MalformedAbi, readAbi } from '../entry/readAbi.js'
import { type Inner, visitAll } from '../entry/visitAll.js'
import { isSafeLibrary } from './safeLibraries.js'

/**
 * Reads executions as ERC-7579 and ERC-7821 encode them: one packed, or a batch.
 *
 * @param payer - The account that executes them.
 */
export function visitExecutions(call: Known, walk: Walk, mode: Hex, data: Hex, payer: Address): undefined {
  const kind = mode.slice(2, 4)
  // A static call moves nothing.
  if (kind === 'fe') return
  if (kind === '01') {
    if (mode.slice(14, 22) === batchOfBatches)
      for (const one of readFirst<readonly Hex[]>(batchesParameters, data)) visitBatch(call, walk, one, payer)
    else visitBatch(call, walk, data, payer)
  } else if (kind === '00') {
    if (data.length < 2 + 104) throw new MalformedAbi()
    const value = BigInt(`0x${data.slice(42, 106)}`)
    visitAll(call, walk, [{ to: addressAt(data), value, data: `0x${data.slice(106)}` }], payer)
  } else if (kind === 'ff') {
    if (data.length < 42) throw new MalformedAbi()
    visitDelegated(call, walk, { to: addressAt(data), data: `0x${data.slice(42)}` }, payer)
  } else walk.refuse('unread_delegatecall', 'An account would execute a call of an unknown kind.', call.path)
}

/** A delegatecall: the code can do anything with the account. Only Safe's own libraries are known to do what their calldata says. */
export function visitDelegated(
  call: Known,
  walk: Walk,
  inner: { readonly to: Address; readonly data: Hex },
  payer: Address,
): undefined {
  if (!isSafeLibrary(inner.to))
    walk.refuse('unread_delegatecall', `Code of ${inner.to} would run as the account ${payer} itself.`, call.path)
  visitAll(call, walk, [inner], payer)
}

function visitBatch(call: Known, walk: Walk, data: Hex, payer: Address): void {
  const calls = readFirst<readonly Execution[]>(batchParameters, data)
  // ERC-7821 reads the zero address as the account itself; for ERC-7579 a value sent there is lost.
  const meant = calls.flatMap((one): Inner[] =>
    /^0x0{40}$/.test(one.to)
      ? [
          { to: one.to, value: one.value, data: '0x' as const },
          { to: payer, data: one.data },
        ]
      : [one],
  )
  visitAll(call, walk, meant, payer)
}

type Execution = { readonly to: Address; readonly value: bigint; readonly data: Hex }

const batchParameters = /* @__PURE__ */ parseAbiParameters('(address to, uint256 value, bytes data)[] calls')
const batchesParameters = /* @__PURE__ */ parseAbiParameters('bytes[] batches')
/** Mode of ERC-7821 for several batches. */
const batchOfBatches = '78210002'

function readFirst<value>(parameters: Parameters<typeof readAbi>[0], data: Hex): value {
  // `parameters` determine the type.
  return readAbi(parameters, data)[0] as value
}

function addressAt(data: Hex): Address {
  return `0x${data.slice(2, 42)}`
}
