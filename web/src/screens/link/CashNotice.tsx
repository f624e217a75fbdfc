import { Notice } from '../../parts/Notice.js'
import { useLinkWords } from '../../words/useLinkWords.js'

/** Said wherever a payment link is made, copied or opened: it is money, and looks like no claim link. */
export function CashNotice({ isReleased, isPayee }: { isReleased: boolean; isPayee?: boolean }) {
  const { cash } = useLinkWords()
  return (
    <Notice kind="amber" title={cash.title}>
      <p>{isReleased ? (isPayee === true ? cash.releasedTo : cash.released) : cash.why}</p>
    </Notice>
  )
}
