import { ordinaryAccount } from '@holdfast/devnet'
import type { Page } from 'playwright-core'
import type { Address } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './openBrowser.js'
import { setWebStage, type WebStage } from './webStage.js'

describe.skipIf(!hasBrowser)('spending accounts', () => {
  let web: WebStage
  beforeAll(async () => {
    web = await setWebStage()
  })
  afterAll(() => web?.close())

  const open = async (...given: Parameters<WebStage['openAs']>) => {
    const person = await web.openAs(...given)
    person.page.setDefaultTimeout(18_000)
    return person
  }

  /** Creates one by the page, and returns its address. */
  async function create(page: Page, target: Address, cap: string, fill?: () => Promise<unknown>): Promise<Address> {
    await page.getByLabel('Recipient’s address').fill(target)
    await page.getByLabel('Limit in total').fill(cap)
    await fill?.()
    await page.getByRole('button', { name: 'Review the spending account' }).click()
    await page.getByLabel(/^Groups 5 and 6/).fill(target.slice(18, 26))
    await page.getByRole('button', { name: 'Create the spending account' }).click()
    await page.getByText('Pays only').waitFor()
    return page.url().slice(-42) as Address
  }

  /** What is done with one of them, up to the end of its plan. */
  async function act(page: Page, name: string, amount: string | undefined, press: RegExp): Promise<void> {
    const choice = page.getByRole('radio', { name, exact: true })
    if ((await choice.count()) > 0) await choice.check({ force: true })
    if (amount !== undefined) await page.getByRole('textbox', { name }).fill(amount)
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await page.getByRole('button', { name: press }).click()
  }

  test('one is created, funded, pays by the co-signer, and gives back what is left', async () => {
    const bob = ordinaryAccount().address
    const { page, complaints } = await open('/boxes/new')
    const box = await create(page, bob, '25')
    await act(page, 'Put money in', '15', /^Put 15/)
    await page.getByRole('heading', { name: 'The money is in.' }).waitFor()
    expect(await web.stage.balanceOf(box)).toBe(15_000_000n)
    await act(page, 'Pay', '5', /^Pay 5/)
    await page.getByRole('heading', { name: 'It is paid.' }).waitFor()
    expect(await web.stage.balanceOf(bob)).toBe(5_000_000n)
    await act(page, 'Take back', undefined, /^Take 10/)
    await page.getByRole('heading', { name: 'The money is back in your wallet.' }).waitFor()
    expect(await web.stage.balanceOf(box)).toBe(0n)
    await page.goto(`${web.served.origin}/#/boxes`)
    await page.getByText(/5 of 25\sUSDC spent/).waitFor()
    expect(complaints).toEqual([])
  })

  test('a subscription: allowed once by its owner, and taken by its payee while the owner is offline', async () => {
    const bob = ordinaryAccount()
    const { page, complaints } = await open('/boxes/new')
    await page.getByRole('radio', { name: 'Subscription' }).check({ force: true })
    const box = await create(page, bob.address, '36', () => page.getByLabel('Limit of one payment').fill('3'))
    await act(page, 'Put money in', '9', /^Put 9/)
    await page.getByRole('heading', { name: 'The money is in.' }).waitFor()
    await page.getByRole('radio', { name: 'Allow payments' }).check({ force: true })
    await page.getByRole('button', { name: 'Sign the permission' }).click()
    await page.getByRole('heading', { name: 'The recipient can take what is due from now on.' }).waitFor()
    await page.context().close()

    const payee = await open(`/box/5042002/${box}`, {}, bob)
    const before = await web.stage.balanceOf(bob.address)
    await act(payee.page, 'Take a payment', '3', /^Take 3/)
    await payee.page.getByRole('heading', { name: 'The payment has arrived.' }).waitFor()
    expect(await web.stage.balanceOf(bob.address)).toBeGreaterThan(before + 2_900_000n)
    // The next one is not due.
    await payee.page.getByRole('textbox', { name: 'Take a payment' }).fill('3')
    await payee.page.getByRole('button', { name: 'Review', exact: true }).click()
    await payee.page.getByText('The next payment is not due yet.').waitFor()
    expect([...complaints, ...payee.complaints]).toEqual([])
  })

  test('a payment whose window was closed goes on from its row, and is made once', async () => {
    const bob = ordinaryAccount().address
    const { page, wallet } = await open('/boxes/new')
    await create(page, bob, '25')
    await act(page, 'Put money in', '15', /^Put 15/)
    await page.getByRole('heading', { name: 'The money is in.' }).waitFor()
    const prompts = wallet.prompts()
    // The proof is signed and the transaction is made, and its answer never comes.
    wallet.knobs.silentAt = 3
    await act(page, 'Pay', '5', /^Pay 5/)
    await expect.poll(() => web.stage.balanceOf(bob)).toBe(5_000_000n)
    await page.reload()
    await page.getByRole('button', { name: 'Look, and go on' }).click()
    await page.getByRole('button', { name: /^Pay 5/ }).click()
    await page.getByRole('heading', { name: 'It is paid.' }).waitFor()
    expect(await web.stage.balanceOf(bob)).toBe(5_000_000n)
    expect(wallet.prompts()).toBe(prompts + 2)
    expect(await page.getByRole('button', { name: 'Look, and go on' }).count()).toBe(0)
  })
})
