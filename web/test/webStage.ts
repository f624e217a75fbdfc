import { ordinaryAccount } from '@holdfast/devnet'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { type Address, getAddress } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { TestContext } from 'vitest'
import { type OpenPage, openBrowser, type TestBrowser } from './openBrowser.js'
import { type PageStage, setPageStage } from './pageStage.js'
import { addTranslator } from './translator.js'
import { stubWallet, TEST_WALLET, type WalletStub } from './walletStub.js'

/** A person with 500 USDC, whose wallet is in a page. */
export type Person = OpenPage & { account: PrivateKeyAccount; wallet: WalletStub }

/** How a page is opened for a person. */
type Opening = BrowserContextOptions & {
  /** A translator moves its texts, and the name of the wallet is markup. @default false */
  isAdverse?: boolean
  /** The chain that the wallet is on. @default 'primary' */
  side?: 'primary' | 'remote'
}

/** The built page in a browser. */
export type WebStage = PageStage & {
  browser: TestBrowser
  /** @param path - Of the route. */
  openAs: (path?: string, options?: Opening, account?: PrivateKeyAccount) => Promise<Person>
  /** After each test: closes every page and ends every fault. Of a test that failed it says what the pages showed. */
  clear: (context: TestContext) => Promise<void>
}

/** Sets the stage of a page, and starts a browser. */
export async function setWebStage(): Promise<WebStage> {
  const [pageStage, browser] = await Promise.all([setPageStage(), openBrowser()])
  const { stage, served } = pageStage
  return {
    ...pageStage,
    browser,
    async openAs(path = '/', { isAdverse = false, side = 'primary', ...options } = {}, account = ordinaryAccount()) {
      const { fund, rpcUrl, chainId } = stage.devnet[side]
      await fund(account.address, 500_000_000n)
      const opened = await browser.open(options)
      const { page } = opened
      if (isAdverse) await addTranslator(page.context())
      const wallet = await stubWallet(page.context(), {
        account,
        rpcUrl,
        chainId,
        info: isAdverse ? { ...TEST_WALLET, name: `<img src=x onerror=alert(1)>${TEST_WALLET.name}` } : TEST_WALLET,
      })
      await page.goto(`${served.origin}/#${path}`)
      await connect(page)
      return { ...opened, account, wallet }
    },
    async clear(context) {
      stage.devnet.faults.clear()
      await browser.closePages(context)
    },
    async close() {
      await browser.close()
      await pageStage.close()
    },
  }
}

/** Connects the wallet of a page. */
export async function connect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('button', { name: 'Test wallet' }).click()
  await page.getByRole('button', { name: /^0x/ }).waitFor()
}

/** Fills in the form of a payment. */
export async function fillIn(page: Page, to: Address, amount = '25'): Promise<void> {
  await page.getByLabel('Recipient’s address').fill(to)
  await page.getByLabel('Amount').fill(amount)
}

/** Fills in the form of a first payment, and goes to its review, up to its button. */
export async function review(page: Page, to: Address): Promise<void> {
  await fillIn(page, to)
  await toReview(page, to)
}

/** Goes from a form that is filled in to the review of a first payment, up to its button. */
export async function toReview(page: Page, to: Address): Promise<void> {
  await page.getByRole('button', { name: 'Review the payment' }).click()
  await page.getByLabel(/^Groups 5 and 6/).fill(getAddress(to).slice(18, 26))
  await page.getByText('Your wallet will ask').waitFor()
}

/** A code as a page shows it. */
export const SHOWN_CODE: RegExp = /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/

/** Waits for the code of a payment. */
export async function readCode(page: Page): Promise<string> {
  return (await page.getByText(SHOWN_CODE).textContent()) ?? ''
}

/** Pastes a text into a field, as a program does that exchanges it for another one on the way. */
export async function pasteExchanged(field: Locator, pasted: string, arrived: string): Promise<void> {
  await field.evaluate(
    (element, [pasted, arrived]) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', pasted)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
      const { prototype } = element instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, arrived)
      element.dispatchEvent(new Event('input', { bubbles: true }))
    },
    [pasted, arrived] as const,
  )
}
