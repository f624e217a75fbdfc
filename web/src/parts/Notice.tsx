import type { ReactNode } from 'react'

/** A sentence what, one why, one action. Red is left to the page of a block. */
export function Notice({
  kind = 'plain',
  title,
  children,
}: {
  kind?: 'plain' | 'warning' | 'amber'
  title: string
  children?: ReactNode
}) {
  return (
    <section className={`notice notice-${kind}`}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
