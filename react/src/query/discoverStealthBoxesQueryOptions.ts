import { discoverStealthBoxes, type ViewingKeys } from '@holdfast/sdk/stealth'
import type { Address } from 'viem'
import { read } from './internal/read.js'
import type { ReadBuilder, Resolved } from './types.js'

/**
 * Options of a query for the boxes that were announced to stealth keys. Pass the same object of keys each time: the
 * key of the query knows it by identity alone.
 */
export const discoverStealthBoxesQueryOptions: ReadBuilder<
  { announcer: Address; keys: ViewingKeys } & Pick<
    discoverStealthBoxes.Options,
    'fromBlock' | 'workers' | 'index' | 'factories' | 'records'
  >,
  Resolved<typeof discoverStealthBoxes>
> = /* @__PURE__ */ read({
  name: 'discoverStealthBoxes',
  needs: ['announcer', 'keys'],
  hidden: ['keys'],
  run: ({ client, signal }, { announcer, keys, ...options }) =>
    discoverStealthBoxes(client, announcer, keys, { ...options, signal }),
})
