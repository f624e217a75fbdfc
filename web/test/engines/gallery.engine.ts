import { join } from 'node:path'
import { buildOnce } from '@holdfast/testkit/buildOnce'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPage } from '../../tools/buildPage.js'
import { type ServedPage, servePage } from '../servePage.js'
import type { Engine } from './Engine.js'
import { ENGINE, openEngine } from './openEngine.js'

/** With the fonts of the machine, which differ from the one of the packed Chromium. */
describe(`every state of every screen in ${ENGINE}`, () => {
  let served: ServedPage
  let engine: Engine
  beforeAll(async () => {
    const directory = await buildOnce('gallery', (folder) => buildPage('gallery', join(folder, 'page')))
    served = await servePage(join(directory, 'page'), 'gallery.html')
    engine = await openEngine(served)
  })
  afterAll(async () => {
    await engine?.close()
    await served?.close()
  })

  test.each([
    ['English', 'en', ''],
    ['German', 'de', ''],
    ['long texts', 'de', '?pseudo=ltr'],
    ['long texts from right to left', 'de', '?pseudo=rtl'],
  ])('fits into a window of 320 px: %s', async (_, language, search) => {
    const tab = await engine.openTab()
    await tab.resize(320)
    await tab.goto(`${served.origin}/${search}#send/empty/light`)
    await tab.run((language) => localStorage.setItem('holdfast:language', language), language)
    await tab.reload()
    await expect.poll(() => tab.run(() => document.documentElement.lang.slice(0, 2))).toBe(language)
    // The small browser of WebKit has no narrower window.
    expect(await tab.run(() => innerWidth)).toBe(ENGINE === 'webkit' ? 447 : 320)
    const { drawn, wide } = await tab.run(findWide)
    expect(wide).toEqual([])
    expect(drawn).toBeGreaterThan(300)
  })
})

/** Runs in the page. Draws each state, and names those that can be scrolled sideways, with what is out of the window. */
async function findWide(): Promise<{ drawn: number; wide: string[] }> {
  const { documentElement: html } = document
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  // Without a scroll bar, which takes its room from the page in some engines.
  const isOut = (element: Element) => {
    const { left, right } = element.getBoundingClientRect()
    return left < -1 || right > html.clientWidth + 1
  }
  const cells = (html.dataset.cells ?? '').split(' ')
  const wide: string[] = []
  for (const cell of cells) {
    location.hash = `${cell}/light`
    while (html.dataset.cell !== cell) await frame()
    // Once it is asked to be drawn, React draws it before the next frame but one.
    await frame()
    await frame()
    if (html.scrollWidth <= html.clientWidth) continue
    const out = [...document.querySelectorAll('body *')].filter(
      (element) => isOut(element) && ![...element.children].some(isOut),
    )
    const names = out.slice(0, 3).map(({ tagName, className, textContent }) => `${tagName}.${className} ${textContent}`)
    wide.push(`${cell}: ${html.scrollWidth} px, ${names.join(' | ')}`)
  }
  return { drawn: cells.length, wide }
}
