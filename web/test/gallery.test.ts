import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { tiered } from '@holdfast/testkit/tier'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPage } from '../tools/buildPage.js'
import { hasBrowser, type OpenPage, openBrowser, type TestBrowser } from './openBrowser.js'
import { type ServedPage, servePage } from './servePage.js'

/** Level A and AA of WCAG 2.2. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

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
  async function* draw(width: number, theme: 'light' | 'dark') {
    const { page } = opened
    await page.setViewportSize({ width, height: 800 })
    const firsts = cells.filter((cell, index) => cell.split('/')[0] !== cells[index - 1]?.split('/')[0])
    for (const cell of tiered(firsts, cells)) {
      await page.goto(`${served.origin}/#${cell}/${theme}`)
      await page.locator(`html[data-cell="${cell}"][data-theme="${theme}"]`).waitFor()
      yield { cell, page }
    }
  }

  test.each(['light', 'dark'] as const)('has no fault that axe knows, in %s', async (theme) => {
    const faults: string[] = []
    for await (const { cell, page } of draw(390, theme)) {
      const axe = new AxeBuilder({ page })
      // The other rules do not know the theme.
      const { violations } = await (theme === 'light'
        ? axe.withTags(tags)
        : axe.withRules(['color-contrast'])
      ).analyze()
      faults.push(...violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${cell}: ${id} ${target}`)))
    }
    expect(faults).toEqual([])
  })

  test('fits into 320 px', async () => {
    const wide: string[] = []
    for await (const { cell, page } of draw(320, 'light')) {
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > 320) wide.push(`${cell}: ${width} px`)
    }
    expect(wide).toEqual([])
  })

  test('says nothing to the console and asks nothing that the policy forbids', () => {
    expect(opened.complaints).toEqual([])
  })
})
