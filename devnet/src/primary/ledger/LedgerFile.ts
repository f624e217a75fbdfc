import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { InternalTransfer, LedgerTransaction } from './types.js'

/**
 * The ledger on disk, one transaction per line: a restart needs it, since anvil's own state file does not contain
 * transactions.
 */
export class LedgerFile {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** Transactions up to a block. Later ones, which the chain has lost, are removed from the file. */
  read(head: number): LedgerTransaction[] {
    if (!existsSync(this.#path)) return []
    const lines = readFileSync(this.#path, 'utf8').split('\n')
    const all = lines.flatMap((line) => (line === '' ? [] : parseLine(line)))
    const kept = all.filter(({ blockNumber }) => blockNumber <= head)
    writeFileSync(this.#path, kept.map(formatLine).join(''))
    return kept
  }

  append(transactions: readonly LedgerTransaction[]) {
    if (transactions.length > 0) appendFileSync(this.#path, transactions.map(formatLine).join(''))
  }
}

function formatLine(transaction: LedgerTransaction): string {
  return `${JSON.stringify(transaction, (_, value) => (typeof value === 'bigint' ? value.toString() : value))}\n`
}

/** Returns nothing for a line that was cut off when the process ended; its block is read from the chain again. */
function parseLine(line: string): LedgerTransaction[] {
  try {
    const parsed = JSON.parse(line)
    const internal = parsed.internal.map((item: InternalTransfer) => ({ ...item, value: BigInt(item.value) }))
    return [{ ...parsed, value: BigInt(parsed.value), internal }]
  } catch {
    return []
  }
}
