import { ServiceError } from '@holdfast/sdk/errors'
import type { Refusal } from '../audit/Refusal.js'
import type { ServiceParts } from '../ServiceParts.js'
import { StoreUnavailableError } from '../store/StoreErrors.js'
import { elapsed as sinceStart } from '../telemetry/elapsed.js'
import type { Admission, AdmissionRequest, AdmissionResult, Operation } from './Admission.js'
import { admitBatch, type Rules } from './internal/admitBatch.js'
import { createBatcher } from './internal/batcher.js'
import { type EndRecord, endOperation, MONEY_REFUSALS } from './internal/endOperation.js'
import { LedgerMovedError } from './internal/ledger.js'
import { createWaiters } from './internal/waiters.js'
import { type OperationRow, toOperation } from './operationRow.js'
import { purgeReplays } from './purgeReplays.js'

/**
 * Admission on a store. Requests that arrive while a transaction is being committed share the next one, so many
 * requests share the cost of a commit; each is still decided by itself, in the order of arrival.
 *
 * Signatures that have expired are deleted along the way, once a minute.
 */
export function createAdmission(parts: createAdmission.Parts): Admission {
  const { store, config, now, elapsed = sinceStart, log, relayerBalance, record, onRefused } = parts
  const rules = { store, limits: config.limits, money: config.money, relayerBalance }

  const decide = (requests: readonly AdmissionRequest[]) =>
    store.transaction((tx) => admitBatch(tx, requests, rules, now()), { isolation: 'read committed' })

  const batcher = createBatcher<AdmissionRequest, AdmissionResult>({
    maxSize: maxBatch,
    run: (requests) => insisting(() => decide(requests)),
    // An unavailable store fails every request of the batch; any other error fails only the request that caused it.
    shared: (error) => error instanceof StoreUnavailableError,
  })

  const waiters = createWaiters({ store, pollMs: 250 })

  let purgedAt = elapsed()
  const purge = () => {
    if (elapsed() - purgedAt < minuteMs) return
    purgedAt = elapsed()
    // Tried again in the next minute.
    purgeReplays(store, now()).catch(() => log.debug('purging failed and is tried again later'))
  }

  function find(id: string): Promise<OperationRow | undefined> {
    return store.db.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirst()
  }

  async function get(id: string): Promise<Operation> {
    const row = await find(id)
    if (!row) throw new OperationNotFoundError(id)
    return toOperation(row)
  }

  function refused(reason: string, { kind, chainId }: Pick<Operation, 'kind' | 'chainId'>): void {
    onRefused?.({ reason, kind, chainId })
  }

  return {
    async admit(request) {
      assertPart(request)
      if (request.also) assertPart(request.also)
      const result = await batcher.add(request)
      purge()
      if ('refused' in result && MONEY_REFUSALS.has(result.refused)) refused(result.refused, request.operation)
      return result
    },
    async find(key) {
      const row = await store.db
        .selectFrom('operations')
        .selectAll()
        .where('key', '=', key)
        .where('current', '=', 1)
        .executeTakeFirst()
      return row && toOperation(row)
    },
    get,
    async settle(id, settlement) {
      const row = await endOperation({ store, now, record, find, refused }, id, settlement)
      if (row === 'unknown') throw new OperationNotFoundError(id)
      if (row !== 'settled before') waiters.notify(toOperation(row))
    },
    async wait(id, { waitMs, signal }) {
      const waiting = waiters.wait(id, { waitMs, signal })
      // Read after listening began, so an outcome in between is not missed. A store outage is not an outcome: keep
      // waiting.
      const known = await get(id).catch((error: unknown) => {
        if (error instanceof StoreUnavailableError) return undefined
        waiting.stop()
        throw error
      })
      if (known?.outcome !== undefined) {
        waiting.stop()
        return known
      }
      const ended = await waiting.outcome
      return ended ?? get(id).catch((error: unknown) => known ?? Promise.reject(error))
    },
  }
}

export declare namespace createAdmission {
  type Parts = Pick<ServiceParts, 'store' | 'log' | 'now' | 'elapsed'> & {
    config: Pick<Rules, 'limits' | 'money'>
    relayerBalance?: Rules['relayerBalance']
    /** Records the end of an operation in the audit, in the transaction that ends it. */
    record?: EndRecord | undefined
    /** Called when an operation is refused for a limit, or because the relayer has too little money. */
    onRefused?: ((refusal: Refusal) => void) | undefined
  }

  type ErrorType = StoreUnavailableError | OperationNotFoundError
}

/** No operation has this id: it never existed, or ended more than 30 days ago. */
export class OperationNotFoundError extends ServiceError {
  override name = 'OperationNotFoundError' as const

  constructor(id: string) {
    super(`There is no operation ${id}.`, {
      code: 'operation_not_found',
      effect: 'none',
      retry: 'no',
      advice: { do: 'correct_input', parameter: 'id' },
    })
  }
}

/** Bounds how long one transaction delays other requests. */
const maxBatch = 256
const minuteMs = 60_000

/** Decides again when the ledger changed between reading and writing it. */
async function insisting<result>(work: () => Promise<result>): Promise<result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof LedgerMovedError)) throw error
      if (attempt === 5) throw new StoreUnavailableError({ cause: error })
    }
  }
}

function assertPart({ units, hold }: { units: number; hold: bigint }): void {
  if (!Number.isSafeInteger(units) || units < 0) throw new RangeError(`An operation cannot cost ${units} units.`)
  if (hold < 0n || hold > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`An operation cannot hold ${hold}.`)
}
