import { createAudit } from '../audit/createAudit.js'
import { parseConfig } from '../config/parseConfig.js'
import { clearForeignUse } from '../sender/foreignUse.js'
import { openStore } from '../store/openStore.js'
import type { Command } from './Command.js'

/**
 * `clear-foreign-use`: lets relayer keys continue that were stopped by a transaction of another sender, and records
 * that.
 */
export const clearForeignUseCommand: Command = async (env, argv) => {
  const config = parseConfig(env, argv)
  const store = await openStore({ store: config.store })
  try {
    const cleared = await clearForeignUse(store)
    // A running service of this name on the same server notices that its chain has grown.
    if (cleared.length > 0)
      await createAudit({ config, store, now: Date.now }).append({ kind: 'config', body: { cleared } })
    return { ok: true, report: { cleared } }
  } finally {
    await store.close()
  }
}
