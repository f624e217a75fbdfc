import { CachingDataProvider, type CheckOptions, type IDataProvider, payerProvider } from '@holdfast/sdk/risk'
import { checkingOf } from '../checkingOf.js'
import type { Holdfast } from '../createHoldfast.js'
import type { ReadContext } from './read.js'

/** The payers' histories of a chain: the checks of an application share what was read. */
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

/** What a check is given besides what the application asks. */
export async function checkOptionsOf(context: ReadContext): Promise<CheckOptions> {
  const { client, signal, reader, holdfast } = context
  const { contractAddress } = reader
  return { ...(await checkingOf(holdfast)), client, signal, contractAddress, provider: providerOf(context) }
}

const providers = new WeakMap<Holdfast, Map<number, IDataProvider>>()
