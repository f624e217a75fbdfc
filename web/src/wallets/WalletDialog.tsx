import { type RefObject, useState } from 'react'
import { type Connector, type CreateConnectorFn, injected, useConnect } from 'wagmi'
import { announce } from '../app/announce.js'
import { CopyButton } from '../parts/CopyButton.js'
import { useWords } from '../words/useWords.js'
import { useDevnet } from './DevnetContext.js'
import { useAnnouncedWallets } from './useAnnouncedWallets.js'

/** The wallets of this browser. There is no list of brands, and nothing is loaded from elsewhere. */
export function WalletDialog({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const { words } = useWords()
  const { wallets, isAsking } = useAnnouncedWallets()
  const { mutateAsync: connect } = useConnect()
  const [hasFailed, setFailed] = useState(false)
  const devnet = useDevnet()
  const choose = async (make: () => Promise<Connector | CreateConnectorFn> | Connector | CreateConnectorFn) => {
    setFailed(false)
    try {
      const { accounts } = await connect({ connector: await make() })
      announce(words.wallet.connected(accounts[0] ?? ''))
      dialog.current?.close()
    } catch {
      setFailed(true)
    }
  }
  // If a wallet has announced itself, the provider under the old name `ethereum` is not offered.
  const hasOldWallet = wallets.length === 0 && !isAsking && 'ethereum' in globalThis
  return (
    <dialog className="dialog" ref={dialog} aria-labelledby="wallets-title">
      <div className="stack">
        <h2 id="wallets-title">{words.wallet.title}</h2>
        <ul className="wallets">
          {wallets.map(({ id, name, icon, connector }) => (
            <li key={id}>
              <button type="button" onClick={() => choose(() => connector)}>
                {icon === undefined ? <span className="no-icon" /> : <img src={icon} alt="" />}
                <span translate="no">{name}</span>
              </button>
            </li>
          ))}
          {hasOldWallet && (
            <li>
              <button type="button" onClick={() => choose(() => injected())}>
                <span className="no-icon" />
                {words.wallet.browser}
              </button>
            </li>
          )}
          {__HOLDFAST_LOOPBACK__ && devnet !== null && (
            <li>
              <button type="button" onClick={() => choose(async () => (await import('./burner.js')).burner(devnet))}>
                <span className="no-icon" />
                <span>
                  {words.wallet.burner}
                  <small>{words.wallet.burnerWhy}</small>
                </span>
              </button>
            </li>
          )}
        </ul>
        {wallets.length === 0 && isAsking && <p className="quiet">{words.wallet.asking}</p>}
        {wallets.length === 0 && !isAsking && !hasOldWallet && devnet === null && (
          <div className="stack">
            <h3>{words.wallet.none.title}</h3>
            <p>{words.wallet.none.why}</p>
            <CopyButton text={location.href.split('#')[0] ?? ''} label={words.wallet.none.phone} />
          </div>
        )}
        {wallets.length > 0 && <p className="quiet">{words.wallet.claims}</p>}
        {hasFailed && (
          <p className="fault" role="alert">
            {words.wallet.failed}
          </p>
        )}
        <form method="dialog">
          <button type="submit" className="button button-small">
            {words.wallet.close}
          </button>
        </form>
      </div>
    </dialog>
  )
}
