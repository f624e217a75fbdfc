import { type SendProtectedOptions, type SendProtectedParams, sendProtectedWithPermit } from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Locks USDC by a permit signature, as `sendProtectedWithPermit` of the SDK. */
export const sendProtectedWithPermitMutationOptions: WriteBuilder<
  SendProtectedParams & Asked<SendProtectedOptions>,
  Resolved<typeof sendProtectedWithPermit>
> = /* @__PURE__ */ write({
  name: 'sendProtectedWithPermit',
  touches: TRANSFERS,
  run: async (
    { clients, steps, checking },
    { checkOptions, skipRiskCheck, config, acknowledgement, allowVerifier, timeoutMs, ...params },
  ) =>
    sendProtectedWithPermit(clients, params, {
      skipRiskCheck,
      config,
      acknowledgement,
      allowVerifier,
      timeoutMs,
      checkOptions: await checking(checkOptions),
      ...steps,
    }),
})
