import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ordinaryAccount } from '@holdfast/devnet'
import { claimPaymentLink, createPaymentLink, readPaymentLink } from '@holdfast/sdk/links'
import { paymentRequestLink, signPaymentRequest } from '@holdfast/sdk/requests'
import {
  claimKeyFromCode,
  defineConfig,
  generateClaimCode,
  generateLinkSecret,
  registerConfig,
  sendProtected,
} from '@holdfast/sdk/transfer'
import { tiered } from '@holdfast/testkit/tier'
import encodeQR from 'qr'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './openBrowser.js'
import { stubWallet, TEST_WALLET } from './walletStub.js'
import { fillIn, readCode, review, SHOWN_CODE, setWebStage, type WebStage } from './webStage.js'

/** Characters that have no shape of their own, or that turn the text after them around. */
const unseen = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/

describe.skipIf(!hasBrowser)('the page among hostile neighbors', () => {
  let web: WebStage
  beforeAll(async () => {
    web = await setWebStage()
  })
  afterEach((context) => web.clear(context))
  afterAll(() => web?.close())

  /** 25 USDC that wait for their recipient. */
  async function lock() {
    const sender = await web.stage.actor()
    const { secret } = generateClaimCode()
    const { configId } = await registerConfig(sender, defineConfig({ claimMode: 'KEY' }))
    const to = ordinaryAccount().address
    const params = { configId, to, amount: 25_000_000n, claimHash: claimKeyFromCode(secret).claimHash, memo: false }
    const { transferId } = await sendProtected(sender, params, { approve: true, skipRiskCheck: true })
    return { secret, to, path: `/claim/5042002/${transferId}` }
  }

  test('a wallet that announces markup, a foreign picture and a name that is not its own draws text, and asks nothing of anyone', async () => {
    const { page, complaints } = await web.browser.open()
    const { primary } = web.stage.devnet
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).hostname))
    await stubWallet(page.context(), {
      account: ordinaryAccount(),
      rpcUrl: primary.rpcUrl,
      chainId: primary.chainId,
      info: {
        ...TEST_WALLET,
        name: '<img src=x onerror=alert(1)>\u202eksaMateM',
        icon: 'https://thief.example/icon.svg',
        rdns: 'holdfast.burner',
      },
    })
    await page.goto(`${web.served.origin}/#/`)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('button', { name: /^<img src=x/ }).click()
    await page.getByRole('button', { name: /^0x/ }).waitFor()
    // Its name makes it no burner wallet.
    expect(await page.locator('.burner').count()).toBe(0)
    expect([...new Set(asked)]).toEqual(['127.0.0.1'])
    expect(complaints).toEqual([])
  })

  test('a picture of a wallet that carries a script is a picture', async () => {
    const { page, complaints } = await web.browser.open()
    const { primary } = web.stage.devnet
    const script =
      '<svg xmlns="http://www.w3.org/2000/svg"><script>top.ran=1</script><image href="https://thief.example/x"/></svg>'
    await stubWallet(page.context(), {
      account: ordinaryAccount(),
      rpcUrl: primary.rpcUrl,
      chainId: primary.chainId,
      info: { ...TEST_WALLET, icon: `data:image/svg+xml,${encodeURIComponent(script)}` },
    })
    await page.goto(`${web.served.origin}/#/`)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('button', { name: 'Test wallet' }).locator('img').waitFor()
    expect(await page.evaluate(() => Reflect.get(globalThis, 'ran'))).toBe(undefined)
    expect(complaints).toEqual([])
  })

  test.skipIf(tiered(true, false))(
    'a wallet that announces itself late is offered, and the provider under the old name only where there is no other',
    async () => {
      const openWith = async (hasWallet: boolean) => {
        const { page, complaints } = await web.browser.open()
        await page.addInitScript((hasWallet) => {
          const provider = { request: async () => [], on() {}, removeListener() {} }
          Object.assign(globalThis, { ethereum: provider })
          const info = {
            uuid: '4a0f1d0c-7a4e-4a52-9f0e-7d5c2b8f6a11',
            name: 'Late wallet',
            icon: '',
            rdns: 'example.late',
          }
          const announce = () =>
            dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
          // It hears nothing of the first times that the page asks, as on a phone.
          const started = Date.now()
          if (hasWallet)
            addEventListener('eip6963:requestProvider', () => {
              if (Date.now() - started > 1_500) announce()
            })
        }, hasWallet)
        await page.goto(`${web.served.origin}/#/`)
        await page.getByRole('button', { name: 'Connect wallet' }).click()
        return { dialog: page.getByRole('dialog'), complaints }
      }
      const [late, old] = await Promise.all([openWith(true), openWith(false)])
      await late.dialog.getByRole('button', { name: 'Late wallet' }).waitFor()
      await old.dialog.getByRole('button', { name: 'Wallet of this browser' }).waitFor()
      expect(await late.dialog.getByRole('button', { name: 'Wallet of this browser' }).count()).toBe(0)
      expect(await old.dialog.getByRole('button', { name: 'Late wallet' }).count()).toBe(0)
      expect([...late.complaints, ...old.complaints]).toEqual([])
    },
  )

  test.each([
    ['is on another network', { chainId: 84532 }, 'The wallet has changed to another network.'],
    ['is locked', { accounts: [] }, 'The wallet was disconnected.'],
  ])('a wallet that %s in the middle of a payment is asked for nothing more', async (_, change, says) => {
    const { page, wallet, account, complaints } = await web.openAs()
    await review(page, ordinaryAccount().address)
    wallet.knobs.beforeSending = () => wallet.tell(page, change)
    await page.getByRole('button', { name: /^Send 25/ }).click()
    await page.getByText(`${says} Nothing more is signed`).first().waitFor()
    await expect.poll(() => page.getByText(/Confirm it in your wallet|Waiting for the network/).count()).toBe(0)
    expect(wallet.prompts()).toBe(1)
    expect(await web.stage.balanceOf(account.address)).toBeGreaterThan(499_000_000n)
    expect(complaints).toEqual([])
  })

  /** Runs with a page whose service says "claimed" to each request. */
  async function withLiar(onAsked: () => unknown, run: () => Promise<void>) {
    const liar = createServer(async (request, response) => {
      if (request.method === 'POST') await onAsked()
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Headers': '*',
      })
      response.end(JSON.stringify({ ok: true, txHash: `0x${'1'.repeat(64)}` }))
    })
    await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve))
    const honest = web.served.settings.service
    web.served.settings.service = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`
    try {
      await run()
    } finally {
      web.served.settings.service = honest ?? ''
      liar.closeAllConnections()
      liar.close()
    }
  }

  test('a service that says "claimed" is not believed: only the chain decides', async () => {
    const { secret, path } = await lock()
    let answers = 0
    const onAsked = () => {
      answers += 1
    }
    await withLiar(onAsked, async () => {
      const { page, complaints } = await web.browser.open()
      await page.goto(`${web.served.origin}/#${path}`)
      await page.getByLabel('Code').fill(secret)
      await page.getByRole('button', { name: 'Claim without gas' }).click()
      await page.getByText('The outcome is not known yet').waitFor()
      expect(answers).toBeGreaterThan(0)
      expect(await page.getByText('25 USDC claimed').count()).toBe(0)
      expect(complaints).toEqual([])
      await page.context().close()
    })
  })

  test('a service that says "claimed" while another holder takes the money of a link is not believed', async () => {
    const sender = await web.stage.actor()
    const { configId } = await registerConfig(sender, defineConfig({ claimMode: 'KEY' }))
    const params = { configId, amount: 25_000_000n, linkSecret: generateLinkSecret(), origin: web.served.origin }
    const { link } = await createPaymentLink(sender, params)
    const thief = await web.stage.actor()
    const take = () => claimPaymentLink(thief, readPaymentLink(link)).catch(() => {})
    await withLiar(take, async () => {
      const { page, complaints } = await web.browser.open()
      await page.goto(link)
      await page.getByLabel('Your address').fill(ordinaryAccount().address)
      await page.getByRole('button', { name: 'Take the money, without gas' }).click()
      await page.getByRole('heading', { name: 'Already claimed' }).waitFor()
      expect(await page.getByText('25 USDC is yours').count()).toBe(0)
      expect(complaints).toEqual([])
      await page.context().close()
    })
  })

  test('another site cannot show the page inside itself, with or without the headers of its host', async () => {
    const site = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' })
      response.end(`<iframe src="${web.served.origin}/#/" width="800" height="600"></iframe>`)
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const framing = async () => {
      const opened = await web.browser.open()
      opened.allow(/frame-ancestors/)
      const { port } = site.address() as AddressInfo
      await opened.page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'commit' })
      return opened
    }
    const { complaints } = await framing()
    await expect.poll(() => complaints.some((text) => text.includes('frame-ancestors'))).toBe(true)
    web.served.dropHeaders(true)
    try {
      const { page } = await framing()
      const inside = page.frameLocator('iframe')
      await inside.getByRole('heading', { level: 1 }).waitFor()
      expect(await inside.getByRole('button').count()).toBe(0)
      expect(await inside.getByRole('textbox').count()).toBe(0)
    } finally {
      web.served.dropHeaders(false)
      site.closeAllConnections()
      site.close()
    }
  })

  test('a code in a link is in no address, title, history or request of the page', async () => {
    const { secret, path } = await lock()
    const code = secret.replaceAll('-', '')
    const { page, complaints } = await web.browser.open()
    const told: string[] = []
    page.on('request', (request) => told.push(request.url(), request.headers().referer ?? ''))
    await page.goto(`${web.served.origin}/#${path}/${code}`)
    await page.getByRole('button', { name: 'Claim without gas' }).waitFor()
    expect(await page.getByLabel('Code').inputValue()).toBe(code)
    expect(page.url()).not.toContain(code)
    expect(await page.title()).not.toContain(code)
    await page.getByRole('link', { name: 'Pay' }).click()
    await page.goBack()
    await page.getByRole('button', { name: 'Claim without gas' }).waitFor()
    expect(page.url()).not.toContain(code)
    expect(
      await page.evaluate(() => JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }])),
    ).not.toContain(code)
    expect(told.filter((text) => text.includes(code))).toEqual([])
    expect(complaints).toEqual([])
  })

  test.skipIf(tiered(true, false))(
    'texts in payment requests, links and codes: no markup, nothing that cannot be seen, and no wider than a phone',
    async () => {
      const payee = await web.stage.actor()
      const { page, complaints } = await web.browser.open({ viewport: { width: 320, height: 700 } })
      const { origin } = web.served
      const isTextAlone = async () => {
        expect(await page.locator('main :is(img, iframe, script, a[href^="http"])').count()).toBe(0)
        expect(`${await page.title()} ${await page.locator('body').textContent()}`).not.toMatch(unseen)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      }

      // The longest that is allowed, without a place to break.
      const reference = `<img/src=x/onerror=alert(1)>${'W'.repeat(36)}`
      const signed = await signPaymentRequest(payee, { amount: 25_000_000n, reference })
      const link = paymentRequestLink(signed, origin)
      await page.goto(link)
      await page.getByText(reference).waitFor()
      await isTextAlone()
      const address = page.locator('main .groups')
      expect(await address.textContent()).toBe(payee.address)
      expect(await address.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')

      const [head = '', packed = ''] = link.split('/request/')
      for (const character of ['\u202e', '\u200b', '\u2066']) {
        const bytes = Buffer.from(packed, 'base64url')
        bytes.write(`${character}evil`, bytes.indexOf(reference), 'utf8')
        await page.goto(`${head}/request/${bytes.toString('base64url')}`)
        await page.getByRole('heading', { name: 'This request is not valid' }).waitFor()
        await isTextAlone()
      }

      const text = `\u202e<img src=x onerror=alert(1)>\u200b${'W'.repeat(2_000)}`
      const places = ['request', 'claim', 'claim/5042002', 'pay', 'pay/5042002', 'links/5042002', 'transfer/5042002']
      for (const place of [...places, 'bridge/Arc_Testnet', 'box/5042002', 'sending', 'pair/0x1', 'elsewhere']) {
        await page.goto(`${origin}/#/${place}/${encodeURIComponent(text)}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await isTextAlone()
      }

      const drawn = await web.browser.open({ viewport: { width: 640, height: 480 } })
      await drawn.page.setContent(encodeQR(`${text.slice(0, 60)}https://thief.example`, 'svg'))
      await drawn.page.locator('svg').evaluate((shape) => shape.setAttribute('style', 'width: 400px; margin: 40px'))
      const buffer = await drawn.page.screenshot({ type: 'jpeg' })
      await page.goto(`${origin}/#/scan`)
      await page.getByLabel('Choose a picture').setInputFiles({ name: 'code.jpg', mimeType: 'image/jpeg', buffer })
      await page.getByText('<img src=x onerror=alert(1)>').waitFor()
      await isTextAlone()
      expect(complaints).toEqual([])
    },
  )

  test('a window of another site has no hold on the page, and no message changes it', async () => {
    const { page, complaints } = await web.browser.open()
    await page.goto(`${web.served.origin}/#/`)
    const opened = page.context().waitForEvent('page')
    await page.evaluate((url) => void open(url, 'other'), web.served.origin.replace('127.0.0.1', 'localhost'))
    const other = await opened
    await other.getByRole('heading', { level: 1 }).waitFor()
    expect(await other.evaluate(() => opener)).toBe(null)
    await page.evaluate(() => postMessage({ jsonrpc: '2.0', method: 'eth_requestAccounts' }, '*'))
    await page.getByRole('heading', { name: 'Pay in USDC' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('rows of the journal that something else has written stop no page and start no payment', async () => {
    const person = await web.openAs()
    const { page, wallet } = person
    await page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('holdfast', 1)
          opening.onerror = () => reject(opening.error)
          opening.onsuccess = () => {
            const change = opening.result.transaction('journal', 'readwrite')
            const rows = [
              null,
              'text',
              { id: 'b' },
              { id: 'c', operation: 'executePlan', state: 'started', params: { plan: { operation: 'sendProtected' } } },
              {
                id: 'd',
                operation: 'executePlan',
                state: 'started',
                params: null,
                txHashes: 4,
                startedAt: 'never',
                secret: { iv: 1 },
              },
              ...[{ operation: 'settlePrivatePayment' }, { operation: 'sendProtected', steps: [], params: {} }].map(
                (plan, index) => ({
                  id: `plan ${index}`,
                  operation: 'executePlan',
                  chainId: 5042002,
                  account: null,
                  state: 'started',
                  params: { plan },
                  progress: {},
                  txHashes: [],
                  startedAt: new Date(),
                  secret: {},
                }),
              ),
            ]
            for (const [index, row] of rows.entries()) change.objectStore('journal').put(row, `row ${index}`)
            change.oncomplete = () => {
              opening.result.close()
              resolve()
            }
          }
        }),
    )
    await page.reload()
    await page.getByText('You have 5').waitFor()
    await page.goto(`${web.served.origin}/#/sending/d`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto(`${web.served.origin}/#/boxes`)
    await page.getByText('No spending account yet').waitFor()
    expect(wallet.prompts()).toBe(0)
    await page.goto(`${web.served.origin}/#/`)
    await review(page, ordinaryAccount().address)
    await page.getByRole('button', { name: /^Send 25/ }).click()
    expect(await readCode(page)).toMatch(SHOWN_CODE)
    expect(person.complaints).toEqual([])
  })

  test('a page whose text a translator has moved goes on', async () => {
    const { page, complaints } = await web.openAs('/', { isAdverse: true })
    const to = ordinaryAccount().address
    await fillIn(page, to)
    await page.locator('button.button-main').click()
    await page.locator('input.mono').fill(to.slice(18, 26))
    await page.getByRole('button', { name: /25/ }).last().click()
    expect(await readCode(page)).toMatch(SHOWN_CODE)
    expect(complaints).toEqual([])
  })
})
