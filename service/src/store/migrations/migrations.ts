import type { Migration } from 'kysely/migration'
import { admission } from './0001_admission.js'
import { relay } from './0002_relay.js'
import { cosign } from './0003_cosign.js'
import { events } from './0004_events.js'
import { opinion } from './0005_opinion.js'
import { keeper } from './0006_keeper.js'
import { stop } from './0007_stop.js'
import { retention } from './0008_retention.js'
import { prunes } from './0009_prunes.js'

/**
 * In the order of their names; a released migration never changes, a change is a new one. There are no down migrations:
 * restore a backup instead.
 *
 * Portable between engines: `bigint` for every number, `text` for everything else.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_admission': admission,
  '0002_relay': relay,
  '0003_cosign': cosign,
  '0004_events': events,
  '0005_opinion': opinion,
  '0006_keeper': keeper,
  '0007_stop': stop,
  '0008_retention': retention,
  '0009_prunes': prunes,
}
