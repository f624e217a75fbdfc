import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBox } from './flows.js'
import { hasBrowser } from './openBrowser.js'
import { setWebStage, type WebStage } from './webStage.js'

describe.skipIf(!hasBrowser)('what was begun and not seen to end', () => {
  let web: WebStage
  beforeAll(async () => {
    web = await setWebStage()
  })
  afterEach((context) => web.clear(context))
  afterAll(() => web?.close())

  test('a link that is over, and whose secret is deleted, leaves the list of the others as it is', async () => {
    const { page, complaints } = await web.openAs('/link')
    await page.getByLabel('Amount').fill('15')
    await page.getByRole('button', { name: 'Review the link' }).click()
    await page.getByRole('button', { name: /and make the link$/ }).click()
    await page.getByRole('button', { name: 'Copy the link' }).waitFor()
    const id = /\d+$/.exec(page.url())?.[0]
    for (const _ of ['asks', 'acts']) await page.getByRole('button', { name: 'Take it back' }).click()
    await page.getByText('taken back', { exact: true }).first().waitFor()
    // Deletes what is of no use any more.
    await page.goto(`${web.served.origin}/#/transfer/5042002/${id}`)
    await page.getByRole('status').getByText('Taken back').waitFor()
    await expect.poll(() => sealedBytes(page)).toBeLessThan(30)
    await page.goto(`${web.served.origin}/#/links`)
    await page.getByRole('main').getByText('taken back').waitFor()
    expect(complaints).toEqual([])
  })

  /** How many bytes the only row of the journal holds of secrets: an empty object is shorter than a secret. */
  function sealedBytes(page: Page): Promise<number> {
    return page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open('holdfast')
          opening.onsuccess = () => {
            const reading = opening.result.transaction('journal').objectStore('journal').getAll()
            reading.onsuccess = () => resolve(reading.result[0].secret.bytes.byteLength)
          }
        }),
    )
  }

  test('a payment that goes on in one tab, and whose note another tab has closed, is open again', async () => {
    const { box, owner } = await openBox(web, { holds: 15_000_000n })
    const { page, wallet, openTab, complaints } = await web.openAs(`/box/5042002/${box}`, {}, owner)
    const pay = page.getByRole('button', { name: /^Pay 5/ })
    const goOn = page.getByRole('button', { name: 'Check and continue' })
    await page.getByRole('textbox', { name: 'Pay' }).fill('5')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    wallet.knobs.isClosed = true
    await pay.click()
    await expect.poll(wallet.prompts).toBe(1)
    await page.reload()
    wallet.knobs.isClosed = false
    await goOn.click()
    await pay.waitFor()
    const other = await openTab()
    await other.goto(page.url())
    await other.getByRole('button', { name: 'Close this note' }).click()
    await expect.poll(() => other.getByRole('button', { name: 'Close this note' }).count()).toBe(0)
    wallet.knobs.silentAt = 1
    await pay.click()
    await expect.poll(wallet.sent).toBe(1)
    await page.reload()
    await goOn.waitFor()
    expect(complaints).toEqual([])
  })
})
