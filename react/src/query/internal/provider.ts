import { CachingDataProvider, type CheckOptions, type IDataProvider, payerProvider } from '@holdfast/sdk/risk'
import { checkingOf } from '../checkingOf.js'
import type { Holdfast } from '../createHoldfast.js'
import type { ReadContext } from './read.js'

/** The provider of histories on a chain, shared by all checks of an application. */
export function providerOf({
  holdfast,
  chainId,
  client,
}: Pick<ReadContext, 'holdfast' | 'chainId' | 'client'>): IDataProvider {
  const ofHoldfast = providers.get(holdfast) ?? new Map<number, IDataProvider>()
  providers.set(holdfast, ofHoldfast)
  const provider = ofHoldfast.get(chainId) ?? new CachingDataProvider(payerProvider([{ chainId, client }]))
  ofHoldfast.set(chainId, provider)
  return provider
}

/** Options that a check gets besides those of the application. */
export async function checkOptionsOf(context: ReadContext): Promise<CheckOptions> {
  const { client, signal, reader, holdfast } = context
  const { contractAddress } = reader
  return { ...(await checkingOf(holdfast)), client, signal, contractAddress, provider: providerOf(context) }
}

const providers = new WeakMap<Holdfast, Map<number, IDataProvider>>()
