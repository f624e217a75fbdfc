import type { WriteOptions } from '@holdfast/sdk/chain'
import { cancelAuthorization, type SendAuthorization } from '@holdfast/sdk/transfer'
import type { Hex } from 'viem'
import { TRANSFERS } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Makes a signed authorization useless, as `cancelAuthorization` of the SDK. */
export const cancelAuthorizationMutationOptions: WriteBuilder<
  {
    authorization: Pick<SendAuthorization, 'configId' | 'to' | 'claimHash'> & { nonceSalt?: Hex | undefined }
  } & Asked<WriteOptions>,
  Resolved<typeof cancelAuthorization>
> = /* @__PURE__ */ write({
  name: 'cancelAuthorization',
  touches: TRANSFERS,
  run: ({ clients, steps }, { authorization, ...options }) =>
    cancelAuthorization(clients, authorization, { ...options, ...steps }),
})
