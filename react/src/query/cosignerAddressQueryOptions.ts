import type { ServiceClient } from '@holdfast/sdk/service'
import { read } from './internal/read.js'
import { serviceOf } from './internal/service.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for what new boxes name as their co-signer. */
export const cosignerAddressQueryOptions: ReadBuilder<
  object,
  Resolved<ServiceClient['cosignerAddress']>
> = /* @__PURE__ */ read({
  name: 'cosignerAddress',
  needs: [],
  run: ({ holdfast, signal }) => serviceOf(holdfast).cosignerAddress({ signal }),
})
