import { readFile, writeFile } from 'node:fs/promises'
import { ordinaryAccount } from '@holdfast/devnet'
import { primaryChain } from '@holdfast/sdk/chain'
import { formatPaymentLink, type PaymentLink } from '@holdfast/sdk/links'
import { paymentRequestLink, signPaymentRequest } from '@holdfast/sdk/requests'
import { craftLookalike } from '@holdfast/sdk/risk'
import { deriveStealthKeys, STEALTH_KEY_MESSAGE } from '@holdfast/sdk/stealth'
import { generateClaimCode } from '@holdfast/sdk/transfer'
import { addressWords } from '@holdfast/sdk/words'
import { tiered } from '@holdfast/testkit/tier'
import type { Download, Page } from 'playwright-core'
import encodeQR from 'qr'
import { type Address, createWalletClient, erc20Abi, getAddress, http, numberToHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { parseValues } from '../src/journal/valuesText.js'
import { lock, openLink } from './flows.js'
import { holdAnswers } from './late.js'
import { hasBrowser } from './openBrowser.js'
import { openRoutes } from './openRoutes.js'
import { stubWallet } from './walletStub.js'
import { connect, fillIn, pasteExchanged, readCode, review, setWebStage, type WebStage } from './webStage.js'

describe.skipIf(!hasBrowser || tiered(true, false))('the screens of every day', () => {
  let web: WebStage
  beforeAll(async () => {
    web = await setWebStage()
  })
  afterEach((context) => web.clear(context))
  afterAll(() => web?.close())
  const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

  const open = (...given: Parameters<WebStage['openAs']>) => web.openAs(...given)
  const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

  async function transfer(account: PrivateKeyAccount, to: Address, amount: bigint): Promise<void> {
    const { primary } = web.stage.devnet
    const wallet = createWalletClient({ account, chain: primaryChain, transport: http(primary.rpcUrl) })
    const hash = await wallet.writeContract({
      address: primary.usdc,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [to, amount],
    })
    await web.stage.publicClient.waitForTransactionReceipt({ hash })
  }

  /** Makes a payment link, and returns it as it is copied. */
  async function makeLink(page: Page, amount: string, isReleased = false): Promise<string> {
    await page.getByLabel('Amount').fill(amount)
    if (isReleased) await page.getByLabel(/^Pay only after I release it/).check()
    await page.getByRole('button', { name: 'Review the link' }).click()
    await page.getByRole('button', { name: /and make the link$/ }).click()
    await page.getByRole('button', { name: 'Copy the link' }).click()
    return copied(page)
  }

  test('the holder of a link is paid without wallet and gas, and nothing happens before the press', async () => {
    const { page, complaints } = await open('/link', clipboard)
    const link = await makeLink(page, '15')
    expect(link).toMatch(/#\/pay\/\d+\/\d+\/[\w-]{43}$/)
    expect(page.url()).not.toContain(link.slice(-43))
    const bob = ordinaryAccount().address
    const holder = await web.browser.open()
    await holder.page.goto(link)
    await holder.page.getByRole('heading', { name: '15 USDC for the holder of this link' }).waitFor()
    expect(holder.page.url()).not.toContain(link.slice(-43))
    await holder.page.getByLabel('Your address').fill(bob)
    expect(await web.stage.balanceOf(bob)).toBe(0n)
    await holder.page.getByRole('button', { name: 'Take the money, without gas' }).click()
    await holder.page.getByRole('heading', { name: '15 USDC is yours' }).waitFor()
    expect(await web.stage.balanceOf(bob)).toBe(15_000_000n)
    await page.goto(`${web.served.origin}/#/links`)
    await page.getByText('15 USDC, claimed').waitFor()
    expect([...complaints, ...holder.complaints]).toEqual([])
  })

  test('a page in a folder of its host: its links lead to it, and not to the root of the host', async () => {
    const { page, complaints } = await open('/settings', clipboard)
    await page.goto(`${web.served.inFolder}#/link`)
    await page.getByRole('button', { name: /^0x/ }).waitFor()
    const link = await makeLink(page, '15')
    expect(link).toMatch(new RegExp(`^${web.served.inFolder}#/pay/`))
    const holder = await web.browser.open()
    await holder.page.goto(link)
    await holder.page.getByRole('heading', { name: '15 USDC for the holder of this link' }).waitFor()
    await page.goto(`${web.served.inFolder}#/links`)
    await page.getByRole('button', { name: 'Copy the link' }).click()
    expect(await copied(page)).toBe(link)
    await page.goto(`${web.served.inFolder}#/ask`)
    await page.getByLabel('Amount').fill('12')
    await page.getByRole('button', { name: 'Sign the request' }).click()
    await page.getByRole('button', { name: 'Copy the link' }).click()
    expect(await copied(page)).toMatch(new RegExp(`^${web.served.inFolder}#/request/`))
    expect([...complaints, ...holder.complaints]).toEqual([])
  })

  test('a link with release pays only whom the sender has seen', async () => {
    const { page, complaints } = await open('/link', clipboard)
    const link = await makeLink(page, '20', true)
    const bob = ordinaryAccount().address
    const holder = await web.browser.open()
    await holder.page.goto(link)
    await holder.page.getByLabel('Your address').fill(bob)
    await holder.page.getByRole('button', { name: /^Ask the sender to release it/ }).click()
    await holder.page.getByRole('heading', { name: 'The sender was asked' }).waitFor()
    await page.getByText('The holder of the link asks to be paid').waitFor()
    expect(await web.stage.balanceOf(bob)).toBe(0n)
    await page.getByLabel(/^Groups 5 and 6/).fill(bob.slice(18, 26))
    await page.getByRole('button', { name: 'Release the money to this address' }).click()
    await holder.page.getByRole('heading', { name: '20 USDC is yours' }).waitFor()
    expect(await web.stage.balanceOf(bob)).toBe(20_000_000n)
    expect([...complaints, ...holder.complaints]).toEqual([])
  })

  test.each([
    ['/people', 'Address'],
    ['/activity', 'Address to look at'],
    ['/boxes/new', 'Recipient’s address'],
    ['/bridge', 'Recipient’s address'],
    ['/hub', 'Recipient’s address'],
    ['/pay', 'Your address'],
  ])('%s: an address that a program exchanges while it is pasted is stopped', async (route, label) => {
    const { page, complaints } = await web.browser.open()
    const path = route === '/pay' ? (await openLink(web)).link.replace(/^.*#/, '') : route
    await page.goto(`${web.served.origin}/#${path}`)
    const [bob, thief] = [ordinaryAccount().address, ordinaryAccount().address]
    const field = page.getByLabel(label, { exact: true })
    const other = page.getByText('To another account')
    await field.or(other).first().waitFor()
    if (!(await field.isVisible())) await other.click()
    await field.fill('')
    await pasteExchanged(field, bob, thief)
    const stop = page.getByRole('dialog', { name: 'The pasted text was changed' })
    await stop.getByText(/of 40 characters differ/).waitFor()
    await stop.getByRole('button', { name: 'Go back' }).click()
    expect(await field.inputValue()).toBe('')
    expect(complaints).toEqual([])
  })

  test.each(openRoutes)(
    '%s: the title of the page is its one heading, and both live regions are there and empty',
    async (path, heading) => {
      const { page } = await web.browser.open()
      await page.goto(`${web.served.origin}/#${path}`)
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      await expect.poll(() => page.title()).toBe(`${heading} · Holdfast`)
      for (const [id, role] of [
        ['live-polite', 'status'],
        ['live-assertive', 'alert'],
      ])
        expect(await page.locator(`#${id}[role=${role}]`).textContent()).toBe('')
    },
  )

  test('names in a file of contacts: nothing that cannot be seen, no markup, and no wider than a phone', async () => {
    const { page } = await web.browser.open({ viewport: { width: 320, height: 700 } })
    await page.goto(`${web.served.origin}/#/people`)
    const names = ['\u202eecilA', 'Bo\u200bb', '<img src=x onerror=alert(1)>', 'W'.repeat(40), 'x'.repeat(100_000)]
    const contacts = names.map((name) => ({ address: ordinaryAccount().address, name }))
    for (const contact of contacts)
      await page.locator('input[type=file]').setInputFiles({
        name: 'contacts.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify({ type: 'holdfast:contacts', v: 1, contacts: [contact] })),
      })
    await page.getByText('W'.repeat(40)).waitFor()
    const text = await page.locator('main').textContent()
    expect(text).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/)
    expect(text).not.toContain('x'.repeat(100))
    expect(await page.locator('main img').count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })

  /** Adds a list of new contacts from a file. */
  async function loadContacts(page: Page, count: number): Promise<void> {
    const contacts = Array.from({ length: count }, (_, index) => {
      return { address: ordinaryAccount().address, name: `Person ${index}` }
    })
    await page.locator('input[type=file]').setInputFiles({
      name: 'contacts.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ type: 'holdfast:contacts', v: 1, contacts })),
    })
  }

  test('a long list of contacts is stored whole, and drawn in parts', async () => {
    const { page, complaints } = await web.browser.open()
    await page.goto(`${web.served.origin}/#/people`)
    await loadContacts(page, 120)
    await page.getByText('120 added, 0 left out').waitFor()
    const drawn = page.locator('.ledger > li')
    expect(await drawn.count()).toBe(50)
    await page.getByRole('button', { name: 'Show more: 70 left' }).click()
    await page.getByRole('button', { name: 'Show more: 20 left' }).click()
    expect(await drawn.count()).toBe(120)
    expect(complaints).toEqual([])
  })

  test('a list of contacts that could not be stored whole is not called added, nor the file wrong, nor is money in doubt', async () => {
    const { page, complaints } = await web.browser.open()
    await page.goto(`${web.served.origin}/#/people`)
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype
      let puts = 0
      IDBObjectStore.prototype.put = function (...given) {
        puts += 1
        if (puts === 3) throw new DOMException('No room.', 'QuotaExceededError')
        return put.apply(this, given)
      }
    })
    await loadContacts(page, 5)
    const main = page.getByRole('main')
    await main.getByText('Person 1').waitFor()
    await main.getByText('Nothing was sent, and no money moved.').waitFor()
    await main.getByText('Allow this page to store data, or free some space.').waitFor()
    expect(await page.getByText(/added/).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('without a devnet the page that runs on this machine offers no burner wallet', async () => {
    const offered = async () => {
      const { page } = await web.browser.open()
      await page.goto(`${web.served.origin}/#/settings`)
      await page.getByRole('button', { name: 'Connect wallet' }).click()
      await page.getByRole('dialog').waitFor()
      return page.getByRole('dialog').getByText('Burner wallet')
    }
    await (await offered()).first().waitFor()
    const { devnet = '' } = web.served.settings
    delete web.served.settings.devnet
    try {
      const burner = await offered()
      await burner.page().getByText('No wallet was found').first().waitFor()
      expect(await burner.count()).toBe(0)
    } finally {
      web.served.settings.devnet = devnet
    }
  })

  test('a link that was loaded again has no secret any more, and says so', async () => {
    const { page } = await web.browser.open()
    await page.goto(`${web.served.origin}/#/pay/5042002/1`)
    await page.getByRole('heading', { name: 'Open the link once more' }).waitFor()
  })

  /** A photo of a QR code, as JPEG. */
  async function photograph(text: string): Promise<Buffer> {
    const { page } = await web.browser.open({ viewport: { width: 640, height: 480 } })
    await page.setContent(encodeQR(text, 'svg', { ecc: 'medium', border: 4 }))
    const svg = page.locator('svg')
    // A hand is not straight.
    await svg.evaluate((shape) =>
      shape.setAttribute('style', 'width: 400px; margin: 30px 110px; transform: rotate(7deg)'),
    )
    const photo = await page.screenshot({ type: 'jpeg' })
    await page.context().close()
    return photo
  }

  test('a claim link is read off the screen of the sender by the camera, and is claimed', async () => {
    const { page, complaints } = await open()
    const bob = ordinaryAccount().address
    await review(page, bob)
    await page.getByRole('button', { name: /^Send 25/ }).click()
    const code = await readCode(page)
    await page.getByText('Show the QR code').click()
    await page.locator('.qr svg').scrollIntoViewIfNeeded()
    await writeFile(web.browser.camera, await page.screenshot({ type: 'jpeg' }))

    const holder = await web.browser.open()
    await holder.page.addInitScript(() => {
      const { mediaDevices } = navigator
      const ask = mediaDevices.getUserMedia.bind(mediaDevices)
      mediaDevices.getUserMedia = async (wanted) => Object.assign(globalThis, { opened: await ask(wanted) }).opened
    })
    await holder.page.goto(`${web.served.origin}/#/claim`)
    await holder.page.getByRole('link', { name: 'Scan a QR code' }).click()
    await holder.page.getByRole('heading', { name: '25 USDC for you to claim' }).waitFor()
    expect(await holder.page.evaluate(() => Reflect.get(globalThis, 'opened').active)).toBe(false)
    expect(await web.stage.balanceOf(bob)).toBe(0n)
    await holder.page.getByLabel('Code').fill(code)
    await holder.page.getByRole('button', { name: 'Claim without gas' }).click()
    await holder.page.getByRole('heading', { name: '25 USDC claimed' }).waitFor()
    expect(await web.stage.balanceOf(bob)).toBe(25_000_000n)

    await writeFile(web.browser.camera, await photograph('https://shop.example/menu#/table/12'))
    await holder.page.goto(`${web.served.origin}/#/scan`)
    await holder.page.getByText('https://shop.example/menu#/table/12').waitFor()
    expect(holder.page.url()).toBe(`${web.served.origin}/#/scan`)
    expect([...complaints, ...holder.complaints]).toEqual([])
  })

  test('without a camera a picture is read: each kind of code goes to its own page', async () => {
    const { page, complaints } = await web.browser.open()
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = async () => {
        throw new DOMException('', location.search.slice(1))
      }
    })
    const faults = [...cameraFaults]
    const choose = async (buffer: Buffer) => {
      const [fault = '', heading = ''] = faults.shift() ?? []
      await page.goto(`${web.served.origin}/?${fault}#/scan`)
      await page.getByRole('heading', { name: heading }).waitFor()
      await page.getByRole('button', { name: 'Try the camera again' }).click()
      await page.getByRole('heading', { name: heading }).waitFor()
      await page.getByLabel('Choose a picture').setInputFiles({ name: 'code.jpg', mimeType: 'image/jpeg', buffer })
    }
    await choose(await page.screenshot({ type: 'jpeg' }))
    await page.getByText('No QR code was found in this picture').waitFor()
    const link: PaymentLink = {
      kind: 'payment',
      chainId: primaryChain.id,
      transferId: 9n,
      linkSecret: `0x${'5a'.repeat(32)}`,
    }
    await choose(await photograph(formatPaymentLink(link, 'https://pay.example')))
    await page.getByRole('heading', { name: 'There is no such payment' }).waitFor()
    expect(new URL(page.url()).hash).toBe(`#/pay/${primaryChain.id}/9`)
    const bob = ordinaryAccount().address
    await choose(await photograph(bob))
    await page.getByRole('heading', { name: 'Pay in USDC' }).waitFor()
    expect(await page.getByLabel('Recipient’s address').inputValue()).toBe(bob)
    expect(complaints).toEqual([])
  })

  test('activity: a protected payment is one row, and a bait is hidden with its reason', async () => {
    const { page, account, complaints } = await open()
    const [bob, carol] = [ordinaryAccount(), ordinaryAccount()]
    await transfer(account, carol.address, 5_000_000n)
    const thief = craftLookalike(carol.address)
    await review(page, bob.address)
    await page.getByRole('button', { name: /^Send 25/ }).click()
    await readCode(page)
    const { primary } = web.stage.devnet
    await primary.fund(bob.address, 2_000_000n)
    await transfer(bob, account.address, 100n)
    await page.goto(`${web.served.origin}/#/activity`)
    await page.getByText(/^25\sUSDC for/).waitFor()
    await page.getByText(/^5\sUSDC to/).waitFor()
    expect(await page.getByText('locked until').count()).toBe(1)
    await page.getByRole('button', { name: 'Show them' }).click()
    await page.getByText('A tiny amount from an address that you never paid').waitFor()
    expect(await page.locator('.ledger-hidden button').count()).toBe(0)
    expect(await page.getByText(thief).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('a request is signed, paid once, and asks before it is paid again; a changed one is refused', async () => {
    const payee = await open('/ask', clipboard)
    await payee.page.getByLabel('Amount').fill('12')
    await payee.page.getByLabel('What for').fill('Invoice 7')
    await payee.page.getByRole('button', { name: 'Sign the request' }).click()
    await payee.page.getByRole('button', { name: 'Copy the link' }).click()
    const link = await copied(payee.page)
    const path = link.slice(link.indexOf('#') + 1)
    const { page, complaints } = await open(path)
    await page.getByRole('heading', { name: 'You are asked for 12 USDC' }).waitFor()
    await page.getByRole('button', { name: 'Review the payment' }).click()
    await page.getByLabel(/^Groups 5 and 6/).fill(payee.account.address.slice(18, 26))
    await page.getByRole('button', { name: /^Send 12/ }).click()
    await readCode(page)
    await page.goto(link)
    await page.getByRole('heading', { name: 'You have paid this request before' }).waitFor()
    expect(await page.getByRole('button', { name: 'Review the payment' }).count()).toBe(0)
    const at = path.length - 20
    const changed = `${path.slice(0, at)}${path[at] === 'A' ? 'B' : 'A'}${path.slice(at + 1)}`
    await page.goto(`${web.served.origin}/#${changed}`)
    await page.getByRole('heading', { name: 'Do not pay this request' }).waitFor()
    expect([...complaints, ...payee.complaints]).toEqual([])
  })

  test('a link that is too long for a QR code says so, and is copied', async () => {
    const { page, complaints } = await open('/ask')
    const sign = page.getByRole('button', { name: 'Sign the request' })
    await sign.waitFor()
    // As where the page is deep in the folders of its host.
    await page.evaluate(() => history.replaceState(null, '', `/${'x'.repeat(900)}/${location.hash}`))
    await sign.click()
    await page.getByText('This link is too long for a QR code. Copy it.').waitFor()
    expect(await page.locator('.qr').count()).toBe(0)
    await page.getByRole('button', { name: 'Copy the link' }).waitFor()
    expect(complaints).toEqual([])
  })

  test.each([
    ['a payment', '/', 'Send 25 USDC'],
    ['a payment link', '/link', 'Lock 25 USDC and make the link'],
  ])('%s that another tab may have sent is not sent again from a review that was open', async (_, path, button) => {
    const { page, wallet, openTab, complaints } = await open(path)
    const [bob, other] = [ordinaryAccount().address, await openTab()]
    await other.goto(page.url())
    for (const tab of [page, other])
      if (path === '/') await review(tab, bob)
      else {
        await tab.getByLabel('Amount').fill('25')
        await tab.getByRole('button', { name: 'Review the link' }).click()
        await tab.getByText('Your wallet will ask').waitFor()
      }
    // Its window is still open when the tab that has asked for it is gone.
    Object.assign(wallet.knobs, { isClosed: true, answersBeforeClosed: 2 })
    await page.getByRole('button', { name: button }).click()
    await expect.poll(wallet.prompts).toBe(3)
    await page.close()
    await other.getByRole('button', { name: button }).click()
    await other.getByRole('heading', { name: /^Another tab has sent this, or may have/ }).waitFor()
    await other.getByRole('button', { name: 'Back' }).click()
    await other.getByText('1 payment is not finished.').waitFor()
    await other.getByText('Finish what is open above first').waitFor()
    await other.getByRole('link', { name: /Continue/ }).click()
    await other.getByText('Nothing was found on the chain so far').waitFor()
    expect(wallet.prompts()).toBe(3)
    expect(complaints).toEqual([])
  })

  test('a request that another tab has paid is not paid from a review that was open', async () => {
    const payee = await web.stage.actor()
    const link = paymentRequestLink(await signPaymentRequest(payee, { amount: 12_000_000n }), web.served.origin)
    const { page, wallet, openTab, complaints } = await open('/')
    const other = await openTab()
    for (const tab of [page, other]) await reviewRequest(tab, link, payee.address)
    await page.getByRole('button', { name: /^Send 12/ }).click()
    await readCode(page)
    const prompts = wallet.prompts()
    await other.getByRole('button', { name: /^Send 12/ }).click()
    await other.getByRole('heading', { name: 'You have paid this request before' }).waitFor()
    expect(wallet.prompts()).toBe(prompts)

    await other.getByRole('button', { name: 'I want to pay it again' }).click()
    await other.getByRole('button', { name: 'Review the payment' }).click()
    await other.getByLabel(/^Groups 5 and 6/).fill(payee.address.slice(18, 26))
    await other.getByRole('button', { name: /^Send 12/ }).click()
    await readCode(other)
    expect(wallet.prompts()).toBeGreaterThan(prompts)
    expect(complaints).toEqual([])
  })

  /** Opens the review of a request, up to its button. */
  async function reviewRequest(tab: Page, link: string, payee: Address): Promise<void> {
    await tab.goto(link)
    await tab.getByRole('button', { name: 'Review the payment' }).click()
    await tab.getByLabel(/^Groups 5 and 6/).fill(payee.slice(18, 26))
    await tab.getByText('Your wallet will ask').waitFor()
  }

  test('a request whose time is over is not paid from a review that was open', async () => {
    const payee = await web.stage.actor()
    const link = paymentRequestLink(await signPaymentRequest(payee, { amount: 12_000_000n }), web.served.origin)
    const { page, wallet, complaints } = await open('/')
    await reviewRequest(page, link, payee.address)
    // The time of the chain, for this page alone.
    await page.route(`${web.stage.devnet.primary.rpcUrl}**`, async (route) => {
      const response = await route.fetch()
      const later = (_: string, time: string) => `"timestamp":"${numberToHex(BigInt(time) + 8n * 86_400n)}"`
      await route.fulfill({ response, body: (await response.text()).replace(/"timestamp":"(0x[0-9a-f]+)"/g, later) })
    })
    await page.getByRole('button', { name: /^Send 12/ }).click()
    await page.getByRole('heading', { name: 'The time to pay this request is over' }).waitFor()
    expect(wallet.prompts()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('a request that one account is paying is not paid from another account', async () => {
    const payee = await web.stage.actor()
    const link = paymentRequestLink(await signPaymentRequest(payee, { amount: 12_000_000n }), web.served.origin)
    const { page, account, wallet, openTab, complaints } = await open('/')
    const second = ordinaryAccount().address
    await web.stage.devnet.primary.fund(second, 500_000_000n)
    await reviewRequest(page, link, payee.address)
    const other = await openTab()
    await other.goto(`${web.served.origin}/#/`)
    await other.getByRole('button', { name: /^0x/ }).waitFor()
    const shown = other.getByRole('button', { name: second.slice(0, 10) })
    // The account is drawn before the page listens to the wallet.
    await expect.poll(() => wallet.tell(other, { accounts: [second] }).then(() => shown.count())).toBe(1)
    await reviewRequest(other, link, payee.address)
    await wallet.tell(page, { accounts: [account.address] })
    // The window of the wallet stays open.
    wallet.knobs.isClosed = true
    await page.getByRole('button', { name: /^Send 12/ }).click()
    await expect.poll(wallet.prompts).toBe(1)
    await other.getByRole('button', { name: /^Send 12/ }).click()
    await other.getByRole('main').getByText('This request is being paid').waitFor()
    expect(wallet.prompts()).toBe(1)
    expect(complaints).toEqual([])
  })

  test('two quick presses are one payment, whose address stays in the page until it is made', async () => {
    const { page, wallet, complaints } = await open('/')
    await review(page, ordinaryAccount().address)
    // The window of the wallet stays open.
    wallet.knobs.isClosed = true
    await page.getByRole('button', { name: /^Send 25/ }).dblclick()
    await expect.poll(wallet.prompts).toBe(1)
    await page.getByText('Confirm it in your wallet').waitFor()
    expect(page.url()).toContain('#/sending/')
    expect(await page.getByText(/paying from this account/).count()).toBe(0)
    // The page is redrawn while the wallet is open, and goes on showing the payment.
    await page.context().setOffline(true)
    await page
      .getByText(/You are offline/)
      .first()
      .waitFor()
    await page.context().setOffline(false)
    await page.getByText('Confirm it in your wallet').waitFor()

    // From elsewhere in this tab, the same account waits for it, and the page says why.
    await page.evaluate(() => {
      location.hash = '#/link'
    })
    await page.getByLabel('Amount').fill('15')
    await page.getByRole('button', { name: 'Review the link' }).click()
    await page.getByRole('button', { name: /and make the link$/ }).click()
    await page.getByRole('main').getByText('This tab is still paying from this account').waitFor()
    expect(wallet.prompts()).toBe(1)
    expect(complaints).toEqual([])
  })

  test('a review that opens for another account than its form asks what a first payment of that account asks', async () => {
    const { page, wallet, account, complaints } = await open('/')
    const [bob, other] = [ordinaryAccount().address, ordinaryAccount().address]
    await web.stage.devnet.primary.fund(other, 100_000_000n)
    await transfer(account, bob, 50_000_000n)
    const held = await holdAnswers(page, `**/${web.served.fileOf('src/screens/send/ReviewScreen.tsx')}`, () => true)
    await fillIn(page, bob)
    await page.getByRole('button', { name: 'Review the payment' }).click()
    await held.isAsked()
    await wallet.tell(page, { accounts: [other] })
    await page.getByRole('button', { name: new RegExp(`^${other.slice(0, 8)}`, 'i') }).waitFor()
    await held.release()
    await page.getByText('Your wallet will ask').waitFor()
    await page.getByLabel(/^Groups 5 and 6/).waitFor()
    expect(wallet.prompts()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('a payment that is left while the wallet is silent: the page of its row is shown, and nothing takes the person away', async () => {
    const { page, wallet, account, complaints } = await open('/')
    const bob = ordinaryAccount().address
    await review(page, bob)
    const held = new Promise<void>((resolve) => {
      wallet.knobs.beforeSending = async (number) => {
        if (number < 3) return
        await page.getByRole('link', { name: 'Claim' }).click()
        await page.getByRole('link', { name: 'Pay', exact: true }).click()
        await page.getByRole('link', { name: /Continue/ }).click()
        await page.getByText('Nothing was found on the chain so far').waitFor()
        await page.getByRole('link', { name: 'Receive' }).click()
        await page.getByRole('heading', { name: 'Receive' }).waitFor()
        resolve()
      }
    })
    await page.getByRole('button', { name: /^Send 25/ }).click()
    await held
    await expect.poll(() => web.stage.balanceOf(account.address)).toBeLessThan(476_000_000n)
    const readStates = () =>
      page.evaluate(
        () =>
          new Promise<string[]>((resolve) => {
            const opening = indexedDB.open('holdfast')
            opening.onsuccess = () => {
              const reading = opening.result.transaction('journal').objectStore('journal').getAll()
              reading.onsuccess = () => resolve(reading.result.map(({ state }) => state))
            }
          }),
      )
    await expect.poll(readStates).toEqual(['done'])
    expect(page.url()).toContain('#/receive')
    expect(complaints).toEqual([])
  })

  test.each([
    ['#/claim/5042002/42', '/7K3M9QXVAB2CDEFG', 'src/screens/claim/ClaimScreen.tsx'],
    ['#pay/5042002/42', `/${'A'.repeat(43)}`, 'src/screens/pay/PayScreen.tsx'],
  ])(
    'the secret of %s leaves the address of an open page before its screen has loaded',
    async (shown, secret, screen) => {
      const { page, complaints } = await open('/')
      // The file of the screen never arrives.
      await page.route(`**/${web.served.fileOf(screen)}`, () => {})
      await page.evaluate((hash) => {
        location.hash = hash
      }, shown + secret)
      await expect.poll(() => page.url()).toMatch(/#\/(claim|pay)\/5042002\/42$/)
      expect(complaints).toEqual([])
    },
  )

  test('on a gateway that serves all sites from one origin a payment works, the code is there to be copied, and nothing is stored', async () => {
    const { page, complaints } = await web.browser.open()
    const account = ordinaryAccount()
    const { primary } = web.stage.devnet
    await primary.fund(account.address, 500_000_000n)
    await stubWallet(page.context(), { account, rpcUrl: primary.rpcUrl, chainId: primary.chainId })
    await page.goto(`${web.served.inGateway}#/settings`)
    await page.getByLabel('Theme').first().selectOption('dark')
    await page.getByLabel('Language').first().selectOption('en')
    await page.goto(`${web.served.inGateway}#/`)
    await connect(page)
    await page.getByText('This browser keeps nothing').waitFor()
    await review(page, ordinaryAccount().address)
    await page.getByRole('button', { name: /^Send 25/ }).click()
    await readCode(page)
    await page.getByText(/^Copy it now/).waitFor()
    const stored = await page.evaluate(async () => ({
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      cookies: document.cookie,
    }))
    expect(stored).toEqual({ local: [], session: [], databases: [], caches: [], cookies: '' })

    // With the page the code is gone. The money is not.
    await page.reload()
    await page.getByRole('button', { name: /^0x/ }).waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('system')
    await page.getByText('The code is not in this browser').waitFor()
    await page.getByRole('button', { name: 'Take it back' }).click()
    await page.getByRole('button', { name: 'Take it back' }).click()
    await page.getByText('Taken back', { exact: true }).first().waitFor()
    expect(complaints).toEqual([])
  })

  test('settings save what the browser keeps: the secrets that they name, no key, and as it was', async () => {
    const { page, account, complaints } = await open('/boxes')
    await page.getByRole('button', { name: 'Unlock hidden spending accounts' }).click()
    await page.getByText('Hidden spending accounts are unlocked').waitFor()
    const bob = getAddress(ordinaryAccount().address)
    await save(page, 'Bob', bob)
    await page.goto(`${web.served.origin}/#/`)
    await fillIn(page, bob)
    await page.getByRole('button', { name: 'Review the payment' }).click()
    await page.getByRole('button', { name: /^Send 25/ }).click()
    const code = await readCode(page)
    await page.goto(`${web.served.origin}/#/link`)
    await page.getByLabel('Amount').fill('15')
    await page.getByRole('button', { name: 'Review the link' }).click()
    await page.getByRole('button', { name: /and make the link$/ }).click()
    await page.getByRole('button', { name: 'Copy the link' }).waitFor()

    await page.goto(`${web.served.origin}/#/settings`)
    await page.getByText(/^2 payments and operations and 1 contact\./).waitFor()
    const saved: Download[] = []
    page.on('download', (download) => void saved.push(download))
    const everything = page.getByRole('button', { name: 'Save everything to a file' })
    await everything.click()
    await page.getByText(/A payment link’s secret is money/).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await everything.click()
    await page.getByRole('button', { name: 'I know: save the file' }).click()
    await expect.poll(() => saved.length).toBe(1)
    const [file] = saved
    expect(file?.suggestedFilename()).toBe('holdfast-everything.json')
    const text = await readFile((await file?.path()) ?? '', 'utf8')

    expect(parseValues(text)).toMatchObject({
      type: 'holdfast:everything',
      v: 1,
      journal: [
        {
          operation: 'executePlan',
          state: 'done',
          account: account.address,
          startedAt: expect.any(Date),
          params: { plan: { operation: 'createPaymentLink', amount: 15_000_000n } },
          secret: { linkSecret: expect.stringMatching(/^0x[0-9a-f]{64}$/), origin: web.served.origin },
        },
        {
          operation: 'executePlan',
          txHashes: [expect.any(String), expect.any(String), expect.any(String)],
          params: { plan: { operation: 'sendProtected', amount: 25_000_000n, params: { to: bob } } },
          secret: { secret: code },
        },
      ],
      book: [{ address: bob, name: 'Bob', status: 'confirmed' }],
      pairs: [],
    })
    const keys = deriveStealthKeys(await account.signMessage({ message: STEALTH_KEY_MESSAGE }))
    for (const key of [keys.spendingKey, keys.viewingKey]) expect(text).not.toContain(key.slice(2))
    // Whatever is secret is in the rows' own field, and is one of these.
    const rows: { secret: Record<string, string> }[] = JSON.parse(text).journal
    expect(rows.map(({ secret }) => Object.keys(secret))).toEqual([['linkSecret', 'origin'], ['secret']])
    const linkSecret = String(rows[0]?.secret.linkSecret).slice(2)
    const rest = JSON.stringify(JSON.parse(text), (name, value) => (name === 'secret' ? undefined : value))
    for (const secret of [code, code.replaceAll('-', ''), linkSecret]) expect(rest).not.toContain(secret)

    // It was a copy.
    await page.getByText(/^2 payments and operations and 1 contact\./).waitFor()

    // A newer version of the page, in another tab, takes the database: what cannot be read whole is not saved in part.
    await page.evaluate(async () => {
      const newer = indexedDB.open('holdfast', 2)
      await new Promise((resolve) => newer.addEventListener('success', resolve))
      newer.result.close()
    })
    await everything.click()
    await page.getByRole('button', { name: 'I know: save the file' }).click()
    await page.getByText(/^Nothing was saved, since not everything could be read/).waitFor()
    expect(saved).toHaveLength(1)
    expect(complaints).toEqual([])
  })

  test('settings show which page this is, and delete what the browser keeps', async () => {
    const { page, complaints } = await open('/settings')
    await page.getByText(/^[0-9a-f]{64}$/).waitFor()
    await page.getByRole('main').getByLabel('Theme').selectOption('dark')
    await save(page, 'Bob', ordinaryAccount().address)
    await page.goto(`${web.served.origin}/#/`)
    await review(page, ordinaryAccount().address)
    await page.getByRole('button', { name: /^Send 25/ }).click()
    await readCode(page)
    const kept = () =>
      page.evaluate(async () => {
        const answerOf = <answer>(request: IDBRequest<answer>) =>
          new Promise<answer>((resolve, reject) => {
            request.onsuccess = () => resolve(request.result)
            request.onerror = () => reject(request.error)
          })
        const database = await answerOf(indexedDB.open('holdfast'))
        const stores = ['journal', 'contacts', 'pairs']
        const counts = await Promise.all(
          stores.map((name) => answerOf(database.transaction(name).objectStore(name).count())),
        )
        database.close()
        return { rows: counts.reduce((sum, count) => sum + count), choices: Object.keys(localStorage) }
      })
    const before = await kept()
    expect([before.rows, before.choices.includes('holdfast:theme')]).toEqual([2, true])

    await page.goto(`${web.served.origin}/#/settings`)
    await page.getByRole('button', { name: 'Delete everything here' }).click()
    await page.getByRole('button', { name: 'Delete it for good' }).click()
    await page.getByText('Deleted. No payment').waitFor()
    expect(await kept()).toEqual({ rows: 0, choices: [] })
    expect(complaints).toEqual([])
  })

  test('a device whose clock is hours ahead: a payment and a link are open for as long as the chain says', async () => {
    const { page, complaints } = await open('/link', clipboard)
    await page.addInitScript((aheadMs) => {
      const now = () => Real.now() + aheadMs
      const Real = Date
      globalThis.Date = new Proxy(Real, {
        construct: (_, given) => (given.length === 0 ? new Real(now()) : Reflect.construct(Real, given)),
        get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
      })
    }, 200_000_000)
    await page.reload()
    await page.getByRole('button', { name: /^0x/ }).waitFor()
    const left = page.getByRole('main').getByText(/^\(in \d+ (minutes|hours)\)$/)
    const link = await makeLink(page, '15')
    expect(await page.getByRole('button', { name: 'Take it back' }).count()).toBe(1)
    await left.waitFor()
    await page.goto(link)
    await page.getByRole('heading', { name: /15 USDC/ }).waitFor()
    await left.waitFor()
    await page.goto(`${web.served.origin}/#/`)
    await review(page, ordinaryAccount().address)
    await page.getByRole('button', { name: /^Send 25/ }).click()
    await readCode(page)
    await page.getByRole('button', { name: 'Take it back' }).waitFor()
    await left.waitFor()
    await page.goto(page.url().replace('/transfer/', '/claim/'))
    await page.getByRole('heading', { name: '25 USDC for you to claim' }).waitFor()
    await left.waitFor()
    await page.goto(`${web.served.origin}/#/activity`)
    await page
      .getByText(/^25 USDC for|locked until/)
      .first()
      .waitFor()
    expect(await page.getByText(/can be returned|not claimed in time/).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('one address has the same four words where it is received, kept, reviewed and claimed', async () => {
    const [alice, bob] = [await open(), await open('/receive')]
    const four = addressWords(bob.account.address).join(' ')
    const wordsOf = ({ page }: { page: Page }) => page.getByRole('main').locator('.words')
    const show = () => expect.poll(() => wordsOf(bob).allTextContents()).toEqual([four])
    await show()
    await save(alice.page, 'Bob', bob.account.address)
    await expect.poll(() => wordsOf(alice).allTextContents()).toEqual([four])
    await alice.page.goto(`${web.served.origin}/#/`)
    await fillIn(alice.page, bob.account.address)
    await alice.page.getByRole('button', { name: 'Review the payment' }).click()
    await expect.poll(() => wordsOf(alice).allTextContents()).toEqual([four])
    await alice.page.getByRole('button', { name: /^Send 25/ }).click()
    await readCode(alice.page)
    await bob.page.goto(alice.page.url().replace('/transfer/', '/claim/'))
    await bob.page.getByRole('heading', { name: '25 USDC for you to claim' }).waitFor()
    await show()
    expect([...alice.complaints, ...bob.complaints]).toEqual([])
  })

  test('a wrong code pays nothing by either way: no wallet is asked, no attempt is counted, and the right one still claims', async () => {
    const bob = ordinaryAccount()
    const { id, secret } = await lock(await web.stage.actor(), { to: bob.address })
    const { page, wallet, complaints } = await open(`/claim/5042002/${id}`, {}, bob)
    const code = page.getByLabel('Code')
    for (const way of ['Claim without gas', 'or pay the network yourself']) {
      const wrong = generateClaimCode().secret
      await code.fill(wrong)
      await page.getByRole('button', { name: way }).click()
      await page.getByRole('main').getByText('This code does not open the payment').waitFor()
      expect(await page.getByText(/attempts? (is|are) left/).count()).toBe(0)
      expect(await code.inputValue()).toBe(wrong)
    }
    expect(wallet.prompts()).toBe(0)
    await code.fill(secret)
    await page.getByRole('button', { name: 'Claim without gas' }).click()
    await page.getByRole('heading', { name: '25 USDC claimed' }).waitFor()
    expect(complaints).toEqual([])
  })

  /** Saves a person in the address book. */
  async function save(page: Page, name: string, address: Address): Promise<void> {
    await page.goto(`${web.served.origin}/#/people`)
    await page.getByLabel('Address', { exact: true }).fill(address)
    await page.getByLabel('Your name for the person').fill(name)
    await page.getByRole('button', { name: 'Save the person' }).click()
    await page.locator('.ledger').getByText(name, { exact: true }).waitFor()
  }
})

/** What browsers say of a camera that gives no picture, and what the page says. */
const cameraFaults = [
  ['NotAllowedError', 'The camera is not allowed'],
  ['NotFoundError', 'No camera was found'],
  ['NotReadableError', 'The camera shows no picture'],
] as const
