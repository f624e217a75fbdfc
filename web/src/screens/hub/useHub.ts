import { useHubBalance, useHubDeposits, useQuoteHubSpend, useReadHubWithdrawal } from '@holdfast/react'
import { BRIDGE_CHAINS, chainLabel, type Refusal } from '@holdfast/sdk/chain'
import { type HubBalance, type HubQuote, hubShortfall } from '@holdfast/sdk/hub'
import type { Address } from 'viem'
import { useOnline } from '../../app/useOnline.js'
import { useOpenRows } from '../../journal/useOpenRows.js'
import { useSent } from '../../journal/useSent.js'
import { readAmount } from '../../parts/readAmount.js'
import { useLast } from '../../parts/useLast.js'
import { readRecipient } from '../../payee/readRecipient.js'
import { useIssuer, useNetworks } from '../../plan/useNetworks.js'
import type { Waiting } from '../../words/Words.js'
import { useBalance } from '../send/useBalance.js'
import type { HubForm } from './HubView.js'

/** What the issuer and the chains say about a Hub balance and about what the form asks for. */
export function useHub(account: Address | undefined, form: HubForm) {
  // Where something is open, a person waits for it.
  const isOpen = useOpenRows()?.some(({ href }) => href === '#/hub') === true
  const refetchInterval = isOpen ? 3_000 : 10_000
  const { act, from, to } = form
  const { chainId } = BRIDGE_CHAINS[from]
  const isOnline = useOnline()
  const { hub: names } = useNetworks()
  const { hub: apiUrl } = useIssuer()
  const typed = readAmount(form.amount)
  const amount = typed.kind === 'amount' ? typed.amount : undefined
  const recipient = readRecipient(form.recipient, account)
  const balance = useHubBalance({ depositor: account, chains: names, apiUrl, query: { refetchInterval } })
  const deposits = useHubDeposits({ depositor: account, chains: names, apiUrl, query: { refetchInterval } })
  const withdrawal = useReadHubWithdrawal({
    chainId,
    chain: from,
    depositor: act === 'withdraw' ? account : undefined,
    // One that a wallet sent without saying so is mined after the form is back, and becomes payable while it is open.
    query: { refetchInterval },
  })
  const quoted = useQuoteHubSpend({
    from,
    to,
    amount: act === 'spend' ? amount : undefined,
    depositor: account,
    apiUrl,
    query: { staleTime: 30_000 },
  })
  const quote = quoted.data ?? undefined
  const last = useLast(quote)
  const refusal = act === 'spend' ? shortfallOf(balance.data ?? undefined, quote, form) : null
  // The issuer sends a spend, of any network.
  const sent = useSent({ operation: operations[act], account, chainId: act === 'spend' ? undefined : chainId })
  const waits = waitingOf()
  function waitingOf(): Waiting | undefined {
    if (!isOnline) return 'offline'
    if (account === undefined) return 'wallet'
    if (sent !== undefined) return 'open'
    if (amount === undefined) return 'amount'
    if (act !== 'spend') return undefined
    if (recipient.kind !== 'empty' && recipient.kind !== 'address') return 'recipient'
    if (refusal !== null) return 'refused'
    return quote === undefined ? 'quote' : undefined
  }
  return {
    names,
    apiUrl,
    amount,
    recipient,
    balance,
    deposits,
    withdrawal: withdrawal.data ?? undefined,
    wallet: useBalance(account, chainId),
    quoted,
    /** Of this amount, or while it is asked for of the amount before. */
    quote: amount === undefined || quoted.isError ? undefined : last,
    refusal,
    waits,
  }
}

/** What each act carries out. */
const operations = { spend: 'spendFromHub', deposit: 'depositToHub', withdraw: 'initiateHubWithdrawal' } as const

/** What the balance lacks for a spend, by the rule of the library; `null` where nothing is missing or nothing is known yet. */
function shortfallOf(balance: HubBalance | undefined, quote: HubQuote | undefined, { from }: HubForm): Refusal | null {
  if (balance === undefined || quote === undefined) return null
  const { byChain } = balance
  return hubShortfall({
    here: byChain[from] ?? 0n,
    byChain,
    from,
    fromLabel: chainLabel(from),
    committed: quote.total,
    labelOf: chainLabel,
  })
}
