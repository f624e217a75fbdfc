import { useEffect } from 'react'
import { announce } from '../app/announce.js'
import { Notice } from '../parts/Notice.js'
import { useWords } from '../words/useWords.js'
import { useSilence } from './useSilence.js'

/** Says after a minute that the wallet does not answer. Some never do once their window is closed. */
export function SilenceNotice({ isAwaited }: { isAwaited: boolean }) {
  return useSilence(isAwaited, 60_000) && <SilenceNoticeView />
}

/** A page that is loaded again looks at the chain, and asks no wallet. */
export function SilenceNoticeView() {
  const { words } = useWords()
  useEffect(() => announce(words.wallet.silent), [words])
  return (
    <Notice title={words.wallet.silent}>
      <div>
        <button type="button" className="button button-small" onClick={() => location.reload()}>
          {words.wallet.closed}
        </button>
      </div>
    </Notice>
  )
}
