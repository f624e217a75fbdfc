import { ordinaryAccount } from '@holdfast/devnet'
import { deriveStealthKeys, STEALTH_KEY_MESSAGE } from '@holdfast/sdk/stealth'
import { tiered } from '@holdfast/testkit/tier'
import type { Page } from 'playwright-core'
import type { Address } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBox, openHidden, openHiddenBox } from './flows.js'
import { FAILED_REQUEST, hasBrowser } from './openBrowser.js'
import { setWebStage, type WebStage } from './webStage.js'

describe.skipIf(!hasBrowser || tiered(true, false))('spending accounts', () => {
  let web: WebStage
  beforeAll(async () => {
    web = await setWebStage()
  })
  afterEach((context) => web.clear(context))
  afterAll(() => web?.close())

  const open = (...given: Parameters<WebStage['openAs']>) => web.openAs(...given)

  /** Creates a box on the page, and returns its address. */
  async function create(page: Page, target: Address, cap: string, fill?: () => Promise<unknown>): Promise<Address> {
    await page.getByLabel('Recipient’s address').fill(target)
    await page.getByLabel('Total limit').fill(cap)
    await fill?.()
    await page.getByRole('button', { name: 'Review the spending account' }).click()
    await page.getByLabel(/^Groups 5 and 6/).fill(target.slice(18, 26))
    await page.getByRole('button', { name: 'Create the spending account' }).click()
    await page.getByText('Pays only').waitFor()
    return page.url().slice(-42) as Address
  }

  /** Takes one action on a box, and confirms its plan. */
  async function act(page: Page, name: string, amount: string | undefined, press: RegExp): Promise<void> {
    const choice = page.getByRole('radio', { name, exact: true })
    if ((await choice.count()) > 0) await choice.check({ force: true })
    if (amount !== undefined) await page.getByRole('textbox', { name }).fill(amount)
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await page.getByRole('button', { name: press }).click()
  }

  test('a box is created, funded, pays with the co-signer, and returns what is left', async () => {
    const bob = ordinaryAccount().address
    const { page, complaints } = await open('/boxes/new')
    const box = await create(page, bob, '25')
    await act(page, 'Add money', '15', /^Add 15/)
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
    await act(page, 'Add money', '9', /^Add 9/)
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

  test('a refusal of the co-signer says to its reader what that one can do: the owner takes back, the payee asks the owner', async () => {
    const { box, owner, payee } = await openBox(web, { holds: 9_000_000n, perPullMax: 3_000_000n, isAllowed: false })
    // More than it can ever pay.
    await web.stage.devnet.primary.fund(box, 40_000_000n)
    const takeBack = (page: Page) => page.getByText(/^(You can take the money back|Take it back:)/)
    const askOwner = (page: Page) => page.getByText(/Ask its owner what to do|^Its owner can take it back/)
    const theirs = await open(`/box/5042002/${box}`, {}, payee)
    const take = async () => {
      await theirs.page.getByRole('textbox', { name: 'Take a payment' }).fill('3')
      await theirs.page.getByRole('button', { name: 'Review', exact: true }).click()
    }
    await take()
    await theirs.page.getByText('Its owner has not allowed payments yet').waitFor()
    expect(await askOwner(theirs.page).count()).toBe(2)
    expect(await takeBack(theirs.page).count()).toBe(0)

    const own = await open(`/box/5042002/${box}`, {}, owner)
    own.allow(FAILED_REQUEST)
    const cosigner = `${web.service.service.url}/api/cosign`
    const allow = async () => {
      await own.page.getByRole('radio', { name: 'Allow payments' }).check({ force: true })
      await own.page.getByRole('button', { name: 'Sign the permission' }).click()
    }
    await own.page.route(cosigner, (route) => route.abort())
    await allow()
    await own.page.getByText('The co-signer did not answer').waitFor()
    expect(await takeBack(own.page).count()).toBe(2)
    expect(await askOwner(own.page).count()).toBe(0)
    await own.page.unroute(cosigner)
    await allow()
    await own.page.getByRole('heading', { name: 'The recipient can take what is due from now on.' }).waitFor()

    await take()
    await theirs.page.getByRole('button', { name: /^Take 3/ }).click()
    await theirs.page.getByRole('heading', { name: 'The payment has arrived.' }).waitFor()
    expect(theirs.complaints).toEqual([])
  })

  test.each(['/boxes/new', '/boxes'])('%s: why hidden addresses stay locked', async (place) => {
    const { page, wallet, allow } = await open(place)
    allow(FAILED_REQUEST)
    if (place === '/boxes/new') await page.getByRole('radio', { name: 'a hidden address' }).check({ force: true })
    const unlock = page.getByRole('button', { name: 'Unlock hidden spending accounts' })
    wallet.knobs.rejects = true
    await unlock.click()
    await page
      .locator('#live-assertive')
      .filter({ hasText: 'You declined in your wallet' })
      .waitFor({ state: 'attached' })
    await page.getByRole('main').getByText('You declined in your wallet. No money moved.').waitFor()
    wallet.knobs.rejects = false
    // More often than the page retries.
    web.stage.devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', match: 'eth_getCode', times: 100 }] } })
    await unlock.click()
    await page.getByText('The network does not answer.').waitFor()
    await page.getByRole('main').getByText('You declined in your wallet').waitFor({ state: 'detached' })
    web.stage.devnet.faults.clear()
    await unlock.click()
    await page.getByText('Hidden spending accounts are unlocked').waitFor()
  })

  test('the keys of hidden addresses are forgotten: with another account, a locked wallet, and 15 idle minutes', async () => {
    const { page, wallet, account } = await open('/boxes')
    await page.clock.install()
    await page.reload()
    const unlock = page.getByRole('button', { name: 'Unlock hidden spending accounts' })
    const unlocked = page.getByText('Hidden spending accounts are unlocked')
    const [stranger] = web.stage.devnet.primary.accounts
    if (stranger === undefined) throw new Error('The devnet has no accounts.')
    const unlockAgain = async () => {
      await unlock.click()
      await unlocked.waitFor()
    }

    await unlockAgain()
    await wallet.tell(page, { accounts: [stranger.address] })
    await unlocked.waitFor({ state: 'detached' })
    await wallet.tell(page, { accounts: [account.address] })
    await unlockAgain()

    await wallet.tell(page, { accounts: [] })
    await unlocked.waitFor({ state: 'detached' })
    await wallet.tell(page, { accounts: [account.address] })
    await unlockAgain()

    await page.clock.fastForward('14:00')
    await page.keyboard.press('Shift')
    await page.clock.fastForward('14:00')
    expect(await unlocked.count()).toBe(1)
    await page.clock.fastForward('01:01')
    await unlock.waitFor()
    expect(await unlocked.count()).toBe(0)
  })

  test('a box of a hidden address: its keys are only in memory, and a worker finds it again', async () => {
    const bob = ordinaryAccount().address
    const { page, account, wallet, complaints } = await open('/boxes/new')
    await page.getByRole('radio', { name: 'a hidden address' }).check({ force: true })
    await page.getByRole('button', { name: 'Unlock hidden spending accounts' }).click()
    await page.getByText('Hidden spending accounts are unlocked').waitFor()
    expect(wallet.prompts()).toBe(2)
    await page.getByLabel('Recipient’s address').fill(bob)
    await page.getByLabel('Total limit').fill('25')
    await page.getByRole('button', { name: 'Review the spending account' }).click()
    await page.getByRole('button', { name: 'Announce it' }).click()
    await page.getByLabel(/^Groups 5 and 6/).fill(bob.slice(18, 26))
    await page.getByRole('button', { name: 'Create the spending account' }).click()
    await act(page, 'Add money', '15', /^Add 15/)
    await page.getByRole('heading', { name: 'The money is in.' }).waitFor()
    await act(page, 'Pay', '5', /^Pay 5/)
    await page.getByRole('heading', { name: 'It is paid.' }).waitFor()
    expect(await web.stage.balanceOf(bob)).toBe(5_000_000n)
    // The owner's key is on the page, so the wallet was asked for transactions alone.
    expect(wallet.asked.filter((method) => method === 'personal_sign')).toHaveLength(2)

    const keys = deriveStealthKeys(await account.signMessage({ message: STEALTH_KEY_MESSAGE }))
    const kept = await page.evaluate(async () => {
      const all: unknown[] = [{ ...localStorage }, { ...sessionStorage }, location.href, document.title]
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(name)
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
        for (const store of database.objectStoreNames)
          all.push(
            await new Promise((resolve) => {
              const request = database.transaction(store).objectStore(store).getAll()
              request.onsuccess = () => resolve(request.result)
            }),
          )
        database.close()
      }
      return JSON.stringify(all, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    })
    expect(kept).toContain('settlePrivatePayment')
    for (const key of [keys.spendingKey, keys.viewingKey]) expect(kept).not.toContain(key.slice(2))

    // A reload forgets the keys; the same two signatures bring them back, and the search finds it.
    await page.reload()
    await page.getByRole('button', { name: 'Unlock hidden spending accounts' }).click()
    await page.getByRole('radio', { name: 'Take back' }).waitFor()
    await act(page, 'Take back', undefined, /^Take 10/)
    await page.getByRole('heading', { name: 'The money is back in your wallet.' }).waitFor()
    // Another route of the same page load still has the keys.
    await page.goto(`${web.served.origin}/#/boxes`)
    await page.getByText(/5 of 25\sUSDC spent/).waitFor()
    expect(complaints).toEqual([])
  })

  test('a payment of a hidden address that a reload interrupted goes on once its keys are there', async () => {
    const { box, account, payee } = await openHiddenBox(web, 'primary', 15_000_000n)
    const { page, wallet, complaints } = await open(`/box/5042002/${box}`, {}, account)
    const unlock = page.getByRole('button', { name: 'Unlock hidden spending accounts' })
    await unlock.click()
    await page.getByRole('radio', { name: 'Pay', exact: true }).waitFor()
    wallet.knobs.isClosed = true
    await act(page, 'Pay', '5', /^Pay 5/)
    await expect.poll(() => wallet.asked.at(-1)).toBe('eth_sendTransaction')
    await page.reload()
    wallet.knobs.isClosed = false
    await page.getByText('Unlock hidden spending accounts to go on.').waitFor()
    expect(await page.getByRole('button', { name: 'Check and continue' }).count()).toBe(0)
    await unlock.click()
    await page.getByRole('button', { name: 'Check and continue' }).click()
    await page.getByRole('button', { name: /^Pay 5/ }).click()
    await page.getByRole('heading', { name: 'It is paid.' }).waitFor()
    expect(await web.stage.balanceOf(payee.address)).toBe(5_000_000n)
    expect(complaints).toEqual([])
  })

  test('a payment of a hidden address waits where its keys were forgotten during the review', async () => {
    const { box, account, payee } = await openHiddenBox(web, 'primary', 15_000_000n)
    const { page, wallet, complaints } = await open(`/box/5042002/${box}`, {}, account)
    await page.clock.install()
    await page.reload()
    const unlock = page.getByRole('button', { name: 'Unlock hidden spending accounts' })
    await unlock.click()
    await page.getByRole('radio', { name: 'Pay', exact: true }).check({ force: true })
    await page.getByRole('textbox', { name: 'Pay' }).fill('5')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    const pay = page.getByRole('button', { name: /^Pay 5/ })
    await pay.waitFor()
    await page.clock.fastForward('15:01')
    // The co-signer refuses what was signed at another time.
    await page.clock.setSystemTime(Date.now())
    await unlock.waitFor()
    expect(await pay.getAttribute('aria-disabled')).toBe('true')
    await pay.click({ force: true })
    expect(wallet.asked).not.toContain('eth_sendTransaction')
    await unlock.click()
    await unlock.waitFor({ state: 'detached' })
    await pay.click()
    await page.getByRole('heading', { name: 'It is paid.' }).waitFor()
    expect(await web.stage.balanceOf(payee.address)).toBe(5_000_000n)
    expect(complaints).toEqual([])
  })

  test('a worker whose file was changed on the host does not run, and the page says so', async () => {
    web.served.tamper(/assets\/scan\.worker/, (text) => `fetch('/thief');${text}`)
    try {
      const { page } = await open('/boxes')
      const asked: string[] = []
      page.context().on('request', (request) => asked.push(request.url()))
      await page.getByRole('button', { name: 'Unlock hidden spending accounts' }).click()
      await page.getByRole('heading', { name: 'A file of this page was changed or is missing' }).waitFor()
      expect(page.workers()).toEqual([])
      expect(asked.filter((url) => url.endsWith('/thief'))).toEqual([])
    } finally {
      web.served.restore()
    }
  })

  test('a box of a hidden address on the second network is found there, by logs from a block that exists', async () => {
    const account = await openHidden(web, 'remote')
    const { page, complaints } = await open('/boxes', { side: 'remote' }, account)
    const head = await web.stage.remotePublicClient.getBlockNumber({ cacheTime: 0 })
    const starts: bigint[] = []
    page.on('request', (request) => {
      const asked = request.postData() ?? ''
      if (request.url().startsWith(web.stage.devnet.remote.rpcUrl) && asked.includes('eth_getLogs'))
        starts.push(...[...asked.matchAll(/"fromBlock":"(0x[0-9a-f]+)"/g)].map(([, block]) => BigInt(block ?? 0)))
    })
    await page.getByRole('button', { name: 'Unlock hidden spending accounts' }).click()
    await page.getByText(/0 of 25\sUSDC spent/).waitFor()
    expect(starts.length).toBeGreaterThan(0)
    expect(starts.filter((block) => block > head)).toEqual([])
    expect(complaints).toEqual([])
  })
})
