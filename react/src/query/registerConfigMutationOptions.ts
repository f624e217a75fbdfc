import type { WriteOptions } from '@holdfast/sdk/chain'
import { type IntegratorConfig, registerConfig } from '@holdfast/sdk/transfer'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Registers terms, as `registerConfig` of the SDK. */
export const registerConfigMutationOptions: WriteBuilder<
  { terms: IntegratorConfig } & Asked<WriteOptions>,
  Resolved<typeof registerConfig>
> = /* @__PURE__ */ write({
  name: 'registerConfig',
  touches: ['getConfig', 'planOperation'],
  run: ({ clients, steps }, { terms, ...options }) => registerConfig(clients, terms, { ...options, ...steps }),
})
