import { ordinaryAccount } from '@holdfast/devnet'
import type { Locator, Page } from 'playwright-core'
import type { PrivateKeyAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { depositor, lock, ownActor } from './flows.js'
import { type Person, readCode, review, SHOWN_CODE, type WebStage } from './webStage.js'

/** Something that a screen shows later than its button. */
type LatePart = {
  /** Whose wallet is in the page. @default a new one */
  account?: (web: WebStage) => Promise<PrivateKeyAccount>
  /** Comes to where the part is kept. @default nothing is needed */
  begin?: (person: Person) => Promise<void>
  /** The route, where it is not the one that `begin` has come to. */
  path?: (web: WebStage) => Promise<string>
  hold: (page: Page) => Promise<Held>
  button: string
  comes: (page: Page) => Locator
}

type Held = {
  /** Waits until the page asks for what is held. */
  isAsked: () => Promise<void>
  release: () => Promise<void>
}

/** Every part that comes after the first paint of a screen, above a button. */
export const LATE: Readonly<Record<string, LatePart>> = {
  'the four words of an address': {
    path: async (web) => `/claim/5042002/${(await lock(await ownActor(web))).id}`,
    hold: (page) => holdAnswers(page, '**/assets/*.js', ({ answer }) => answer.includes('abacus abide ablaze')),
    button: 'Claim without gas',
    comes: (page) => page.locator('main .words').filter({ hasText: /^(\w+ ){3}\w+$/ }),
  },
  'the balance of the wallet': {
    path: async () => '/link',
    hold: (page) => holdAnswers(page, '**', ({ question }) => question.includes('0x70a08231')),
    button: 'Review the link',
    comes: (page) => page.getByText(/^You have \d/),
  },
  'the balance in the Hub': {
    account: async (web) => (await depositor(web)).account,
    path: async () => '/hub',
    hold: (page) => holdAnswers(page, '**/v1/balances', () => true),
    button: 'Review',
    comes: (page) => page.getByText('You can use'),
  },
  'the code of a payment': {
    async begin({ page }) {
      await review(page, ordinaryAccount().address)
      await page.getByRole('button', { name: /^Send 25/ }).click()
      await readCode(page)
    },
    hold: holdSecrets,
    button: 'Take it back',
    comes: (page) => page.getByText(SHOWN_CODE),
  },
  'the text of a payment link': {
    async begin({ page }) {
      await page.goto(page.url().replace(/#.*$/, '#/link'))
      await page.getByLabel('Amount').fill('15')
      await page.getByRole('button', { name: 'Review the link' }).click()
      await page.getByRole('button', { name: /and make the link$/ }).click()
      await page.getByRole('button', { name: 'Copy the link' }).waitFor()
    },
    hold: holdSecrets,
    button: 'Take it back',
    comes: (page) => page.getByRole('button', { name: 'Copy the link' }),
  },
}

/** Holds the answers to some of the requests of a page. */
export async function holdAnswers(
  page: Page,
  pattern: string,
  isMeant: (exchange: { question: string; answer: string }) => boolean,
): Promise<Held> {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  let isAsked = false
  await page.route(pattern, async (route) => {
    // The page may have gone elsewhere by then.
    const response = await route.fetch().catch(() => undefined)
    if (response === undefined) return route.abort().catch(() => {})
    if (isMeant({ question: route.request().postData() ?? '', answer: await response.text() })) {
      isAsked = true
      await gate
    }
    return route.fulfill({ response }).catch(() => {})
  })
  return {
    isAsked: () => expect.poll(() => isAsked).toBe(true),
    release: async () => open(),
  }
}

/** Holds what the journal decrypts, from the next page that is loaded. */
async function holdSecrets(page: Page): Promise<Held> {
  await page.addInitScript(() => {
    const { decrypt } = SubtleCrypto.prototype
    const gate = new Promise<void>((resolve) => Reflect.set(globalThis, '__release', resolve))
    SubtleCrypto.prototype.decrypt = async function (...given) {
      Reflect.set(globalThis, '__isAsked', true)
      await gate
      return decrypt.apply(this, given)
    }
  })
  return {
    isAsked: () => expect.poll(() => page.evaluate(() => Reflect.get(globalThis, '__isAsked'))).toBe(true),
    // Defined above.
    release: () => page.evaluate(() => Reflect.get(globalThis, '__release')()),
  }
}
