import { parseConfig } from '../config/parseConfig.js'
import { clearForeignUse } from '../relay/foreignUse.js'
import { openStore } from '../store/openStore.js'
import type { Command } from './Command.js'

/** `clear-foreign-use`: lets relayer keys go on that a transaction of somebody else has stopped. */
export const clearForeignUseCommand: Command = async (env, argv) => {
  const store = await openStore({ store: parseConfig(env, argv).store })
  try {
    return { ok: true, report: { cleared: await clearForeignUse(store) } }
  } finally {
    await store.close()
  }
}
