import { vi } from 'vitest'
import type { Tab } from './Engine.js'

/** What a person looks for on a page: of which kind it is, and what it says. */
type Kind = 'button' | 'link' | 'summary' | 'field' | 'heading' | 'dialog' | 'text'

/** Waits until a page shows something. */
export async function see(tab: Tab, kind: Kind, name: string | RegExp): Promise<void> {
  await meet(tab, kind, name)
}

/** Waits until a page shows something, and returns its text; of a field, what it holds. */
export async function read(tab: Tab, kind: Kind, name: string | RegExp): Promise<string> {
  await meet(tab, kind, name)
  return tab.run(() => {
    // Left there by the search.
    const element: HTMLElement = Reflect.get(globalThis, '__found')
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    return isField ? element.value : (element.textContent ?? '')
  })
}

/** Clicks with the mouse. */
export async function press(tab: Tab, kind: Exclude<Kind, 'text'>, name: string | RegExp): Promise<void> {
  const origin = await meet(tab, kind, name)
  const actions = [
    { type: 'pointerMove', x: 0, y: 0, origin },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]
  await tab.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }])
}

/** Types into a field, key by key. */
export async function type(tab: Tab, field: string | RegExp, text: string): Promise<void> {
  await enter(tab, field)
  await pressKeys(
    tab,
    [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  )
}

/** Pastes what was copied into a field. */
export async function paste(tab: Tab, field: string | RegExp): Promise<void> {
  await enter(tab, field)
  await pressKeys(tab, [
    { type: 'keyDown', value: control },
    { type: 'keyDown', value: 'v' },
    { type: 'keyUp', value: 'v' },
    { type: 'keyUp', value: control },
  ])
}

/** Clicks into a field, again where the page has moved it away below the mouse. */
async function enter(tab: Tab, field: string | RegExp): Promise<void> {
  const hasFocus = async () => {
    await press(tab, 'field', field)
    return tab.run(() => document.activeElement === Reflect.get(globalThis, '__found'))
  }
  await vi.waitUntil(hasFocus, { timeout: 100_000, interval: 100 })
}

/** Of the key, in both standards. */
const control = '\uE009'

function pressKeys(tab: Tab, actions: readonly object[]): Promise<void> {
  return tab.perform([{ type: 'key', id: 'keyboard', actions }])
}

/** Waits for an element that rests in view. Where it does not come, the message says what the page shows instead. */
async function meet(tab: Tab, kind: Kind, name: string | RegExp): Promise<object> {
  const look = () => tab.find(locate, kind, ...patternOf(name))
  return vi.waitUntil(look, { timeout: 100_000, interval: 100 }).catch(async (cause: Error) => {
    const shown = await tab.run(() => document.body.textContent)
    const masked = shown.replaceAll(/[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/g, '····-····-····-····')
    throw new Error(`${cause.message}: no ${kind} ${name}. The page shows:\n${masked}`, { cause })
  })
}

/** A text is the whole name. */
function patternOf(name: string | RegExp): [source: string, flags: string] {
  if (name instanceof RegExp) return [name.source, name.flags]
  return [`^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, '']
}

/** Runs in the page. Of several the innermost; `null` unless it is where the last search has found it. */
function locate(kind: string, source: string, flags: string): Element | null {
  const pattern = new RegExp(source, flags)
  const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ')
    const named = ids?.map((id) => document.getElementById(id)?.textContent).join(' ')
    const label = kind === 'field' && 'labels' in element ? (element.labels as NodeListOf<Element>)[0] : element
    return plain(element.getAttribute('aria-label') ?? named ?? label?.textContent)
  }
  const selectors: Readonly<Record<string, string>> = {
    button: 'button:not([aria-disabled=true])',
    link: 'a[href]',
    field: 'input, textarea',
    heading: 'h1, h2, h3',
    dialog: 'dialog[open]',
    text: 'body *',
  }
  // What is behind a dialog cannot be pressed.
  const root = (kind === 'dialog' ? null : document.querySelector('dialog:modal')) ?? document
  const found = [...root.querySelectorAll(selectors[kind] ?? kind)].filter(
    (element) => element.checkVisibility() && pattern.test(nameOf(element)),
  )
  const element = found.find((one) => !found.some((other) => other !== one && one.contains(other)))
  element?.scrollIntoView({ block: 'center', behavior: 'instant' })
  const place = element && JSON.stringify([kind, source, element.getBoundingClientRect()])
  const isAtRest = place !== undefined && Reflect.get(globalThis, '__place') === place
  Reflect.set(globalThis, '__place', place)
  Reflect.set(globalThis, '__found', element)
  return isAtRest ? (element ?? null) : null
}
