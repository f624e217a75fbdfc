import {
  type ApproveOption,
  type SendProtectedOptions,
  type SendProtectedParams,
  sendProtected,
} from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Locks USDC for a recipient, who claims it with the code, as `sendProtected` of the SDK. */
export const sendProtectedMutationOptions: WriteBuilder<
  SendProtectedParams & Asked<SendProtectedOptions & ApproveOption>,
  Resolved<typeof sendProtected>
> = /* @__PURE__ */ write({
  name: 'sendProtected',
  touches: TRANSFERS,
  run: async (
    { clients, steps, checking },
    { checkOptions, skipRiskCheck, config, acknowledgement, allowVerifier, approve, timeoutMs, ...params },
  ) =>
    sendProtected(clients, params, {
      skipRiskCheck,
      config,
      acknowledgement,
      allowVerifier,
      approve,
      timeoutMs,
      checkOptions: await checking(checkOptions),
      ...steps,
    }),
})
