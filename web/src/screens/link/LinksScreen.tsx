import { useJournal, useListPaymentLinks } from '@holdfast/react'
import { formatPaymentLink } from '@holdfast/sdk/links'
import { Screen } from '../../app/Screen.js'
import { linkHere } from '../../parts/linkHere.js'
import { ReadFault } from '../../parts/ReadFault.js'
import type { Session } from '../../wallets/useSession.js'
import { WalletNotice } from '../../wallets/WalletNotice.js'
import { useLinkWords } from '../../words/useLinkWords.js'
import { keptPaymentOf } from '../send/keptPayment.js'
import { Unfinished } from '../send/Unfinished.js'
import { LinksView } from './LinksView.js'

/** The payment links that the connected account has sent. */
export function LinksScreen({ session }: { session: Session }) {
  const { list } = useLinkWords()
  const { account, chainId } = session
  const rows = useJournal()
  const entries = rows.data?.flatMap((row) => {
    const kept = keptPaymentOf(row)
    return kept?.isLink && kept.chainId === chainId ? [kept.entry] : []
  })
  const read = useListPaymentLinks({
    chainId,
    sender: account,
    entries,
    // Its answer has secrets.
    query: { enabled: entries !== undefined, gcTime: 0, refetchInterval: 10_000 },
  })
  return (
    <Screen title={list.title} lead={list.lead}>
      <Unfinished account={account} />
      <WalletNotice session={session} />
      <ReadFault read={rows.error === null ? read : rows} />
      {((rows.error === null && read.error === null) || read.data !== undefined) && (
        <LinksView
          isConnected={account !== undefined}
          chainId={chainId}
          links={read.data ?? undefined}
          textOf={(id) => {
            const link = read.data?.find(({ transferId }) => transferId === id)?.link
            return link && linkHere(formatPaymentLink(link, location.origin))
          }}
        />
      )}
    </Screen>
  )
}
