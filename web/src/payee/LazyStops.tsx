import { lazy, Suspense } from 'react'
import type { BlockProps, ChangedPaste } from './StopPages.js'

const load = () => import('./StopPages.js')
const Block = lazy(async () => ({ default: (await load()).BlockView }))
const Changed = lazy(async () => ({ default: (await load()).ChangedPasteView }))

/** The page of a block. It loads when there is one, with the other page that stops a payment. */
export function LazyBlock(props: BlockProps) {
  return (
    <Suspense>
      <Block {...props} />
    </Suspense>
  )
}

/** The page for a program that exchanges addresses. */
export function LazyChangedPaste(props: ChangedPaste & { onBack: () => void }) {
  return (
    <Suspense>
      <Changed {...props} />
    </Suspense>
  )
}
