import type { Database } from './openDatabase.js'

/**
 * Asks the browser to keep what is stored, once a row is there: else it may delete it where space is short. Some browsers ask the
 * person, who would not know why before.
 *
 * @param storage - `undefined` outside a secure context.
 */
export function keepForGood(database: Database, storage: Pick<StorageManager, 'persist'> | undefined): Database {
  let isAsked = false
  return {
    ...database,
    async put(...row) {
      await database.put(...row)
      if (isAsked) return
      isAsked = true
      // Whatever it answers, the row is there.
      void storage?.persist().catch(() => {})
    },
  }
}
