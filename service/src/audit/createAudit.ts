import { StoreUnavailableError } from '../store/StoreErrors.js'
import type { Audit, AuditEvent, AuditWriter } from './Audit.js'
import { canonicalJson } from './canonicalJson.js'
import { AuditChain } from './internal/AuditChain.js'
import type { Entry } from './internal/Entry.js'

/**
 * Opens the audit chain of this instance. Open it once per process: it alone tracks the end of the chain. Events that
 * arrive while a transaction is being committed share the next one.
 *
 * @example
 * const audit = createAudit(parts)
 * await audit.append({ kind: 'config', body: { started: true } })
 */
export function createAudit(parts: createAudit.Parts): Audit {
  const chain = new AuditChain(parts)
  const queue: Entry[] = []
  let isRunning = false

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      await settle(chain, queue.splice(0, groupSize(queue)))
    }
    isRunning = false
  }

  function add(event: AuditEvent, along?: Entry['along'], isAlone = false): Promise<unknown> {
    const body = canonicalJson(event.body)
    return new Promise((resolve, reject) => {
      queue.push({ kind: event.kind, body, along, isAlone, resolve, reject })
      if (isRunning) return
      isRunning = true
      setImmediate(drain)
    })
  }

  return {
    append: async (event) => {
      await add(event)
    },
    appendWith: async <value, result>(
      event: AuditEvent,
      writer: AuditWriter<value, result>,
      value: value,
      { alone }: { alone?: boolean | undefined } = {},
    ) =>
      // The caller passed both the writer and the value, so the result has that writer's type.
      (await add(event, { writer: writer as AuditWriter<unknown, unknown>, value }, alone)) as result,
  }
}

export declare namespace createAudit {
  type Parts = AuditChain.Parts
}

/** Each row has seven values, and databases accept 32,766 values in a statement. */
const maxGroup = 500

/** How many entries are written together: those before the first that needs a transaction of its own. */
function groupSize(queue: readonly Entry[]): number {
  const lone = queue.findIndex(({ isAlone }) => isAlone)
  return lone === -1 ? maxGroup : Math.min(Math.max(lone, 1), maxGroup)
}

async function settle(chain: AuditChain, entries: readonly Entry[]): Promise<void> {
  try {
    const results = await chain.append(entries)
    for (const [index, entry] of entries.entries()) entry.resolve(results[index])
  } catch (error) {
    // An error caused by one entry must not fail the others.
    if (entries.length === 1 || error instanceof StoreUnavailableError) for (const entry of entries) entry.reject(error)
    else for (const entry of entries) await settle(chain, [entry])
  }
}
