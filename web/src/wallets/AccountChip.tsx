import { type RefObject, useRef } from 'react'
import type { Address as AddressValue } from 'viem'
import { useDisconnect } from 'wagmi'
import { Address, ShortAddress } from '../parts/Address.js'
import { AddressWords } from '../parts/AddressWords.js'
import { CopyButton } from '../parts/CopyButton.js'
import { useWords } from '../words/useWords.js'
import type { Session } from './useSession.js'
import { WalletDialog } from './WalletDialog.js'

/** Account and chain, and whether that is a test network: on every screen. Pressed, it shows the whole address. */
export function AccountChip({ session }: { session: Session }) {
  const { words } = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const { mutate: disconnect } = useDisconnect()
  const { account } = session
  if (account !== undefined)
    return (
      <>
        <AccountChipView session={{ ...session, account }} onPress={() => dialog.current?.showModal()} />
        <AccountDialog dialog={dialog} account={account} onDisconnect={() => disconnect({})} />
      </>
    )
  return (
    <>
      <button type="button" className="button button-small" onClick={() => dialog.current?.showModal()}>
        {words.wallet.connect}
      </button>
      <WalletDialog dialog={dialog} />
    </>
  )
}

export function AccountChipView({
  session,
  onPress,
}: {
  session: Pick<Session, 'chainName' | 'isTestNetwork'> & { account: AddressValue }
  onPress: () => void
}) {
  const { words } = useWords()
  const { account, chainName, isTestNetwork } = session
  return (
    <button type="button" className="chip" aria-haspopup="dialog" onClick={onPress}>
      <span className="network">
        <strong>
          <ShortAddress value={account} />
        </strong>
        <span>
          <span translate="no">{chainName}</span>
          {isTestNetwork && ` · ${words.app.testNetwork}`}
        </span>
      </span>
    </button>
  )
}

function AccountDialog({
  dialog,
  account,
  onDisconnect,
}: {
  dialog: RefObject<HTMLDialogElement | null>
  account: AddressValue
  onDisconnect: () => void
}) {
  const { words } = useWords()
  return (
    <dialog className="dialog" ref={dialog} aria-labelledby="account-title">
      <div className="stack">
        <h2 id="account-title">{words.wallet.own}</h2>
        <Address value={account} />
        <AddressWords value={account} hint={words.address.wordsOwn} />
        <form method="dialog" className="actions">
          <CopyButton text={account} />
          <button type="button" className="button button-small" onClick={onDisconnect}>
            {words.wallet.disconnect}
          </button>
          <button type="submit" className="button button-small">
            {words.wallet.close}
          </button>
        </form>
      </div>
    </dialog>
  )
}
