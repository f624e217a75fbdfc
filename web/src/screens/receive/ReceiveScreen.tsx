import { Screen } from '../../app/Screen.js'
import type { Session } from '../../wallets/useSession.js'
import { WalletNotice } from '../../wallets/WalletNotice.js'
import { useReceiveWords } from '../../words/useReceiveWords.js'
import { ReceiveView } from './ReceiveView.js'

/** The address of the connected account. */
export function ReceiveScreen({ session }: { session: Session }) {
  const words = useReceiveWords()
  return (
    <Screen title={words.title} lead={words.lead}>
      <ReceiveView account={session.account}>
        <WalletNotice session={session} />
      </ReceiveView>
    </Screen>
  )
}
