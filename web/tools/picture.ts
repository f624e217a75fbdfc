/**
 * Draws the first picture of the README from a real walk in a real browser, on a devnet: `npm run picture -w web`. The claim code is
 * masked.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startDevnet } from '@holdfast/devnet'
import type { Page } from 'playwright-core'
import { openBrowser } from '../test/openBrowser.js'
import { servePage } from '../test/servePage.js'
import { buildPage } from './buildPage.js'

const file = fileURLToPath(new URL('../../docs/app.png', import.meta.url))
const size = { width: 430, height: 760 }
const code = /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/
const directory = mkdtempSync(join(tmpdir(), 'holdfast-picture-'))
await buildPage('loopback', join(directory, 'page'))
const devnet = await startDevnet()
const served = await servePage(join(directory, 'page'))
served.settings.devnet = devnet.url
const browser = await openBrowser()
try {
  const { page } = await browser.open({
    viewport: size,
    colorScheme: 'light',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.goto(`${served.origin}/#/`)
  await page.getByRole('button', { name: 'Start as Alice' }).click()
  await page.getByText('You have 500').waitFor()
  await page.getByRole('button', { name: 'Attack me' }).click()
  const copyBait = page.getByRole('button', { name: 'Copy the address of row 1' })
  await copyBait.click()
  await page.locator('.walk').evaluate((walk) => scrollTo(0, walk.getBoundingClientRect().top + scrollY - 24))
  const attacked = await shoot(page)

  const recipient = page.getByLabel('Recipient’s address')
  await recipient.focus()
  await page.keyboard.press('ControlOrMeta+v')
  const stop = page.getByRole('dialog', { name: 'Do not pay this address' })
  await stop.waitFor()
  const stopped = await shoot(page)

  await stop.getByRole('button', { name: 'Go back' }).click()
  await page.getByRole('button', { name: 'Copy Bob’s address' }).click()
  await recipient.focus()
  await page.keyboard.press('ControlOrMeta+v')
  await page.getByLabel('Amount').fill('25')
  await page.getByRole('button', { name: 'Review the payment' }).click()
  await page.getByRole('button', { name: /^Send 25/ }).click()
  await page.getByText(code).evaluate((shown) => {
    shown.textContent = '····-····-····-····'
  })
  await page.evaluate(() => scrollTo(0, 0))
  const paid = await shoot(page)
  writeFileSync(file, await beside([attacked, stopped, paid]))
  console.log(`wrote ${file}`)
} finally {
  await browser.close()
  await served.close()
  await devnet.stop()
  rmSync(directory, { recursive: true, force: true })
}

async function shoot(page: Page): Promise<string> {
  await page.evaluate(() => document.fonts.ready)
  return (await page.screenshot({ animations: 'disabled', caret: 'hide' })).toString('base64')
}

/** One picture of several, in the order of the walk. */
async function beside(shots: readonly string[]): Promise<Buffer> {
  const gap = 24
  const { page } = await browser.open({
    viewport: { width: shots.length * (size.width + gap) + gap, height: size.height + 2 * gap },
  })
  const images = shots.map((shot) => `<img src="data:image/png;base64,${shot}">`).join('')
  const style = `body{margin:0;padding:${gap}px;display:flex;gap:${gap}px;background:#e4e1d6}img{border-radius:12px}`
  await page.setContent(`<style>${style}</style>${images}`)
  return page.screenshot()
}
