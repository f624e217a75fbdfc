import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { tiered } from '@holdfast/testkit/tier'
import axe, { type AxeResults, type RunOnly } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PARTS, STATE_TABLE, STATES } from '../src/gallery/stateTable.js'
import { buildPage } from '../tools/buildPage.js'
import { findCutTexts, findShapeless, selectAddresses } from './looks.js'
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

  /** The first state of each screen. */
  const firsts = () => cells.filter((cell, index) => cell.split('/')[0] !== cells[index - 1]?.split('/')[0])

  /** Opens a state, and returns when it is drawn. */
  const show = async (page: Page, cell: string, theme: 'light' | 'dark' = 'light', search = '') => {
    await page.goto(`${served.origin}/${search}#${cell}/${theme}`)
    await page.locator(`html[data-cell="${cell}"][data-theme="${theme}"]`).waitFor()
  }

  /** Draws each state, one state of each screen in the quick tier. */
  async function* draw(width: number, theme: 'light' | 'dark', { page } = opened, search = '') {
    await page.setViewportSize({ width, height: 800 })
    for (const cell of tiered(firsts(), cells)) {
      await show(page, cell, theme, search)
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
    await show(page, 'send/empty', theme)
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

  test.each(['en', 'de'])('fits into 320 px in a font that is a sixth wider: %s', async (language) => {
    const reader = await browser.open({ locale: language })
    const faults: string[] = []
    for await (const { cell, page } of draw(320, 'light', reader)) {
      await page.locator(`html[lang^="${language}"]`).waitFor()
      const width = await page.evaluate(widen)
      if (width > 320) faults.push(`${cell}: ${width} px`)
    }
    expect(faults).toEqual([])
    await reader.page.context().close()
  })

  test('with texts of twice the size nothing is cut at 390 px, and an address that is selected has 42 characters', async () => {
    // German, whose words are longer.
    const reader = await browser.open({ locale: 'de' })
    // As a person sets it in the browser, where the size of the window stays.
    const devtools = await reader.page.context().newCDPSession(reader.page)
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
    const faults: string[] = []
    let addresses = 0
    for await (const { cell, page } of draw(390, 'light', reader)) {
      await page.locator('html[lang^="de"]').waitFor()
      const selected = await page.evaluate(selectAddresses)
      addresses += selected.length
      const others = selected.filter((text) => !/^0x[0-9A-Fa-f·]{40}$/.test(text))
      faults.push(...[...(await page.evaluate(findCutTexts)), ...others].map((fault) => `${cell}: ${fault}`))
    }
    expect(await reader.page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('34px')
    expect(addresses).toBeGreaterThan(tiered(5, 50))
    expect(faults).toEqual([])
    await reader.page.context().close()
  })

  test.each([390, 1280])(
    'an address is a word: two clicks select it, and it is copied as 42 characters, at %i px',
    async (width) => {
      const reader = await browser.open({ permissions: ['clipboard-read', 'clipboard-write'] })
      const { page } = reader
      await page.setViewportSize({ width, height: 800 })
      await show(page, 'block/lookalike')
      const copied = async () => {
        await page.locator('.comparison .groups').first().dblclick()
        await page.keyboard.press('ControlOrMeta+C')
        return page.evaluate(() => navigator.clipboard.readText())
      }
      // A font that comes late moves what is pressed.
      await expect.poll(copied).toMatch(/^0x[0-9A-Fa-f]{40}$/)
      await page.context().close()
    },
  )

  test('with forced colors a shape says what a color said: what differs, what is pressed, where the focus is', async () => {
    const reader = await browser.open({ forcedColors: 'active' })
    const { page } = reader
    const faults: string[] = []
    const judge = async (cell: string) => {
      await show(page, cell)
      // It comes when its encoder has loaded.
      if (cell === 'receive/shown') await page.locator('.qr svg').waitFor()
      // From here on the focus is that of a keyboard.
      await page.keyboard.press('Tab')
      faults.push(...(await page.evaluate(findShapeless)).map((fault) => `${cell}: ${fault}`))
    }
    for (const cell of new Set([...shapes, ...tiered([], firsts())])) await judge(cell)
    // A burner wallet has a striped frame around the page.
    await page.locator('.shell').evaluate((shell) => shell.parentElement?.classList.add('burner'))
    await judge('send/empty')
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('what is cut, covered, or said by a color alone is found', async () => {
    const reader = await browser.open({ forcedColors: 'active' })
    const { page } = reader
    await show(page, 'send/warning')
    expect(await page.evaluate(findCutTexts)).toEqual([])
    expect(await page.evaluate(findShapeless)).toEqual([])
    await page.evaluate(() => {
      const style = (selector: string, text: string) => {
        for (const found of document.querySelectorAll<HTMLElement>(selector)) found.style.cssText = text
      }
      style('h1', 'inline-size: 40px; white-space: nowrap; overflow: hidden')
      style('.lead', 'position: relative; inset-block-start: -30px')
      style('.card', 'border: 0')
      style('.button', 'outline: 0')
    })
    const found = [...(await page.evaluate(findCutTexts)), ...(await page.evaluate(findShapeless))]
    for (const fault of ['cut:', 'over each other:', 'no edge:', 'no ring:'])
      expect(found.filter((one) => one.startsWith(fault))).not.toEqual([])
    await page.context().close()
  })

  test('has wordmark and account in one line at 320 px', async () => {
    const { page } = opened
    await page.setViewportSize({ width: 320, height: 800 })
    await show(page, 'send/empty')
    const middles = await page.locator('.wordmark, .chip').evaluateAll((found) =>
      found.map((one) => {
        const { top, bottom } = one.getBoundingClientRect()
        return (top + bottom) / 2
      }),
    )
    expect(middles).toHaveLength(2)
    expect(Math.abs(Number(middles[0]) - Number(middles[1]))).toBeLessThan(4)
  })

  test.each(['en', 'de'])('has its navigation in one line on a phone: %s', async (language) => {
    const reader = await browser.open({ locale: language })
    // The last is a window of 320 px beside a scroll bar, in a wide font.
    for (const width of [320, 390, 308]) {
      await reader.page.setViewportSize({ width, height: 800 })
      await show(reader.page, 'send/empty')
      await reader.page.locator(`html[lang^="${language}"]`).waitFor()
      await reader.page.evaluate(() => document.fonts.ready)
      if (width === 308) await reader.page.evaluate(widen)
      const heights = await reader.page
        .locator('.nav > a:visible, .nav summary')
        .evaluateAll((ways) => ways.map((way) => Math.round(way.getBoundingClientRect().height)))
      expect(heights.length).toBeGreaterThan(3)
      expect([...new Set(heights)], `${width} px`).toHaveLength(1)
      expect(heights[0]).toBeLessThan(50)
      const tops = await reader.page
        .locator('.nav > a:visible, .nav summary')
        .evaluateAll((ways) => ways.map((way) => Math.round(way.getBoundingClientRect().top)))
      expect([...new Set(tops)], `${width} px`).toHaveLength(1)
      await reader.page.locator('.nav summary').click()
      const { left, right } = await reader.page.locator('.more ul').evaluate((list) => list.getBoundingClientRect())
      expect([left >= 0, right <= width], `${width} px`).toEqual([true, true])
      await reader.page.locator('.nav summary').click()
    }
    await reader.page.context().close()
  })

  test('says nowhere that there is nothing where it could not be read', async () => {
    const { page } = opened
    const headingsOf = async (cell: string) => {
      await show(page, cell)
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

  test.each([
    ['reduce', 0],
    ['no-preference', 1],
  ] as const)('moves nothing where a person asks for less motion: %s', async (reducedMotion, least) => {
    const reader = await browser.open({ reducedMotion })
    let moving = 0
    for await (const { page } of draw(390, 'light', reader))
      moving += await page.evaluate(() => document.getAnimations().length)
    if (least === 0) expect(moving).toBe(0)
    else expect(moving).toBeGreaterThanOrEqual(least)
    await reader.page.context().close()
  })

  test('draws nothing as on its way where it could not be read', async () => {
    const { page } = opened
    const known: string[] = []
    for (const cell of cells.filter((cell) => /\/(failed|limited)$/.test(cell))) {
      await show(page, cell)
      if ((await page.locator('.again').count()) === 0 || (await page.locator('.skeleton').count()) === 0) continue
      known.push(cell)
      expect(await page.locator('.skeleton').isVisible(), cell).toBe(false)
    }
    expect(known).toEqual(
      expect.arrayContaining(['claim/failed', 'links_page/failed', 'pay/failed', 'transfer/limited']),
    )
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

/** States in which a color says something: a comparison, a warning, a check that was good, a choice, a QR code, what loads. */
const shapes = ['block/lookalike', 'send/warning', 'send/safe', 'send/wrong_address', 'receive/shown', 'claim/loading']

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

/**
 * Has the page drawn as in DejaVu Sans, the font of many Linux desktops, beside the one that the packed browser has. Addresses keep
 * theirs, which comes with the page. It returns how wide the page is then.
 */
function widen(): number {
  if (document.adoptedStyleSheets.length === 0) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      'html { font-size-adjust: 0.62 } .mono, .groups, .code, .address-short { font-size-adjust: none }',
    )
    document.adoptedStyleSheets = [sheet]
  }
  return document.documentElement.scrollWidth
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
