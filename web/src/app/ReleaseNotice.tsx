import { Notice } from '../parts/Notice.js'
import { useWords } from '../words/useWords.js'
import { useRelease } from './useRelease.js'

/** Tells an open tab of a new release. It loads nothing by itself: a payment may be under way. */
export function ReleaseNotice() {
  const { data } = useRelease()
  return data?.isOther === true ? <ReleaseView onReload={() => location.reload()} /> : null
}

export function ReleaseView({ onReload }: { onReload: () => void }) {
  const { release } = useWords().words.app
  return (
    <Notice title={release.title}>
      <p>{release.why}</p>
      <div>
        <button type="button" className="button button-small" onClick={onReload}>
          {release.press}
        </button>
      </div>
    </Notice>
  )
}
