import { type ReactNode, useEffect, useRef } from 'react'

/** One screen: sets the title of the page, and takes the focus to its heading where it replaces another. */
export function Screen({
  title,
  lead,
  children,
  isHeadingHidden,
}: {
  title: string
  lead?: ReactNode | undefined
  children: ReactNode
  isHeadingHidden?: boolean
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useScreenTitle(title)
  useEffect(() => {
    if (isMoved()) heading.current?.focus()
  }, [])
  return (
    <div className="stack-wide">
      <div className={isHeadingHidden === true ? 'unseen' : undefined}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead !== undefined && <p className="lead">{lead}</p>}
      </div>
      {children}
    </div>
  )
}

/** The title of the page follows its screen. */
function useScreenTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Holdfast`
  }, [title])
}

let screens = 0

/** On the first screen the focus stays where the browser puts it. */
function isMoved(): boolean {
  screens += 1
  return screens > 1
}
