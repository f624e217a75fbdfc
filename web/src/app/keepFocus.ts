/**
 * When the focused element is removed, moves the focus to what replaced it, or else to what was around it. Otherwise a person without a
 * mouse would begin at the top of the page again, and a screen reader would fall silent. When the page moves it out of the window, follows
 * it there.
 *
 * Works as long as the page is open. Idempotent.
 */
export function keepFocus(): void {
  if (isKept) return
  isKept = true
  keepInSight()
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

/** When something above the focused element comes, grows or goes, scrolls to it before the next frame, unless it was out of sight before. */
function keepInSight(): void {
  let wasInSight = false
  const look = () => {
    wasInSight = isInSight(document.activeElement)
  }
  addEventListener('focusin', look)
  addEventListener('scroll', look, { passive: true })
  new ResizeObserver(() => {
    const { activeElement: at } = document
    if (wasInSight && !isInSight(at)) at?.scrollIntoView({ block: 'nearest' })
    look()
  }).observe(document.body)
}

function isInSight(element: Element | null): boolean {
  if (element === null) return false
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

const reachable = 'a[href], button, input, select, textarea, summary, [tabindex]'

/** What replaced it, else what was around it; the heading if the whole screen was replaced. */
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
