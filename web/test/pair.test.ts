import { ordinaryAccount } from '@holdfast/devnet'
import { primaryChain } from '@holdfast/sdk/chain'
import { craftLookalike } from '@holdfast/sdk/risk'
import { tiered } from '@holdfast/testkit/tier'
import { type Address, createWalletClient, erc20Abi, getAddress, http } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './openBrowser.js'
import { fillIn, readCode, setWebStage, type WebStage } from './webStage.js'

describe.skipIf(!hasBrowser || tiered(true, false))('people and pairs', () => {
  let web: WebStage
  beforeAll(async () => {
    web = await setWebStage()
  })
  afterEach((context) => web.clear(context))
  afterAll(() => web?.close())

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

  test('the owner of an address decides an undecided pair, the form stays, and the decision can be taken back', async () => {
    const { page, account, complaints } = await web.openAs()
    const bob = getAddress(ordinaryAccount().address)
    const other = getAddress(craftLookalike(bob))
    await transfer(account, other, 40_000_000n)
    await transfer(account, bob, 50_000_000n)

    await fillIn(page, bob, '25')
    const stop = page.getByRole('dialog', { name: 'Do not pay this address' })
    await stop.getByRole('link', { name: 'Decide which of the two is right' }).click()
    await page.getByRole('heading', { name: 'Which address is right?' }).waitFor()
    expect(await page.locator('.comparison .groups').count()).toBe(2)
    await page.getByText(/^You paid 40\sUSDC in one payment/).waitFor()
    await page.getByText(/^You paid 50\sUSDC in one payment/).waitFor()

    const typed = page.getByLabel('Groups 5 and 6, as the owner reads them to you')
    await typed.fill('0000 0000')
    await page.getByText('Neither address has these characters there').waitFor()
    await typed.press('Enter')
    expect(await page.getByRole('heading', { name: 'You decided' }).count()).toBe(0)
    await typed.fill(`${bob.slice(18, 22)} ${bob.slice(22, 26)}`)
    await page.getByText('That is the first address').waitFor()
    await page.getByRole('button', { name: 'Keep this decision' }).click()
    await page.getByRole('heading', { name: 'You decided' }).waitFor()

    await page.getByRole('button', { name: 'Back', exact: true }).click()
    expect(await page.getByLabel('Recipient’s address').inputValue()).toBe(bob)
    expect(await page.getByLabel('Amount').inputValue()).toBe('25')
    await page.getByText('You have 4').waitFor()
    await page.locator('button[aria-disabled="false"]', { hasText: 'Review the payment' }).waitFor()
    expect(await stop.count()).toBe(0)
    await page.getByLabel('Recipient’s address').fill(other)
    await stop.waitFor()
    expect(await stop.getByRole('link', { name: 'Decide which of the two is right' }).count()).toBe(0)
    await stop.getByRole('button', { name: 'Go back' }).click()

    await page.goto(`${web.served.origin}/#/people`)
    await page.getByRole('heading', { name: 'Decided pairs' }).waitFor()
    await page.getByRole('button', { name: 'Take the decision back' }).click()
    await page.getByText('It is then open again which one is right').waitFor()
    await page.getByRole('button', { name: 'Take the decision back' }).click()
    await expect.poll(() => page.getByRole('heading', { name: 'Decided pairs' }).count()).toBe(0)
    await page.goto(`${web.served.origin}/#/`)
    await fillIn(page, bob)
    await stop.getByRole('link', { name: 'Decide which of the two is right' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('a pair that needs no decision, and an address of the page that is not complete, decide nothing', async () => {
    const { page, complaints } = await web.openAs(`/pair/${ordinaryAccount().address}/${ordinaryAccount().address}`)
    await page.getByRole('heading', { name: 'Nothing to decide here' }).waitFor()
    expect(await page.getByRole('button', { name: 'Keep this decision' }).count()).toBe(0)
    await page.goto(`${web.served.origin}/#/pair/0x12/<img src=x>`)
    await page.getByRole('heading', { name: 'Not two addresses' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('people: a contact stops its imitation, is named where it is paid, and a list from a file is confirmed by its owner', async () => {
    const { page, complaints } = await web.openAs('/people')
    const [bob, carol] = [getAddress(ordinaryAccount().address), getAddress(ordinaryAccount().address)]
    await page.getByRole('heading', { name: 'No people yet' }).waitFor()
    await page.getByLabel('Address', { exact: true }).fill(bob)
    await page.getByLabel('Your name for the person').fill('Bob')
    await page.getByRole('button', { name: 'Save the person' }).click()
    await page.locator('.ledger').getByText('Bob', { exact: true }).waitFor()

    await page.getByLabel('Address', { exact: true }).fill(craftLookalike(bob))
    await page.getByText('The check advises against this address').waitFor()
    expect(await page.getByRole('button', { name: 'Save the person' }).getAttribute('aria-disabled')).toBe('true')
    await page.getByLabel('Address', { exact: true }).fill('')

    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the contacts to a file' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('holdfast-contacts.json')
    const list = JSON.stringify({ type: 'holdfast:contacts', v: 1, contacts: [{ address: carol, name: 'Carol' }] })
    const load = (text: string) =>
      page.getByLabel('Add a list from a file').setInputFiles({
        name: 'list.json',
        mimeType: 'application/json',
        buffer: Buffer.from(text),
      })
    await load('no list')
    await page.getByText('This file is not a list of contacts').waitFor()
    await load(list)
    await page.getByRole('heading', { name: 'From a list, not confirmed' }).waitFor()
    // Until its owner has confirmed it, an imitation of it is a warning alone.
    await page.goto(`${web.served.origin}/#/`)
    await fillIn(page, craftLookalike(carol))
    await page.getByText(/^It looks like an address that you know/).waitFor()
    const review = page.getByRole('button', { name: 'Review the payment' })
    await expect.poll(() => review.getAttribute('aria-disabled')).toBe('false')
    await page.goto(`${web.served.origin}/#/people`)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByLabel(/^Groups 5 and 6/).fill(carol.slice(18, 26))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect.poll(() => page.getByRole('heading', { name: 'From a list, not confirmed' }).count()).toBe(0)

    await page.reload()
    await page.locator('.ledger').getByText('Bob', { exact: true }).waitFor()
    await page.goto(`${web.served.origin}/#/`)
    await fillIn(page, bob)
    await page.getByRole('button', { name: 'Review the payment' }).click()
    await page.getByText(/^Lock 25\sUSDC for Bob\./).waitFor()
    await page.locator('.rows').getByText('Bob', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Send 25/ }).click()
    await readCode(page)
    await page.locator('.rows').getByText('Bob', { exact: true }).waitFor()

    await page.goto(`${web.served.origin}/#/people`)
    const rows = page.locator('.ledger > li')
    expect(await rows.count()).toBe(2)
    await rows.first().getByRole('button', { name: 'Remove' }).click()
    await rows.first().getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => rows.count()).toBe(1)
    expect(complaints).toEqual([])
  })
})
