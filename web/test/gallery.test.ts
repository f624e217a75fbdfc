import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { tiered } from '@holdfast/testkit/tier'
import axe, { type AxeResults, type RunOnly } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PARTS, STATE_TABLE, STATES } from '../src/gallery/stateTable.js'
import { buildPage } from '../tools/buildPage.js'
import { hasBrowser, type OpenPage, openBrowser, type TestBrowser } from './openBrowser.js'
import { type ServedPage, servePage } from './servePage.js'

const rulesOf: Readonly<Record<'light' | 'dark', RunOnly>> = {
  // Level A and AA of WCAG 2.2.
  light: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  // The other rules do not know the theme.
  dark: { type: 'rule', values: ['color-contrast'] },
}

describe.skipIf(!hasBrowser)('every state of every screen', () => {
  const directory = mkdtempSync(join(SCRATCH, 'holdfast-gallery-'))
  let [served, browser, opened]: [ServedPage, TestBrowser, OpenPage] = [] as never
  let cells: string[] = []

  beforeAll(async () => {
    await buildPage('gallery', join(directory, 'page'))
    served = await servePage(join(directory, 'page'), 'gallery.html')
    browser = await openBrowser()
    opened = await browser.open()
    await opened.page.goto(`${served.origin}/`)
    await opened.page.locator('html[data-cells]').waitFor()
    cells = ((await opened.page.locator('html').getAttribute('data-cells')) ?? '').split(' ')
  })

  afterAll(async () => {
    await browser?.close()
    await served?.close()
    rmSync(directory, { recursive: true, force: true })
  })

  /** Draws each state, one state of each screen in the quick tier. */
  async function* draw(width: number, theme: 'light' | 'dark', { page } = opened, search = '') {
    await page.setViewportSize({ width, height: 800 })
    const firsts = cells.filter((cell, index) => cell.split('/')[0] !== cells[index - 1]?.split('/')[0])
    for (const cell of tiered(firsts, cells)) {
      await page.goto(`${served.origin}/${search}#${cell}/${theme}`)
      await page.locator(`html[data-cell="${cell}"][data-theme="${theme}"]`).waitFor()
      yield { cell, page }
    }
  }

  test.each(['light', 'dark'] as const)('has no fault that axe knows, in %s', async (theme) => {
    const faults: string[] = []
    // Once: all states are drawn in one document, which has no frames.
    await opened.page.evaluate(axe.source)
    for await (const { cell, page } of draw(390, theme))
      faults.push(...(await findFaults(page, rulesOf[theme])).map((fault) => `${cell}: ${fault}`))
    expect(faults).toEqual([])
  })

  test.each(['light', 'dark'] as const)('a fault is found where there is one, in %s', async (theme) => {
    const { page } = opened
    await page.evaluate(axe.source)
    await page.goto(`${served.origin}/#send/empty/${theme}`)
    const faint = await page.locator('main').evaluateHandle((main) => {
      const text = document.createElement('p')
      text.textContent = 'too faint to be read'
      text.style.cssText = 'color: #777; background: #888'
      main.append(text)
      return text
    })
    expect(await findFaults(page, rulesOf[theme])).toEqual([expect.stringMatching(/^color-contrast /)])
    await faint.evaluate((text) => text.remove())
  })

  test.each(['en', 'de'])('fits into 320 px, and breaks no word: %s', async (language) => {
    const reader = await browser.open({ locale: language })
    const faults: string[] = []
    for await (const { cell, page } of draw(320, 'light', reader)) {
      await page.locator(`html[lang^="${language}"]`).waitFor()
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > 320) faults.push(`${cell}: ${width} px`)
      faults.push(...(await page.evaluate(findBrokenWords)).map((word) => `${cell}: ${word}`))
    }
    expect(faults).toEqual([])
    await reader.page.context().close()
  })

  test('has wordmark and account in one line at 320 px', async () => {
    const { page } = opened
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto(`${served.origin}/#send/empty/light`)
    const middles = await page.locator('.wordmark, .chip').evaluateAll((found) =>
      found.map((one) => {
        const { top, bottom } = one.getBoundingClientRect()
        return (top + bottom) / 2
      }),
    )
    expect(middles).toHaveLength(2)
    expect(Math.abs(Number(middles[0]) - Number(middles[1]))).toBeLessThan(4)
  })

  test('says nowhere that there is nothing where it could not be read', async () => {
    const { page } = opened
    const headingsOf = async (cell: string) => {
      await page.goto(`${served.origin}/#${cell}/light`)
      await page.locator(`html[data-cell="${cell}"]`).waitFor()
      return page.locator('main h2').allTextContents()
    }
    const unknown = ['failed', 'limited', 'partial', 'no_wallet']
    const screens = cells.filter((cell) => cell.endsWith('/empty')).map((cell) => cell.replace('/empty', ''))
    const faults: string[] = []
    for (const screen of screens) {
      const isOneOf = (cell: string, states: readonly string[]) => states.some((state) => cell === `${screen}/${state}`)
      const others = cells.filter((cell) => cell.startsWith(`${screen}/`) && cell !== `${screen}/empty`)
      const empty = new Set(await headingsOf(`${screen}/empty`))
      // What a screen also has with something on it does not say that there is nothing.
      for (const cell of others.filter((cell) => !isOneOf(cell, [...unknown, 'no_contract'])))
        for (const heading of empty.size > 0 ? await headingsOf(cell) : []) empty.delete(heading)
      for (const cell of empty.size > 0 ? others.filter((cell) => isOneOf(cell, unknown)) : [])
        faults.push(
          ...(await headingsOf(cell)).filter((heading) => empty.has(heading)).map((heading) => `${cell}: ${heading}`),
        )
    }
    expect(faults).toEqual([])
  })

  test.each(['ltr', 'rtl'])('fits into 320 px with long texts, %s, and has no text of its own', async (direction) => {
    const pseudo = await browser.open()
    const faults: string[] = []
    for await (const { cell, page } of draw(320, 'light', pseudo, `?pseudo=${direction}`)) {
      await page.locator(`html[lang="de-DE"][dir="${direction}"]`).waitFor()
      const { wide, texts, backward } = await page.evaluate(readPage)
      const own = texts.filter((text) => /[A-Za-z]{2}/.test(text.replace(data, '')))
      faults.push(...[...wide, ...own, ...backward].map((text) => `${cell}: ${text}`))
    }
    expect(faults).toEqual([])
    expect(pseudo.complaints).toEqual([])
    await pseudo.page.context().close()
  })

  test('the table of states has each state of each screen, drawn here or with its reason', () => {
    const drawn = Object.values(STATE_TABLE).flatMap((row) =>
      Object.values(row).filter((place) => typeof place === 'string'),
    )
    expect(drawn.filter((place) => !cells.includes(place))).toEqual([])
    expect(Object.values(STATE_TABLE).filter((row) => STATES.some((state) => row[state] === undefined))).toEqual([])
    const screens = new Set(cells.map((cell) => cell.split('/')[0]))
    expect([...Object.keys(STATE_TABLE), ...Object.keys(PARTS)].toSorted()).toEqual([...screens].toSorted())
  })

  test('says nothing to the console and asks nothing that the policy forbids', () => {
    expect(opened.complaints).toEqual([])
  })
})

/** What axe has against a page that it was loaded into: each rule with the element that breaks it. */
function findFaults(page: Page, rules: RunOnly): Promise<string[]> {
  return page.evaluate(async (runOnly) => {
    // What its source defines.
    const { violations }: AxeResults = await Reflect.get(globalThis, 'axe').run({
      runOnly,
      resultTypes: ['violations'],
    })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target}`))
  }, rules)
}

/** Words that begin in one line and end in another. What is data, such as an address, may break anywhere. */
function findBrokenWords(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement?.closest('[translate="no"], .unseen, script, style') !== null) continue
    for (const { index, 0: word } of (node.textContent ?? '').matchAll(/\p{L}+/gu)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) broken.push(`${word} in ${node.textContent}`)
    }
  }
  return broken
}

/**
 * What is not a sentence: names of languages, networks and people, units, and what the browser writes of numbers and times. Without them
 * nothing with plain letters is left.
 */
const data =
  /\b(English|Deutsch|QR|USDC|Arc Testnet|Base Sepolia|Ethereum|Bob|Carol)\b|\b(in |vor )?\d+ (Tag|Stunde|Minute)(e?n?)\b| und /g

/** Of a page in pseudo-English: what is wider than the window, texts with plain letters, and hexadecimal that is written backward. */
function readPage(): { wide: string[]; texts: string[]; backward: string[] } {
  const texts: string[] = []
  const backward: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const [text, parent] = [node.textContent ?? '', node.parentElement]
    if (parent === null || parent.closest('script, style') !== null) continue
    if (parent.closest('[translate="no"]') === null) texts.push(text.trim())
    else if (/^0x|[0-9A-Fa-f]{8}/.test(text) && getComputedStyle(parent).direction !== 'ltr') backward.push(text)
  }
  const { scrollWidth } = document.documentElement
  const isOut = (element: Element) => {
    const { left, right } = element.getBoundingClientRect()
    return left < -1 || right > innerWidth + 1
  }
  const wide =
    scrollWidth <= innerWidth
      ? []
      : [...document.querySelectorAll('main *, header *, nav *')]
          .filter((element) => isOut(element) && ![...element.children].some(isOut))
          .map(({ tagName, className, textContent }) => `${tagName}.${className} ${textContent?.slice(0, 40)}`)
  return { wide: scrollWidth > innerWidth ? [`${scrollWidth} px`, ...wide] : [], texts, backward }
}
