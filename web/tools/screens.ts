/**
 * Draws every state of every screen into `web/out/screens`, for a person to look at: `npm run screens -w web`, or with parts of
 * names of pictures, as `npm run screens -w web -- send-empty 390-light-de`.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBrowser } from '../test/openBrowser.js'
import { servePage } from '../test/servePage.js'
import { buildPage } from './buildPage.js'

const views = [
  [320, 'light', 'en'],
  [320, 'dark', 'en'],
  [390, 'light', 'en'],
  [390, 'dark', 'en'],
  [390, 'light', 'de'],
  [1280, 'light', 'en'],
  [1280, 'dark', 'en'],
] as const

const out = fileURLToPath(new URL('../out', import.meta.url))
const wanted = process.argv.slice(2)
rmSync(join(out, 'screens'), { recursive: true, force: true })
mkdirSync(join(out, 'screens'), { recursive: true })
await buildPage('gallery', join(out, 'gallery'))
const served = await servePage(join(out, 'gallery'), 'gallery.html')
const { open, close } = await openBrowser()
let drawn = 0
for (const [width, theme, language] of views) {
  const { page, complaints } = await open({ locale: language })
  await page.setViewportSize({ width, height: width > 800 ? 900 : 780 })
  await page.goto(`${served.origin}/`)
  await page.locator(`html[data-cells][lang^="${language}"]`).waitFor()
  const cells = ((await page.locator('html').getAttribute('data-cells')) ?? '').split(' ')
  for (const cell of cells) {
    const name = `${cell.replace('/', '-')}-${width}-${theme}-${language}`
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue
    await page.goto(`${served.origin}/#${cell}/${theme}`)
    await page.locator(`html[data-cell="${cell}"][data-theme="${theme}"]`).waitFor()
    await page.evaluate(() => document.fonts.ready)
    // What is drawn only once it is scrolled to.
    await page.locator('.ledger > li').evaluateAll((rows: HTMLElement[]) => {
      for (const row of rows) row.style.contentVisibility = 'visible'
    })
    await page.screenshot({ path: join(out, 'screens', `${name}.png`), fullPage: true })
    drawn += 1
  }
  for (const complaint of complaints) console.error(`✗ ${complaint}`)
  await page.context().close()
}
console.log(`${drawn} pictures, in ${join(out, 'screens')}`)
await close()
await served.close()
