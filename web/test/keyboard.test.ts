import { ordinaryAccount } from '@holdfast/devnet'
import { paymentRequestLink, signPaymentRequest } from '@holdfast/sdk/requests'
import { craftLookalike } from '@holdfast/sdk/risk'
import { atRest } from '@holdfast/testkit/atRest'
import { tiered } from '@holdfast/testkit/tier'
import { type Address, zeroAddress } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { depositor, lock, openBox, ownActor, pay } from './flows.js'
import { type Keyboard, keyboardOf } from './keyboard.js'
import { holdAnswers } from './late.js'
import { hasBrowser } from './openBrowser.js'
import { stubWallet } from './walletStub.js'
import { type Person, SHOWN_CODE, setWebStage, type WebStage } from './webStage.js'

type Walk = {
  /** Where it begins. @default the first page */
  begin?: (web: WebStage) => Promise<{ path: string; account?: PrivateKeyAccount; to?: Address }>
  /** @param to - Whom it pays, where the beginning says so. */
  walk: (keys: Keyboard, person: Person, web: WebStage, to: Address) => Promise<void>
}

/** Flows that begin with a connected wallet. */
const walks: Readonly<Record<string, Walk>> = {
  'pay, and take it back': {
    async walk(keys, { page }) {
      const to = ordinaryAccount().address
      await keys.type('Recipient’s address', to)
      await keys.type('Amount', '25')
      await keys.press('Review the payment')
      await keys.atHeading(/Review/)
      await keys.type(/^Groups 5 and 6/, to.slice(18, 26))
      await keys.press(/^Send 25/)
      await page.getByText(SHOWN_CODE).waitFor()
      await keys.atHeading(/^Payment/)
      await keys.press('Take it back')
      await keys.press('Take it back')
      await page.getByText('Taken back', { exact: true }).first().waitFor()
    },
  },
  'a block: back, and against it': {
    async walk(keys, { page, account }, web) {
      const bob = ordinaryAccount().address
      await pay(web, account, bob)
      const to = craftLookalike(bob)
      await keys.type('Amount', '25')
      await keys.type('Recipient’s address', to)
      const stop = page.getByRole('dialog', { name: 'Do not pay this address' })
      await stop.waitFor()
      await keys.atHeading('Do not pay this address')
      expect(await keys.walk()).toBeGreaterThan(1)
      await page.keyboard.press('Escape')
      await stop.waitFor({ state: 'detached' })
      await expect
        .poll(() => page.getByLabel('Recipient’s address').evaluate((field) => field === document.activeElement))
        .toBe(true)
      await keys.type('Recipient’s address', to)
      await keys.atHeading('Do not pay this address')
      await keys.open('The recipient told me this address in person')
      await keys.type(/^Groups 5 and 6/, to.slice(18, 26))
      await keys.press('Go on against this advice')
      await keys.press('Review the payment')
      await keys.press(/^Send 25/)
      await page.getByText(SHOWN_CODE).waitFor()
    },
  },
  claim: {
    async begin(web) {
      const account = ordinaryAccount()
      const { id, secret } = await lock(await web.stage.actor(), { to: account.address })
      return { path: `/claim/5042002/${id}/${secret.replaceAll('-', '')}`, account }
    },
    async walk(keys, { page }) {
      await keys.press('Claim without gas')
      await page.getByRole('heading', { name: '25 USDC claimed' }).waitFor()
    },
  },
  'pay a request': {
    async begin(web) {
      const payee = await web.stage.actor()
      const signed = await signPaymentRequest(payee, { amount: 25_000_000n })
      return { path: paymentRequestLink(signed, web.served.origin).replace(/^.*#/, ''), to: payee.address }
    },
    async walk(keys, { page }, _, to) {
      await keys.press('Review the payment')
      await keys.atHeading('Review the payment')
      await keys.type(/^Groups 5 and 6/, to.slice(18, 26))
      await keys.press(/^Send 25/)
      await page.getByText(SHOWN_CODE).waitFor()
    },
  },
  'ask for money': {
    begin: async () => ({ path: '/ask' }),
    async walk(keys, { page }) {
      await keys.type('Amount', '25')
      await keys.press('Sign the request')
      await page.getByRole('button', { name: 'Make another one' }).waitFor()
    },
  },
  'send a link': {
    begin: async () => ({ path: '/link' }),
    async walk(keys, { page }) {
      await keys.type('Amount', '25')
      await keys.press('Review the link')
      await keys.press(/and make the link$/)
      await page.getByRole('button', { name: /^Copy the link/ }).waitFor()
    },
  },
  'create a spending account, put money in, take it back': {
    begin: async () => ({ path: '/boxes/new' }),
    async walk(keys, { page }) {
      const to = ordinaryAccount().address
      await keys.type('Recipient’s address', to)
      await keys.type('Total limit', '25')
      await keys.press('Review the spending account')
      await keys.type(/^Groups 5 and 6/, to.slice(18, 26))
      await keys.press('Create the spending account')
      await page.getByText('Pays only').waitFor()
      await keys.type('Add money', '15')
      await keys.press(/^Review$/)
      await keys.press(/^Add 15/)
      await page.getByRole('heading', { name: 'The money is in.' }).waitFor()
      await keys.choose('Take back')
      await keys.press(/^Review$/)
      await keys.press(/^Take 15/)
      await page.getByRole('heading', { name: 'The money is back in your wallet.' }).waitFor()
    },
  },
  'move to another network': {
    begin: async () => ({ path: '/bridge' }),
    async walk(keys, { page }) {
      await keys.type('Amount that arrives', '25')
      await page.getByText(/^Fee at most/).waitFor()
      await keys.press('Review')
      await keys.press(/^Move 25/)
      await page.getByRole('heading', { name: /arrived$/ }).waitFor()
    },
  },
  'deposit into the Hub': {
    begin: async () => ({ path: '/hub' }),
    async walk(keys, { page }) {
      await keys.choose('Deposit')
      await keys.type('Deposit', '50')
      await keys.press('Review')
      await keys.press('Deposit 50 USDC')
      await page.getByText('You can use').waitFor()
    },
  },
  'spend from the Hub': {
    async begin(web) {
      const { account } = await depositor(web)
      return { path: '/hub', account }
    },
    async walk(keys, { page }) {
      await page.getByText('You can use').waitFor()
      await keys.type('Amount that arrives', '10')
      await page.getByText(/^Fee at most/).waitFor()
      await keys.press('Review')
      await keys.press('Move 10 USDC')
      await page.getByRole('heading', { name: 'It has arrived in your account.' }).waitFor()
    },
  },
  'withdraw from the Hub alone': {
    async begin(web) {
      const { account } = await depositor(web)
      return { path: '/hub', account }
    },
    async walk(keys, { page }) {
      await page.getByText('You can use').waitFor()
      await keys.choose('Withdraw')
      await keys.type('Withdraw', '20')
      await keys.press('Review')
      await keys.press('Set 20 USDC apart')
      await page.getByRole('heading', { name: '20 USDC are set apart' }).waitFor()
    },
  },
  'set a new code, and copy it': {
    async begin(web) {
      const { account } = await ownActor(web)
      return { path: `/transfer/5042002/${(await lock(await ownActor(web, account))).id}`, account }
    },
    async walk(keys, { page }) {
      await keys.press('Set a new code')
      await keys.press('Set a new code')
      await page.getByText(SHOWN_CODE).waitFor()
      await keys.press('Copy the code')
      await keys.press('Copy the link')
      await keys.open('Show the QR code')
    },
  },
}

describe.skipIf(!hasBrowser || tiered(true, false))('by keyboard alone', () => {
  let web: WebStage
  beforeAll(async () => {
    web = await setWebStage()
  })
  afterEach((context) => web.clear(context))
  afterAll(() => web?.close())

  test('the wallet: its dialog keeps the focus, and gives it back', async () => {
    const { primary } = web.stage.devnet
    const account = ordinaryAccount()
    const opened = await web.browser.open()
    const { page } = opened
    await stubWallet(page.context(), { account, rpcUrl: primary.rpcUrl, chainId: primary.chainId })
    await page.goto(`${web.served.origin}/`)
    const keys = keyboardOf(page)
    const isAt = (name: string | RegExp) =>
      page.getByRole('button', { name }).evaluateAll((found) => found.some((one) => one === document.activeElement))
    await keys.press('Connect wallet')
    const dialog = page.getByRole('dialog', { name: 'Connect a wallet' })
    await page.getByRole('button', { name: 'Test wallet' }).waitFor()
    expect(await keys.walk()).toBeGreaterThan(1)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => isAt('Connect wallet')).toBe(true)
    await keys.press('Connect wallet')
    await keys.press('Test wallet')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => isAt(/^0x/)).toBe(true)
  })

  test.for(Object.entries(walks))('$0', async ([, { begin, walk }]) => {
    const { path = '/', account, to = zeroAddress } = (await begin?.(web)) ?? {}
    const person = await web.openAs(path, {}, account)
    await walk(keyboardOf(person.page), person, web, to)
    expect(person.complaints).toEqual([])
  })

  test('an answer that comes late above the focus leaves it in sight, and a person who has scrolled away where they are', async () => {
    const person = await web.openAs('/', { viewport: { width: 390, height: 640 } })
    const { page } = person
    const keys = keyboardOf(page)
    const review = page.getByRole('button', { name: 'Review the payment' })
    const topOf = () => review.evaluate((button) => button.getBoundingClientRect().top)
    // The answer on an address, which comes between the field and the button that has the focus.
    const meet = async (act: () => Promise<void>) => {
      const held = await holdAnswers(page, '**/explorer/**', () => true)
      const to = ordinaryAccount().address
      await page.getByLabel('Recipient’s address').fill(to)
      await held.isAsked()
      await keys.reach('button', 'Review the payment')
      await act()
      const before = await page.evaluate(() => document.body.scrollHeight)
      await held.release()
      await page.getByText('Before you pay').waitFor()
      await expect.poll(() => page.evaluate(() => document.body.scrollHeight)).toBeGreaterThan(before)
      await page.unrouteAll({ behavior: 'wait' })
    }
    await meet(async () => {})
    await keys.reach('button', 'Review the payment')
    await expect.poll(topOf).toBeLessThan(640 - 24)

    // A person who has scrolled elsewhere stays there.
    await page.getByLabel('Recipient’s address').fill('')
    await page.getByText('Before you pay').waitFor({ state: 'detached' })
    await meet(() => page.evaluate(() => scrollTo(0, 0)))
    // What follows the answer is done before the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect(await page.evaluate(() => scrollY)).toBe(0)
    expect(person.complaints).toEqual([])
  })

  test('every screen: its heading takes the focus once, and the focus is seen wherever it goes', async () => {
    const sender = await ownActor(web)
    const { id } = await lock(sender)
    const { box } = await openBox(web)
    const screens = ['/', '/claim', '/receive', '/ask', '/activity', '/people', '/links', '/link', '/settings', '/scan']
    const made = [
      `/transfer/5042002/${id}`,
      `/claim/5042002/${id}`,
      '/boxes',
      '/boxes/new',
      `/box/5042002/${box}`,
      '/bridge',
      '/hub',
    ]
    const person = await web.openAs('/', {}, sender.account)
    const { page } = person
    const headings: string[] = []
    await page.exposeFunction('__focused', (heading: string) => void headings.push(heading))
    await page.addInitScript(() =>
      addEventListener('focusin', ({ target }) => {
        // Exposed above.
        if (target instanceof HTMLHeadingElement) Reflect.get(globalThis, '__focused')(target.textContent)
      }),
    )
    const walkOn = async (path: string) => expect(await keyboardOf(page).walk(), path).toBeGreaterThan(1)
    // The first screen of a page leaves the focus at its beginning, before what is around every screen.
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await walkOn('from the beginning')
    for (const path of [...screens, ...made]) {
      // From another screen, and with nothing read before.
      await page.goto(`${web.served.origin}/#/nowhere`)
      await page.reload()
      await page.getByRole('button', { name: /^0x/ }).waitFor()
      headings.length = 0
      await page.goto(`${web.served.origin}/#${path}`)
      await expect.poll(() => headings.length, { message: path }).toBeGreaterThan(0)
      await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
      await atRest(() => headings.length)
      expect(headings, path).toHaveLength(1)
      await walkOn(path)
    }
  })
})
