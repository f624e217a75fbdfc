import { type Address, getAddress } from 'viem'
import { movementsOf, readTransferLogs, type TransferLog } from './internal/transferLogs.js'
import type { Movement } from './types.js'

/**
 * What a simulation of a plain payment says was moved: by the payer, and by those who got money in the same transaction. It is the payer's
 * money that they pass on, so the payer is the payer of all of it. What comes back is left out.
 *
 * @param logs - As for `decodeTransferLogs`. Each is read once, however many accounts pass money on.
 */
export function decodePassedOn(logs: unknown, from: Address, chainId: number): readonly Movement[] {
  const payer = getAddress(from)
  const own = from.toLowerCase()
  const byPayer = new Map<string, TransferLog[]>()
  for (const transfer of readTransferLogs(logs)) {
    const known = byPayer.get(transfer.payer)
    if (known) known.push(transfer)
    else byPayer.set(transfer.payer, [transfer])
  }
  const found: Movement[] = []
  const through = new Set([own])
  for (const account of through) {
    const paid = (byPayer.get(account) ?? []).filter(({ payee }) => payee !== own)
    for (const { payee } of paid) through.add(payee)
    // No verdict depends on more.
    if (found.length < maxMovements)
      found.push(...movementsOf(paid.slice(0, maxMovements), chainId).map((one) => ({ ...one, payer })))
  }
  return found
}

/** As many as are refused whatever they are. */
const maxMovements = 512
