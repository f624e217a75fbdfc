import type { Page } from 'playwright-core'
import { expect } from 'vitest'

type Role = Parameters<Page['getByRole']>[0]

/** A person without a mouse. Wherever the focus goes, it must be seen, and it may not be lost. */
export type Keyboard = {
  /** Presses Tab until the focus is there. */
  reach: (role: Role, name: string | RegExp) => Promise<void>
  /** Goes to a button or a link and presses Enter. What comes of it has the focus. */
  press: (name: string | RegExp, role?: Role) => Promise<void>
  /** Goes to a field and types. */
  type: (name: string | RegExp, text: string) => Promise<void>
  /** Goes to the chosen one of some radio buttons, and on from there with the arrows. */
  choose: (name: string) => Promise<void>
  /** Opens what is folded, by its text. */
  open: (text: string) => Promise<void>
  /** Waits until the focus is on the heading of a screen. */
  atHeading: (name: string | RegExp) => Promise<void>
  /** Presses Tab until the end of the page, or of the dialog that is open. Returns how many places there are. */
  walk: () => Promise<number>
}

/** @param most - More places than any screen has. */
export function keyboardOf(page: Page, most = 150): Keyboard {
  const isAt = (role: Role, name: string | RegExp) =>
    page.getByRole(role, { name }).evaluateAll((found) => found.some((one) => one === document.activeElement))
  // At rest: between a change of the page and its next frame, nothing is drawn where it is said to be.
  const judge = () => expect.poll(async () => (await page.evaluate(judgeFocus)).join('\n')).toBe('')
  const tab = async () => {
    await page.keyboard.press('Tab')
    await judge()
  }
  const reach = async (role: Role, name: string | RegExp) => {
    await page.getByRole(role, { name }).first().waitFor()
    for (let tried = 0; tried < most; tried++) {
      if (await isAt(role, name)) return
      await tab()
    }
    throw new Error(`Tab does not lead to the ${role} ${name}.`)
  }
  const isSomewhere = () => page.evaluate(() => document.activeElement !== document.body)
  return {
    reach,
    async press(name, role = 'button') {
      await reach(role, name)
      // One that waits can be reached, and does nothing.
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-disabled')))
        .not.toBe('true')
      await page.keyboard.press('Enter')
      await expect.poll(isSomewhere, { message: `the focus is lost after ${name}` }).toBe(true)
    },
    async type(name, text) {
      await reach('textbox', name)
      await page.keyboard.type(text)
    },
    async choose(name) {
      const wanted = page.getByRole('radio', { name, exact: true })
      await wanted.waitFor()
      const group = await wanted.getAttribute('name')
      const isInGroup = () => page.evaluate((name) => document.activeElement?.getAttribute('name') === name, group)
      for (let tried = 0; tried < most && !(await isInGroup()); tried++) await tab()
      for (let tried = 0; tried < most && !(await wanted.isChecked()); tried++) await page.keyboard.press('ArrowRight')
      expect(await wanted.isChecked()).toBe(true)
      await judge()
    },
    async open(text) {
      const folded = page.locator('summary', { hasText: text })
      const isThere = () => folded.evaluate((one) => one === document.activeElement)
      for (let tried = 0; tried < most && !(await isThere()); tried++) await tab()
      await page.keyboard.press('Enter')
      await expect.poll(() => folded.evaluate((one) => one.parentElement?.hasAttribute('open'))).toBe(true)
    },
    async atHeading(name) {
      await expect.poll(() => isAt('heading', name), { message: `the heading ${name} has the focus` }).toBe(true)
    },
    async walk() {
      for (let places = 0; places < most; places++) {
        await tab()
        if (!(await isSomewhere())) return places
      }
      throw new Error('Tab never comes to the end of the page.')
    },
  }
}

/** Runs in the page: what is wrong with where the focus is. Nothing has it at the end of the page. */
function judgeFocus(): string[] {
  const { activeElement: at } = document
  if (at === null || at === document.body || !(at instanceof HTMLElement)) return []
  const nameOf = (element: Element | null) => element?.outerHTML.slice(0, 120)
  // Of a radio button its label is what is seen.
  const drawn = at instanceof HTMLInputElement && at.type === 'radio' ? (at.closest('label') ?? at) : at
  const { outlineStyle, outlineWidth, opacity, visibility } = getComputedStyle(drawn)
  const { top, bottom, left, right, width, height } = drawn.getBoundingClientRect()
  const [x, y] = [
    (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
    (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
  ]
  const over = document.elementFromPoint(x, y)
  const dialog = document.querySelector('dialog[open]')
  const place = `at ${[left, top, right, bottom].map(Math.round)} of ${innerWidth} × ${innerHeight}, scrolled by ${scrollY}`
  const faults = {
    'has no outline': outlineStyle === 'none' || outlineWidth === '0px',
    'is not drawn': width < 2 || height < 2 || opacity === '0' || visibility !== 'visible',
    'is outside of the window': bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth,
    [`is covered by ${nameOf(over)}`]: over !== null && !drawn.contains(over) && !over.contains(drawn),
    'is behind a dialog': dialog !== null && !dialog.contains(at),
  }
  return Object.entries(faults).flatMap(([fault, isTrue]) => (isTrue ? [`${nameOf(at)} ${place} ${fault}`] : []))
}
