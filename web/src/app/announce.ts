/** How soon a sentence is read out: at the next pause, or at once. */
export type Urgency = 'polite' | 'assertive'

/** Ids of the two live regions of the page; the shell draws them. */
export const LIVE_REGIONS: Readonly<Record<Urgency, string>> = { polite: 'live-polite', assertive: 'live-assertive' }

const timers: { [urgency in Urgency]?: ReturnType<typeof setTimeout> } = {}

/**
 * Has a screen reader say a sentence. The same one twice in a row is said twice. It is removed soon after: a person who reads the page
 * later would take it for the current state, although another attempt may have paid since.
 */
export function announce(sentence: string, urgency: Urgency = 'polite'): void {
  const region = document.getElementById(LIVE_REGIONS[urgency])
  if (region === null) return
  region.textContent = region.textContent === sentence ? `${sentence}\u00a0` : sentence
  clearTimeout(timers[urgency])
  timers[urgency] = setTimeout(() => {
    region.textContent = ''
  }, 5_000)
}
