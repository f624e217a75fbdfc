import { type Devnet, startDevnet } from '@holdfast/devnet'
import type { Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FAILED_REQUEST, hasBrowser } from './openBrowser.js'
import { readCode, setWebStage, type WebStage } from './webStage.js'

describe.skipIf(!hasBrowser)('the walk of a newcomer', () => {
  let web: WebStage

  beforeAll(async () => {
    web = await setWebStage()
  })
  afterAll(() => web?.close())

  test('without a wallet: is attacked, copies the bait, is stopped, pays Bob, and claims as Bob in a second tab', async () => {
    const { page, complaints } = await web.browser.open({ permissions: ['clipboard-read', 'clipboard-write'] })
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    const pasteCopied = async () => {
      await page.getByLabel('Recipient’s address').focus()
      await page.keyboard.press('ControlOrMeta+v')
    }
    await page.goto(`${web.served.origin}/#/`)
    await page.getByRole('button', { name: 'Start as Alice' }).click()
    await page.getByText('You have 500').waitFor()
    const alice = page.getByRole('button', { name: /^0x/ })
    const shown = await alice.textContent()
    // A reload keeps her, with what she has, and sends nothing.
    const sent: string[] = []
    const note = (request: Request) => {
      if (/faucet|eth_sendRawTransaction/.test(`${request.url()} ${request.postData()}`)) sent.push(request.url())
    }
    page.on('request', note)
    await page.reload()
    await page.getByText('You have 500').waitFor()
    expect(await alice.textContent()).toBe(shown)
    expect(sent).toEqual([])
    page.off('request', note)
    await page.getByRole('button', { name: 'Attack me' }).click()

    // The same attack took the money of a client without a firewall.
    await page.getByText(/Zoe.*her 5\sUSDC are gone/).waitFor()
    await page.getByRole('button', { name: 'Copy the address of row 1' }).click()
    const bait = await copied()
    const ends = (address: string) => `${address.slice(0, 6)}${address.slice(-4)}`.toLowerCase()
    await pasteCopied()
    const stop = page.getByRole('dialog', { name: 'Do not pay this address' })
    await stop.waitFor()
    await stop.getByRole('button', { name: 'Go back' }).click()

    await page.getByRole('button', { name: 'Copy Bob’s address' }).click()
    const bob = await copied()
    expect([ends(bob), bob === bait]).toEqual([ends(bait), false])
    await pasteCopied()
    await page.getByLabel('Amount').fill('25')
    await page.getByRole('button', { name: 'Review the payment' }).click()
    await page.getByRole('button', { name: /^Send 25/ }).click()
    await readCode(page)
    await page.getByText('A link with the code in it').click()
    await page.getByRole('button', { name: 'Copy the link with the code in it' }).click()

    const second = await page.context().newPage()
    await second.goto(await copied())
    await second.getByRole('button', { name: 'Claim without gas' }).click()
    await second.getByText('25 USDC claimed').waitFor()
    expect(await web.stage.balanceOf(bob as `0x${string}`)).toBe(30_000_000n)
    expect(await web.stage.balanceOf(bait as `0x${string}`)).toBe(0n)
    expect(complaints).toEqual([])
  })

  test('a devnet that was started again does not know Alice: she has 500 USDC again, after a reload or in a page that stayed open', async () => {
    const { settings, origin } = web.served
    const shared = settings.devnet
    let own: Devnet = await startDevnet({ blockTimeMs: 50 })
    const restart = async () => {
      await own.stop()
      own = await startDevnet({ blockTimeMs: 50, port: Number(new URL(own.url).port) })
    }
    try {
      settings.devnet = own.url
      const { page, allow } = await web.browser.open()
      // What it asks while there is no devnet.
      allow(FAILED_REQUEST)
      await page.goto(`${origin}/#/`)
      await page.getByRole('button', { name: 'Start as Alice' }).click()
      await page.getByText('You have 500').waitFor()
      const shown = await page.getByRole('button', { name: /^0x/ }).textContent()

      await restart()
      await page.reload()
      await page.getByText('You have 500').waitFor()
      expect(await page.getByRole('button', { name: /^0x/ }).textContent()).toBe(shown)

      await restart()
      await page.getByRole('button', { name: 'Attack me' }).click()
      await page.getByText(/Zoe.*her 5\sUSDC are gone/).waitFor()
    } finally {
      settings.devnet = shared ?? ''
      await own.stop()
    }
  })
})
