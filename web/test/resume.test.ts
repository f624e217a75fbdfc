import { ordinaryAccount } from '@holdfast/devnet'
import { tiered } from '@holdfast/testkit/tier'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { depositor, lock, openBox, ownActor } from './flows.js'
import { FAILED_REQUEST, hasBrowser } from './openBrowser.js'
import { type Person, readCode, review, setWebStage, type WebStage } from './webStage.js'

const deepTest = test.skipIf(tiered(true, false))

describe.skipIf(!hasBrowser)('what was begun and not seen to end', () => {
  let web: WebStage
  beforeAll(async () => {
    web = await setWebStage()
  })
  afterEach((context) => web.clear(context))
  afterAll(() => web?.close())

  /** Lets time pass for a page until it shows something. */
  async function passUntil(page: Page, isShown: () => Promise<boolean>): Promise<void> {
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000)
        return isShown()
      })
      .toBe(true)
  }

  test('a claim that the service has made is not called unsent where the node does not answer', async () => {
    const { id, secret } = await lock(await web.stage.actor())
    const { page, allow } = await web.browser.open()
    allow(FAILED_REQUEST)
    await page.goto(`${web.served.origin}/#/claim/5042002/${id}`)
    await page.getByLabel('Code').fill(secret)
    let rounds = 0
    await page.route('**/api/gasless-claim', async (route) => {
      rounds += 1
      const response = await route.fetch()
      // From now on for this page alone.
      await page.route(`${web.stage.devnet.primary.rpcUrl}**`, (asked) => asked.abort())
      await route.fulfill({ response })
    })
    await page.clock.install()
    await page.getByRole('button', { name: 'Claim without gas' }).click()
    const unknown = page.getByText('The outcome is not known yet')
    const said = page.getByText(/^(Nothing was sent, and no money moved\.|The network does not answer\. This)/)
    await passUntil(page, async () => (await unknown.isVisible()) && (await said.first().isVisible()))
    // Longer than the page looks before it would ask once more.
    for (let second = 0; second < 60; second++) await page.clock.runFor(1_000)
    expect(await page.getByText('Nothing was sent').count()).toBe(0)
    expect(await unknown.count()).toBe(1)
    await page.unroute(`${web.stage.devnet.primary.rpcUrl}**`)
    await passUntil(page, () => page.getByRole('heading', { name: '25 USDC claimed' }).isVisible())
    expect(rounds).toBe(1)
  })

  deepTest('a claim of which the service gave no answer: what the chain says is all that is said', async () => {
    const { id, secret } = await lock(await web.stage.actor())
    const { page, allow } = await web.browser.open()
    allow(FAILED_REQUEST)
    await page.goto(`${web.served.origin}/#/claim/5042002/${id}`)
    await page.getByLabel('Code').fill(secret)
    await page.route('**/api/gasless-claim', async (route) => {
      await route.fetch()
      await page.context().setOffline(true)
      await route.abort()
    })
    await page.getByRole('button', { name: 'Claim without gas' }).click()
    const inDoubt = page.getByRole('heading', { name: 'It is not known yet whether money moved.' })
    await inDoubt.waitFor()
    await page.getByText('The network does not answer. This').waitFor()
    expect(await page.getByText('Nothing was sent, and no money moved.').count()).toBe(0)
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Already claimed' }).waitFor()
    expect(await inDoubt.count()).toBe(0)
  })

  deepTest('a link that is over, and whose secret is deleted, leaves the list of the others as it is', async () => {
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

  test('a new code that waits for the wallet in one tab is not deleted in another one', async () => {
    const sender = await ownActor(web)
    const { id } = await lock(sender)
    const { page, wallet, openTab, complaints } = await web.openAs(`/transfer/5042002/${id}`, {}, sender.account)
    let answer = () => {}
    wallet.knobs.beforeSending = () =>
      new Promise<void>((resolve) => {
        answer = resolve
      })
    for (const _ of ['asks', 'acts']) await page.getByRole('button', { name: 'Set a new code' }).click()
    await expect.poll(wallet.prompts).toBe(1)
    const other = await openTab()
    await other.goto(`${web.served.origin}/#/settings`)
    await other.getByRole('button', { name: 'Delete everything here' }).click()
    await other.getByRole('button', { name: 'Delete it for good' }).click()
    await other.getByText('It could not be deleted. Close the other tabs').waitFor()
    answer()
    const code = await readCode(page)
    await page.reload()
    expect(await readCode(page)).toBe(code)
    // Nothing waits any more.
    await other.getByRole('button', { name: 'Delete everything here' }).click()
    await other.getByRole('button', { name: 'Delete it for good' }).click()
    await other.getByText('Deleted. No payment').waitFor()
    expect(complaints).toEqual([])
  })

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

  deepTest(
    'a journal that cannot be read is not called empty: neither of a code, nor of a link, nor of what is open',
    async () => {
      const { page, openTab, complaints } = await web.openAs('/')
      await review(page, ordinaryAccount().address)
      await page.getByRole('button', { name: /^Send 25/ }).click()
      await readCode(page)
      const payment = new URL(page.url()).hash
      await page.goto(`${web.served.origin}/#/link`)
      await page.getByLabel('Amount').fill('15')
      await page.getByRole('button', { name: 'Review the link' }).click()
      await page.getByRole('button', { name: /and make the link$/ }).click()
      await page.getByRole('button', { name: 'Copy the link' }).waitFor()
      const link = new URL(page.url()).hash
      await page.goto(`${web.served.origin}/#/people`)
      // Nothing is read before the page is needed.
      await page.reload()
      await page.getByRole('button', { name: /^0x/ }).waitFor()
      // A newer version in another tab takes the database over, and this page must let go of it.
      const newer = await openTab()
      await newer.goto(`${web.served.origin}/version.json`)
      await newer.evaluate(
        () =>
          new Promise<void>((resolve) => {
            const opening = indexedDB.open('holdfast', 2)
            opening.onsuccess = () => resolve(opening.result.close())
          }),
      )
      for (const [hash, shown] of [
        [payment, 'Take it back'],
        [link, 'Take it back'],
        ['#/links', undefined],
        ['#/sending/67e9bb721a791e3f06e0625b81194928', undefined],
      ] as const) {
        await page.goto(`${web.served.origin}/${hash}`)
        await page.getByRole('button', { name: 'Check again' }).waitFor()
        if (shown !== undefined) await page.getByRole('button', { name: shown }).waitFor()
        expect(await page.getByText(/not (kept )?in this browser/).count()).toBe(0)
      }
      expect(complaints).toEqual([])
    },
  )

  /** Changes the newest row of the journal, as another version may have written it. No value takes the field out. */
  function changeRow(page: Page, path: readonly string[], value?: unknown): Promise<void> {
    return page.evaluate(
      ([path, value]) =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open('holdfast')
          opening.onsuccess = () => {
            const change = opening.result.transaction('journal', 'readwrite')
            const rows = change.objectStore('journal')
            const reading = rows.getAll()
            reading.onsuccess = () => {
              const row = reading.result.at(-1)
              const holder = path.slice(0, -1).reduce((at, name) => at[name], row)
              const last = path.at(-1) ?? ''
              if (value === undefined) delete holder[last]
              else holder[last] = value
              rows.put(row, row.id)
            }
            change.oncomplete = () => resolve(opening.result.close())
          }
        }),
      [path, value] as const,
    )
  }

  /** Begins a transfer over the Bridge whose first transaction the wallet never answers, and loads the page again. */
  async function beginBridge({ page, wallet }: Pick<Person, 'page' | 'wallet'>): Promise<void> {
    await page.getByLabel('Amount that arrives').fill('25')
    await page.getByText(/^Fee at most/).waitFor()
    await page.getByRole('button', { name: 'Review' }).click()
    wallet.knobs.isClosed = true
    await page.getByRole('button', { name: /^Move 25/ }).click()
    await expect.poll(wallet.prompts).toBe(1)
    wallet.knobs.isClosed = false
  }

  deepTest('rows that another version has written differently can be closed, and stop no page', async () => {
    const bridge = await web.openAs('/bridge')
    await beginBridge(bridge)
    await changeRow(bridge.page, ['progress', 'bridge', 'from'], 'Another_Network')
    await bridge.page.reload()
    await bridge.page.getByRole('button', { name: 'Close this note' }).click()
    await expect.poll(() => bridge.page.getByRole('button', { name: 'Close this note' }).count()).toBe(0)

    const { box, owner } = await openBox(web, { holds: 15_000_000n })
    const { page, wallet, complaints } = await web.openAs(`/box/5042002/${box}`, {}, owner)
    await page.getByRole('textbox', { name: 'Pay' }).fill('5')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    wallet.knobs.isClosed = true
    await page.getByRole('button', { name: /^Pay 5/ }).click()
    await expect.poll(wallet.prompts).toBe(1)
    await changeRow(page, ['params', 'plan', 'effects'], [{ balance: 'unchanged' }])
    await changeRow(page, ['params', 'plan', 'params', 'owner'])
    await page.reload()
    await page.getByRole('button', { name: 'Close this note' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Close this note' }).count()).toBe(0)
    expect([...bridge.complaints, ...complaints]).toEqual([])
  })

  deepTest('what goes on with a transfer does nothing offline, and nothing by itself afterward', async () => {
    const { page, wallet, allow } = await web.openAs('/bridge')
    allow(FAILED_REQUEST)
    await beginBridge({ page, wallet })
    await page.reload()
    const goOn = page.getByRole('button', { name: 'Check and continue' })
    await goOn.waitFor()
    await page.getByRole('button', { name: /^0x/ }).waitFor()
    await leaveAndReturn(page, goOn)
    expect(wallet.prompts()).toBe(1)
    await goOn.waitFor()
  })

  deepTest('what asks for the outcome of a spend does nothing offline, and nothing by itself afterward', async () => {
    const { account } = await depositor(web)
    const { page, allow } = await web.openAs('/hub', {}, account)
    allow(FAILED_REQUEST)
    await page.getByText('You can use').waitFor()
    await page.getByLabel('Amount that arrives').fill('10')
    await page.getByText(/^Fee at most/).waitFor()
    await page.getByRole('button', { name: 'Review' }).click()
    let asked = 0
    await page.route('**/v1/transfer*', (route) => {
      asked += 1
      return route.abort()
    })
    await page.getByRole('button', { name: 'Move 10 USDC' }).click()
    await expect.poll(() => asked).toBeGreaterThan(0)
    await page.reload()
    const find = page.getByRole('button', { name: 'Find out' })
    await find.waitFor()
    const before = asked
    await leaveAndReturn(page, find)
    await page.getByText(/^Fee at most|You can use/).waitFor()
    expect(asked).toBe(before)
    expect(await page.getByText('It is not known yet whether money moved').count()).toBe(0)
  })

  test('an action on a payment that was asked about before the network went does nothing offline', async () => {
    const sender = await ownActor(web)
    const { id } = await lock(sender)
    const { page, wallet, allow } = await web.openAs(`/transfer/5042002/${id}`, {}, sender.account)
    allow(FAILED_REQUEST)
    const cancel = page.getByRole('button', { name: 'Take it back' })
    await cancel.click()
    await page.getByText('The whole amount returns to you at once.').waitFor()
    await leaveAndReturn(page, cancel)
    // It is still asked about.
    await page.getByText('The whole amount returns to you at once.').waitFor()
    expect(wallet.prompts()).toBe(0)
    await cancel.click()
    await page.getByText('Taken back', { exact: true }).waitFor()
    expect(wallet.prompts()).toBe(1)
  })

  /** Presses a button while the network is away. */
  async function leaveAndReturn(page: Page, button: Locator): Promise<void> {
    const said = page.getByText(/^You are offline\. Nothing is sent/)
    await page.context().setOffline(true)
    await said.waitFor()
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await button.click({ force: true })
    await page.context().setOffline(false)
    await said.waitFor({ state: 'detached' })
  }
})
