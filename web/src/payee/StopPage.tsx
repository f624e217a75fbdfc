import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Octagon } from '../parts/Icon.js'

/** A page that looks like nothing else here, and leaves nothing to press but what is on it. */
export function StopPage({
  title,
  lead,
  onBack,
  children,
}: {
  title: string
  lead: string
  onBack: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    // Not the first button: on a small screen that is below what must be read.
    heading.current?.focus()
    return () => {
      // A dialog that is taken away gives the focus back to nothing.
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      className="stop"
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onBack()
      }}
    >
      <div>
        <Octagon />
        <div className="stack">
          <h1 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p className="lead">{lead}</p>
        </div>
        {children}
      </div>
    </dialog>
  )
}
