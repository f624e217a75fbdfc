import type { ReactNode } from 'react'
import type { Address as AddressValue } from 'viem'
import { Address } from '../../parts/Address.js'
import { AddressWords } from '../../parts/AddressWords.js'
import { CopyButton } from '../../parts/CopyButton.js'
import { Notice } from '../../parts/Notice.js'
import { Qr } from '../../parts/Qr.js'
import { useReceiveWords } from '../../words/useReceiveWords.js'
import { useWords } from '../../words/useWords.js'

/** The own address, whole, in every form in which a payer can be given it. */
export function ReceiveView({ account, children }: { account: AddressValue | undefined; children?: ReactNode }) {
  const { words: shared } = useWords()
  const words = useReceiveWords()
  return (
    <>
      {children}
      {account === undefined ? (
        <Notice title={words.noWallet.title}>
          <p>{words.noWallet.why}</p>
          <p>
            <a href="#/claim">{shared.app.claim}</a>
          </p>
        </Notice>
      ) : (
        <section className="card beside">
          <div className="stack">
            <h2>{words.address}</h2>
            <Address value={account} />
            <AddressWords value={account} hint={shared.address.wordsOwn} />
            <div className="actions">
              <CopyButton text={account} label={words.copy} isMain />
            </div>
          </div>
          <Qr text={account} label={words.qr} />
        </section>
      )}
      <section className="card stack">
        <h2>{words.ask.title}</h2>
        <p>{words.ask.why}</p>
        <div className="actions">
          <a className="button" href="#/ask">
            {words.ask.go}
          </a>
        </div>
      </section>
    </>
  )
}
