import type { Address as AddressValue } from 'viem'
import { Address } from '../../parts/Address.js'
import { AddressWords } from '../../parts/AddressWords.js'
import { CopyButton } from '../../parts/CopyButton.js'
import { Qr } from '../../parts/Qr.js'
import { useReceiveWords } from '../../words/useReceiveWords.js'
import { useWords } from '../../words/useWords.js'

/** A signed request, to be handed out. */
export type AskedProps = {
  payee: AddressValue
  amount: bigint
  reference: string
  /** `undefined` where the signature is too long for a link. */
  link: string | undefined
  onFile: () => void
  onAgain: () => void
}

/** A signed request with its link and its QR code. */
export function AskedView({ payee, amount, reference, link, onFile, onAgain }: AskedProps) {
  const { words: shared, format } = useWords()
  const { made: texts } = useReceiveWords()
  return (
    <>
      <section className="card beside">
        <div className="stack">
          {amount > 0n && (
            <p className="headline-amount" translate="no">
              {format.amount(amount)} <small>USDC</small>
            </p>
          )}
          {reference !== '' && <p translate="no">{reference}</p>}
          <Address value={payee} />
          <AddressWords value={payee} hint={shared.address.wordsOwn} />
          <div className="actions">
            {link === undefined ? (
              <button type="button" className="button button-main" onClick={onFile}>
                {texts.file}
              </button>
            ) : (
              <CopyButton text={link} label={texts.copy} isMain />
            )}
          </div>
          {link === undefined && <p>{texts.fileWhy}</p>}
        </div>
        {link !== undefined && <Qr text={link} label={texts.qr} />}
      </section>
      <p className="notice notice-warning">{texts.warning}</p>
      <p>
        <button type="button" className="link" onClick={onAgain}>
          {texts.again}
        </button>
      </p>
    </>
  )
}
