import { type ReactNode, useId } from 'react'
import { Notice } from '../../parts/Notice.js'
import { visibleOf } from '../../parts/visibleOf.js'
import type { CameraFault } from '../../words/ScanWords.js'
import { useScanWords } from '../../words/useScanWords.js'

/** What a scanner shows. */
export type ScanProps = {
  /** `none`: no code has come into sight for a while. */
  camera: 'starting' | 'looking' | 'none' | CameraFault
  /** The text of a code that is not one of ours. */
  foreign: string | undefined
  /** The picture that was chosen has no code. */
  isPictureUnread: boolean
  onAgain: () => void
  onPicture: (picture: Blob) => void
  /** The picture of the camera. */
  children: ReactNode
}

/** The camera, what it sees, and the ways on without it. */
export function ScanView({ camera, foreign, isPictureUnread, onAgain, onPicture, children }: ScanProps) {
  const words = useScanWords()
  const id = useId()
  const fault = camera === 'refused' || camera === 'absent' || camera === 'busy' ? words.fault[camera] : undefined
  return (
    <>
      <section className="card stack">
        <div className="camera" hidden={fault !== undefined}>
          {children}
        </div>
        <div className="stack" role="status">
          {camera === 'starting' || camera === 'looking' || camera === 'none' ? (
            <p className="quiet">{words.camera[camera]}</p>
          ) : (
            <Notice title={words.fault[camera].title}>
              <p>{words.fault[camera].why}</p>
            </Notice>
          )}
          {foreign !== undefined && (
            <Notice kind="warning" title={words.foreign.title}>
              <p>{words.foreign.why}</p>
              <p translate="no" dir="ltr">
                {visibleOf(foreign).slice(0, 200)}
              </p>
            </Notice>
          )}
        </div>
        {fault !== undefined && (
          <div className="actions">
            <button type="button" className="button" onClick={onAgain}>
              {words.again}
            </button>
          </div>
        )}
      </section>
      <section className="card stack">
        <h2>{words.without}</h2>
        <div className="field">
          <label htmlFor={id}>{words.picture}</label>
          <span className="hint" id={`${id}-hint`}>
            {words.pictureHint}
          </span>
          <input
            id={id}
            type="file"
            accept="image/*"
            aria-describedby={`${id}-hint ${id}-fault`}
            onChange={({ target }) => {
              const [chosen] = target.files ?? []
              if (chosen !== undefined) onPicture(chosen)
              target.value = ''
            }}
          />
          <div id={`${id}-fault`} aria-live="polite">
            {isPictureUnread && <p className="fault">{words.unread}</p>}
          </div>
        </div>
        <div className="actions">
          <a className="button" href="#/claim">
            {words.paste}
          </a>
          <a className="button" href="#/">
            {words.type}
          </a>
        </div>
      </section>
    </>
  )
}
