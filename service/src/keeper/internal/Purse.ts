import { type ReadClient, viemChainFor } from '@holdfast/sdk/chain'
import { sql } from 'kysely'
import {
  type Account,
  createClient,
  custom,
  type Hash,
  type Hex,
  hexToBigInt,
  hexToNumber,
  keccak256,
  parseTransaction,
  type TransactionReceipt,
  type TransactionSerializableEIP1559,
} from 'viem'
import { toAccount } from 'viem/accounts'
import { getTransactionReceipt } from 'viem/actions'
import type { Signer } from '../../keys/Signer.js'
import type { Database } from '../../store/Database.js'
import type { Queries } from '../../store/Store.js'
import { KeeperFeeError, KeeperLimitError } from '../KeeperErrors.js'
import { type Desk, write } from './Desk.js'

type Row = Database['transactions']

/**
 * The keeper's key on one chain. Nothing is signed into the world before its bytes are stored and the most it can cost is
 * held against the limit of the day, in one transaction; and nothing new while something earlier is open. What happens to a
 * nonce is decided by the chain alone.
 */
export class Purse {
  readonly #desk: Desk
  readonly #signer: Signer
  readonly #limits: PurseLimits
  /** Why the last signature was withheld. */
  refusal: KeeperLimitError | KeeperFeeError | undefined

  constructor(desk: Desk, signer: Signer, limits: PurseLimits) {
    this.#desk = desk
    this.#signer = signer
    this.#limits = limits
  }

  /** Signs with the keeper's key within its limits, and offers to every endpoint. */
  get clients() {
    const { chain } = this.#desk
    this.refusal = undefined
    const account = toAccount({
      address: this.#signer.address,
      signTransaction: async (transaction) => this.#sign(transaction as TransactionSerializableEIP1559),
      signMessage: unsupported,
      signTypedData: unsupported,
    }) as Account
    const request = async ({ method, params }: { method: string; params?: unknown }) =>
      method === 'eth_sendRawTransaction'
        ? this.#offer((params as [Hex])[0])
        : chain.client.request({ method, params } as Parameters<ReadClient['request']>[0])
    const walletClient = createClient({
      account,
      chain: viemChainFor(chain.id),
      transport: custom({ request }, { retryCount: 0 }),
    })
    return { publicClient: chain.client, walletClient }
  }

  /** USDC base units. */
  async balance(): Promise<bigint> {
    const { chain } = this.#desk
    const params: [Hex, 'latest'] = [this.#signer.address, 'latest']
    return hexToBigInt(await chain.client.request({ method: 'eth_getBalance', params })) / WEI_PER_UNIT
  }

  /** Settles what was sent, by this process or an earlier one.
   * @returns Whether nothing is open any more. */
  async settle(): Promise<boolean> {
    const rows = await this.#openRows()
    if (rows.length === 0) return true
    const used = await this.#countUsed()
    for (const nonce of new Set(rows.map((row) => row.nonce))) {
      const attempts = rows.filter((row) => row.nonce === nonce)
      const mined = await this.#findReceipt(attempts, nonce < used)
      if (mined !== undefined) await this.#settleMined(attempts, mined)
      else if (nonce < used) await this.#settleForeign(attempts)
      else await this.#nudge(attempts.at(-1) as Row)
    }
    return (await this.#openRows()).length === 0
  }

  async #openRows(): Promise<Row[]> {
    const { store, chain } = this.#desk
    return store.db
      .selectFrom('transactions')
      .selectAll()
      .where('chain_id', '=', chain.id)
      .where('sender', '=', this.#sender)
      .where('state', 'in', ['prepared', 'broadcast'])
      .orderBy('nonce')
      .orderBy('created_at')
      .execute()
  }

  async #countUsed(): Promise<number> {
    const { chain } = this.#desk
    const params: [Hex, 'latest'] = [this.#signer.address, 'latest']
    return hexToNumber(await chain.client.request({ method: 'eth_getTransactionCount', params }))
  }

  async #findReceipt(attempts: readonly Row[], isUsed: boolean): Promise<TransactionReceipt | undefined> {
    const { chain } = this.#desk
    // One endpoint may be behind another.
    for (const { hash } of attempts)
      for (const client of isUsed ? [chain.client, ...chain.endpoints] : [chain.client]) {
        const receipt = await getTransactionReceipt(client, { hash: hash as Hash }).catch(() => undefined)
        if (receipt) return receipt
      }
    return undefined
  }

  async #settleMined(attempts: readonly Row[], receipt: TransactionReceipt): Promise<void> {
    const spent = toUnits(receipt.gasUsed * receipt.effectiveGasPrice)
    await write(this.#desk, async (tx) => {
      for (const row of attempts)
        if (row.hash === receipt.transactionHash) await this.#end(tx, row, spent, Number(receipt.blockNumber))
        else await this.#end(tx, row, 0n)
    })
    const { metrics, chain } = this.#desk
    metrics.count('keeper_spend_usdc_total', { chain: String(chain.id) }, Number(spent) / 1e6)
  }

  /** Receipts may be late, so it takes a while to believe that somebody else has used the nonce. */
  async #settleForeign(attempts: readonly Row[]): Promise<void> {
    const { now, log, chain } = this.#desk
    if (attempts.some(({ updated_at }) => now() - updated_at < LATE_RECEIPT_MS)) return
    log.error('somebody else sends with the keeper key', { chain: chain.id, nonce: attempts[0]?.nonce })
    // What it has cost is not known: the worst is assumed.
    await write(this.#desk, async (tx) => {
      for (const row of attempts) await this.#end(tx, row, costOf(row))
    })
  }

  /** Offers the same bytes again; after a while with higher fees. */
  async #nudge(row: Row): Promise<void> {
    const { now } = this.#desk
    if (row.raw === null) return
    if (now() - row.updated_at < BUMP_MS) {
      await this.#offer(row.raw as Hex).catch(() => undefined)
      return
    }
    const { to, data, nonce, gas } = parseTransaction(row.raw as Hex)
    const [maxFeePerGas, maxPriorityFeePerGas] = [bump(BigInt(row.max_fee_wei)), bump(BigInt(row.tip_wei))]
    try {
      const raised = { type: 'eip1559', chainId: row.chain_id, to: to ?? null, nonce: nonce ?? 0, gas } as const
      const fields = { ...raised, data, maxFeePerGas, maxPriorityFeePerGas } as TransactionSerializableEIP1559
      await this.#offer(await this.#sign(fields))
    } catch (error) {
      if (this.refusal === undefined) throw error
      await this.#offer(row.raw as Hex).catch(() => undefined)
    }
  }

  async #sign(transaction: TransactionSerializableEIP1559): Promise<Hex> {
    const { now } = this.#desk
    const { gas = 0n, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n, nonce = 0 } = transaction
    this.refusal = undefined
    if (maxFeePerGas > this.#limits.maxFeePerGas) {
      this.refusal = new KeeperFeeError(this.#limits.maxFeePerGas)
      throw this.refusal
    }
    const raw = await this.#signer.signTransaction(transaction)
    const row: Row = {
      hash: keccak256(raw),
      chain_id: this.#desk.chain.id,
      sender: this.#sender,
      nonce,
      operation_id: null,
      raw,
      gas: Number(gas),
      max_fee_wei: String(maxFeePerGas),
      tip_wei: String(maxPriorityFeePerGas),
      state: 'prepared',
      block_number: null,
      created_at: now(),
      updated_at: now(),
    }
    await write(this.#desk, async (tx) => {
      await this.#hold(tx, row)
      // The same bytes may have been refused before.
      const stored = await tx
        .insertInto('transactions')
        .values(row)
        .onConflict((conflict) => conflict.column('hash').doUpdateSet(row).where('transactions.state', '=', 'dead'))
        .returning('hash')
        .executeTakeFirst()
      if (!stored) throw new Error('These bytes are settled already.')
    })
    return raw
  }

  /** @throws {@link KeeperLimitError} */
  async #hold(tx: Queries, row: Row): Promise<void> {
    const { dailyLimit } = this.#limits
    const cost = costOf(row)
    const held =
      cost <= dailyLimit &&
      (await tx
        .insertInto('spending')
        .values({ day: dayOf(row), scope: this.#scope, spent: 0, held: Number(cost) })
        .onConflict((conflict) =>
          conflict
            .columns(['day', 'scope'])
            .doUpdateSet((eb) => ({ held: eb('spending.held', '+', Number(cost)) }))
            .where(sql<boolean>`spending.spent + spending.held <= ${Number(dailyLimit - cost)}`),
        )
        .returning('held')
        .executeTakeFirst())
    if (held) return
    this.refusal = new KeeperLimitError(cost, dailyLimit)
    throw this.refusal
  }

  /** Twice is once. */
  async #end(tx: Queries, row: Row, spent: bigint, blockNumber?: number): Promise<void> {
    const ended = await tx
      .updateTable('transactions')
      .set({
        state: blockNumber === undefined ? 'dead' : 'mined',
        raw: null,
        block_number: blockNumber ?? null,
        updated_at: this.#desk.now(),
      })
      .where('hash', '=', row.hash)
      .where('state', 'in', ['prepared', 'broadcast'])
      .returning('hash')
      .executeTakeFirst()
    if (!ended) return
    await tx
      .updateTable('spending')
      .set((eb) => ({ held: eb('held', '-', Number(costOf(row))), spent: eb('spent', '+', Number(spent)) }))
      .where('day', '=', dayOf(row))
      .where('scope', '=', this.#scope)
      .execute()
  }

  async #offer(raw: Hex): Promise<Hash> {
    const hash = keccak256(raw)
    const answers = await this.#desk.chain.broadcast(raw, {})
    if (answers.some((answer) => answer === 'accepted' || answer === 'already_known')) return hash
    if (answers.some((answer) => answer !== 'refused'))
      // Somebody may have it: the chain will tell.
      throw Object.assign(new Error('No endpoint has said that it took the transaction.'), { name: 'TimeoutError' })
    const row = (await this.#openRows()).find((row) => row.hash === hash)
    if (row) await write(this.#desk, (tx) => this.#end(tx, row, 0n))
    throw new Error('Every endpoint has refused the transaction.')
  }

  get #sender(): string {
    return this.#signer.address.toLowerCase()
  }

  get #scope(): string {
    return `keeper:${this.#desk.chain.id}`
  }
}

/** What the keeper may spend. */
export type PurseLimits = {
  /** USDC base units, gas of one chain. */
  dailyLimit: bigint
  /** Native wei. */
  maxFeePerGas: bigint
}

const WEI_PER_UNIT = 10n ** 12n
const LATE_RECEIPT_MS = 60_000
const BUMP_MS = 20_000

const toUnits = (wei: bigint) => (wei + WEI_PER_UNIT - 1n) / WEI_PER_UNIT
const costOf = ({ gas, max_fee_wei }: Row) => toUnits(BigInt(gas) * BigInt(max_fee_wei))
const dayOf = ({ created_at }: Row) => Math.floor(created_at / 86_400_000)
/** Pools ask for a tenth more. */
const bump = (fee: bigint) => (fee * 5n) / 4n + 1n

function unsupported(): Promise<never> {
  throw new Error('The keeper signs transactions only.')
}
