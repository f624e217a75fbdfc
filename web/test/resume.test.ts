import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
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
})
