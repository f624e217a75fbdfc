/**
 * Draws every state of every screen at 320, 390 and 1280 px into `web/out/screens`, for a person to look at:
 * `npm run screens -w web`, or with parts of names, as `npm run screens -w web -- send block`.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBrowser } from '../test/openBrowser.js'
import { servePage } from '../test/servePage.js'
import { buildPage } from './buildPage.js'

const out = fileURLToPath(new URL('../out', import.meta.url))
const wanted = process.argv.slice(2)
rmSync(join(out, 'screens'), { recursive: true, force: true })
mkdirSync(join(out, 'screens'), { recursive: true })
await buildPage('gallery', join(out, 'gallery'))
const served = await servePage(join(out, 'gallery'), 'gallery.html')
const { open, close } = await openBrowser()
const { page, complaints } = await open()
await page.goto(`${served.origin}/`)
await page.locator('html[data-cells]').waitFor()
const cells = ((await page.locator('html').getAttribute('data-cells')) ?? '').split(' ')
const chosen = cells.filter((cell) => wanted.length === 0 || wanted.some((part) => cell.includes(part)))
for (const cell of chosen)
  for (const [width, theme] of [
    [320, 'light'],
    [390, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: width > 800 ? 900 : 780 })
    await page.goto(`${served.origin}/#${cell}/${theme}`)
    await page.locator(`html[data-cell="${cell}"]`).waitFor()
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: join(out, 'screens', `${cell.replace('/', '-')}-${width}.png`), fullPage: true })
  }
for (const complaint of complaints) console.error(`✗ ${complaint}`)
console.log(`${chosen.length} states, in ${join(out, 'screens')}`)
await close()
await served.close()
