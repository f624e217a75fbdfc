import { useSwitchChain } from 'wagmi'
import { Notice } from '../parts/Notice.js'
import { useWords } from '../words/useWords.js'
import type { Session } from './useSession.js'

/** Says where the wallet is, when it is not where the page is, and offers to change that. */
export function WalletNotice({ session }: { session: Session }) {
  const { mutate: switchChain } = useSwitchChain()
  return <WalletNoticeView session={session} onSwitch={() => switchChain({ chainId: session.chainId })} />
}

export function WalletNoticeView({
  session,
  onSwitch,
}: {
  session: Pick<Session, 'isStray' | 'strayName' | 'chainName' | 'hasContract'>
  onSwitch: () => void
}) {
  const { words } = useWords()
  const { isStray, strayName, chainName, hasContract } = session
  if (isStray)
    return (
      <Notice kind="warning" title={words.wallet.wrongNetwork(strayName)}>
        <div>
          <button type="button" className="button button-small" onClick={onSwitch}>
            {words.wallet.switchTo(chainName)}
          </button>
        </div>
      </Notice>
    )
  return hasContract ? null : <Notice kind="warning" title={words.wallet.noContract(chainName)} />
}
