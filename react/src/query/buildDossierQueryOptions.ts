import { type BuildDossierOptions, buildDossier } from '@holdfast/sdk/risk'
import type { Address } from 'viem'
import { providerOf } from './internal/provider.js'
import { read } from './internal/read.js'
import type { Asked, ReadBuilder, Resolved } from './types.js'

/** Options of a query for facts about the target of a payment. */
export const buildDossierQueryOptions: ReadBuilder<
  { sender: Address; target: Address; usdcAddress: Address } & Asked<Pick<BuildDossierOptions, 'timeoutMs'>>,
  Resolved<typeof buildDossier>
> = /* @__PURE__ */ read({
  name: 'buildDossier',
  needs: ['sender', 'target', 'usdcAddress'],
  staleTime: 60_000,
  run: async (context, { sender, target, ...options }) => {
    const { client, signal, chainId, holdfast } = context
    const own = providerOf(context)
    const provider = holdfast.payerChains ? await holdfast.payerChains(own, [chainId]) : own
    return buildDossier({ sender, target }, { publicClient: client, provider, signal, ...options })
  },
})
