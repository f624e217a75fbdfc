import { type Address, getAddress, type Hex } from 'viem'
import { primaryAddresses, WEI_PER_UNIT } from '../facts.js'
import type { Ledger } from '../ledger/Ledger.js'
import { TRANSFER_TOPIC } from '../ledger/traceLogs.js'
import type { LedgerLog, LedgerTransaction } from '../ledger/types.js'

/** A token movement as the explorer stores it. */
export type TokenTransfer = {
  transaction: LedgerTransaction
  log: LedgerLog
  token: Address
  from: Address
  to: Address
  kind: { type: 'ERC-20'; value: bigint } | { type: 'ERC-721'; tokenId: bigint }
}

/**
 * The explorer's data, per address. It reads new entries of the ledger before each answer.
 *
 * As on the primary chain's explorer, USDC movements come from the system's records, cut to 6 decimals, and the token's
 * own `Transfer` logs are ignored: transfers of zero and transfers to oneself are not in the list.
 */
export class ExplorerIndex {
  readonly #ledger: Ledger
  readonly #transactions = new Map<string, LedgerTransaction[]>()
  readonly #transfers = new Map<string, TokenTransfer[]>()
  readonly #creations = new Map<string, LedgerTransaction>()
  /** How many transactions of the ledger are indexed. */
  #read = 0

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  /** Transactions that an address signed, received or was created by, oldest first. */
  transactionsOf(address: string): readonly LedgerTransaction[] {
    this.#catchUp()
    return this.#transactions.get(address.toLowerCase()) ?? []
  }

  /** Token movements from, to or of an address, oldest first. */
  transfersOf(address: string): readonly TokenTransfer[] {
    this.#catchUp()
    return this.#transfers.get(address.toLowerCase()) ?? []
  }

  transfersIn(transaction: LedgerTransaction): TokenTransfer[] {
    return transaction.logs.flatMap((log) => readTransfer(transaction, log) ?? [])
  }

  creationOf(address: string): LedgerTransaction | undefined {
    this.#catchUp()
    return this.#creations.get(address.toLowerCase())
  }

  #catchUp() {
    const { transactions } = this.#ledger
    for (; this.#read < transactions.length; this.#read++) {
      const transaction = transactions[this.#read]
      if (transaction === undefined) return
      const { from, to, contractAddress } = transaction
      add(this.#transactions, [from, to, contractAddress], transaction)
      for (const transfer of this.transfersIn(transaction))
        add(this.#transfers, [transfer.from, transfer.to, transfer.token], transfer)
      for (const address of transaction.created) this.#creations.set(address.toLowerCase(), transaction)
    }
  }
}

function add<item>(lists: Map<string, item[]>, addresses: readonly (string | null)[], item: item) {
  for (const address of new Set(addresses.map((address) => address?.toLowerCase()))) {
    if (address === undefined) continue
    const list = lists.get(address)
    if (list === undefined) lists.set(address, [item])
    else list.push(item)
  }
}

function readTransfer(transaction: LedgerTransaction, log: LedgerLog): TokenTransfer | undefined {
  const [topic0, topic1, topic2, topic3] = log.topics
  if (topic0 !== TRANSFER_TOPIC || topic1 === undefined || topic2 === undefined) return undefined
  if (log.address === primaryAddresses.usdc) return undefined
  const parties = { transaction, log, from: addressOf(topic1), to: addressOf(topic2) }
  if (log.address.toLowerCase() === primaryAddresses.systemEmitter.toLowerCase())
    return {
      ...parties,
      token: primaryAddresses.usdc,
      kind: { type: 'ERC-20', value: BigInt(log.data) / WEI_PER_UNIT },
    }
  if (topic3 !== undefined)
    return { ...parties, token: log.address, kind: { type: 'ERC-721', tokenId: BigInt(topic3) } }
  if (log.data.length !== 66) return undefined
  return { ...parties, token: log.address, kind: { type: 'ERC-20', value: BigInt(log.data) } }
}

/** Addresses by topic: checksums are slow to compute, and the same parties appear again and again. */
const checksummed = new Map<Hex, Address>()

function addressOf(topic: Hex): Address {
  const known = checksummed.get(topic)
  if (known !== undefined) return known
  const address = getAddress(`0x${topic.slice(26)}`)
  checksummed.set(topic, address)
  return address
}
