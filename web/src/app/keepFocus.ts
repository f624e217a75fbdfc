/**
 * Where what has the focus goes away, what has replaced it gets it, or else what was around it. Else a person without a mouse begins at
 * the top of the page again, and a screen reader falls silent.
 *
 * For as long as the page lives; called once more it changes nothing.
 */
export function keepFocus(): void {
  if (isKept) return
  isKept = true
  let last = document.activeElement ?? undefined
  const follow = ({ target }: FocusEvent) => {
    if (target instanceof Element) last = target
  }
  const observer = new MutationObserver((changes) => {
    if (last === undefined || last.isConnected || document.activeElement !== document.body) return
    const gone = last
    last = undefined
    const change = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)))
    const heir = change && heirOf(change, changes)
    if (heir === undefined) return
    if (!heir.matches(reachable)) heir.tabIndex = -1
    heir.focus()
  })
  addEventListener('focusin', follow)
  observer.observe(document.body, { childList: true, subtree: true })
}

let isKept = false

const reachable = 'a[href], button, input, select, textarea, summary, [tabindex]'

/** What came to where it was; else what was around it; the heading where the whole screen is another one. */
function heirOf({ target }: MutationRecord, changes: readonly MutationRecord[]): HTMLElement | undefined {
  const main = document.getElementById('content')
  if (target === main || !(target instanceof HTMLElement) || !target.isConnected) return headingOf(main)
  const came = changes.flatMap((change) => (change.target === target ? [...change.addedNodes] : []))
  const next = came.find((node) => node instanceof HTMLElement && node.isConnected)
  if (next instanceof HTMLElement) return next
  return main?.contains(target) === true ? target : headingOf(main)
}

function headingOf(main: HTMLElement | null): HTMLElement | undefined {
  return main?.querySelector<HTMLElement>('h1') ?? main ?? undefined
}
