import type { WriteOptions } from '@holdfast/sdk/chain'
import { type announceArgsFor, announceStealthBox } from '@holdfast/sdk/stealth'
import type { Address } from 'viem'
import { BOXES } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Announces a box of a stealth owner, as `announceStealthBox` of the SDK. */
export const announceStealthBoxMutationOptions: WriteBuilder<
  { announcer: Address; announcement: announceArgsFor.ReturnType } & Asked<WriteOptions>,
  Resolved<typeof announceStealthBox>
> = /* @__PURE__ */ write({
  name: 'announceStealthBox',
  touches: BOXES,
  run: ({ clients, steps }, { announcer, announcement, ...options }) =>
    announceStealthBox(clients, announcer, announcement, { ...options, ...steps }),
})
