import { type IDataProvider, type PairDecision, type PaymentChain, payerProvider } from '@holdfast/sdk'
import { deployedChainIds } from '@holdfast/sdk/chain'
import type { Address } from 'viem'
import type { Input } from '../command/Command.js'
import type { Context } from '../command/Context.js'
import { readAddresses } from '../input/readAddress.js'
import type { Settings } from '../settings/settings.js'
import { openContacts } from './openContacts.js'
import { openDecisions } from './openDecisions.js'
import type { firewallOptions } from './passReport.js'

/**
 * What this user adds to a check of a payer's payments: contacts, decisions about pairs, and the payer's history on all
 * chains that have an endpoint or an explorer of their own in the settings.
 *
 * @param chains - Those that the payment touches.
 */
export function payerOptions(
  context: Pick<Context, 'settings' | 'settingsFile' | 'pathOf' | 'signal'>,
  { options }: Pick<Input<typeof firewallOptions>, 'options'>,
  payer: Address,
  chains: readonly PaymentChain[],
): PayerOptions {
  const { settings, signal } = context
  const { contacts, importedContacts } = openContacts(context).references()
  return {
    contacts: [...contacts, ...readAddresses('--contact', options.contact)],
    importedContacts,
    pairs: openDecisions(context).of(payer),
    provider: payerProvider(chains, chainsOfSettings(settings)),
    signal,
  }
}

/** For `CheckOptions`. */
export type PayerOptions = {
  contacts: readonly Address[]
  /** Of another person's list, not confirmed. */
  importedContacts: readonly Address[]
  pairs: readonly PairDecision[]
  provider: IDataProvider
  signal: AbortSignal
}

/** The chains that have an endpoint or an explorer of their own in the settings: where this user pays. */
export function chainsOfSettings(settings: Settings): PaymentChain[] {
  return deployedChainIds()
    .filter((id) => settings[`rpc.${id}`] !== undefined || settings[`explorer.${id}`] !== undefined)
    .map((chainId) => ({ chainId }))
}
