import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGuardServer, type GuardServer } from '@holdfast/guard/rpc'
import { type FaultyNode, startFaultyNode } from '@holdfast/testkit/faultyNode'
import { scriptedHistory } from '@holdfast/testkit/scriptedHistory'
import { numberToHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FAILED_REQUEST, hasBrowser, openBrowser, type TestBrowser } from '../web/test/openBrowser.js'

const { payer, imitation } = scriptedHistory

describe.skipIf(!hasBrowser)('the page of the guard, in a browser', () => {
  let [node, guard, browser]: [FaultyNode, GuardServer, TestBrowser] = [] as never
  beforeAll(async () => {
    node = await startFaultyNode()
    guard = createGuardServer({ upstream: node.url, chainId: 5042002, port: 0, provider: scriptedHistory })
    await guard.listen()
    await guard.prepare(payer)
    browser = await openBrowser()
  })
  afterEach((context) => browser.closePages(context))
  afterAll(async () => {
    await browser?.close()
    await guard?.close()
    await node?.stop()
  })

  /** What a wallet gets when a page asks it to pay the imitation. */
  async function pay(mark: number) {
    const params = [{ from: payer, to: imitation, value: numberToHex(mark) }]
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction', params })
    return (await fetch(guard.url, { method: 'POST', body })).json()
  }

  test('its buttons give a wallet the requests that add the guard, and take it out again', async () => {
    const { page, complaints } = await browser.open()
    await page.addInitScript(() => {
      const asked: unknown[] = []
      Reflect.set(globalThis, '__asked', asked)
      const info = {
        uuid: '4a0f1d0c-7a4e-4a52-9f0e-7d5c2b8f6a10',
        name: '<b>Wallet</b>',
        icon: 'data:,',
        rdns: 'example',
      }
      const provider = { request: async (request: unknown) => void asked.push(request) }
      const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
      addEventListener('eip6963:requestProvider', announce)
    })
    await page.goto(guard.url)
    const buttons = page.getByRole('button', { name: /^<b>Wallet<\/b>/ })
    await buttons.nth(0).click()
    await buttons.nth(1).click()
    await page.getByRole('button', { name: '<b>Wallet</b>: done' }).nth(1).waitFor()
    const [add, restore] = await page.evaluate(() => Reflect.get(globalThis, '__asked'))
    expect(add).toMatchObject({ method: 'wallet_addEthereumChain', params: [{ chainId: '0x4cef52' }] })
    expect(add.params[0].rpcUrls).toEqual([guard.url])
    expect(restore).toMatchObject({ method: 'wallet_addEthereumChain', params: [{ chainId: '0x4cef52' }] })
    expect(restore.params[0].rpcUrls).not.toContain(guard.url)
    expect(complaints).toEqual([])
  })

  test('a person opens a refusal, compares, and allows it once; without comparing nothing is sent', async () => {
    const { error } = await pay(5)
    const code = /allow (\w{4})$/.exec(error.message)?.[1] ?? ''
    const { page, complaints } = await browser.open()
    await page.goto(guard.url)
    await page.getByRole('link', { name: code }).click()
    const allow = page.getByRole('button', { name: /^Allow once/ })
    expect(await page.locator('.address-comparison mark').count()).toBeGreaterThan(5)
    await allow.click()
    expect(new URL(page.url()).pathname).toBe(`/refusal/${code}`)
    await page.getByRole('checkbox', { name: /^I have compared/ }).check()
    await allow.click()
    await page.getByRole('status').getByText(`${code} is allowed once`).waitFor()
    expect((await pay(5)).result).toBe(numberToHex(5))
    expect((await pay(5)).error.code).toBe(3)
    expect(complaints).toEqual([])
  })

  test('another site can neither show it inside itself nor use its form', async ({ onTestFinished }) => {
    const { error } = await pay(6)
    const code = /allow (\w{4})$/.exec(error.message)?.[1] ?? ''
    const fields = { code, secret: guard.secret, compared: 'yes' }
    const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`)
    const form = `<form method="post" action="${guard.url}/allow">${inputs.join('')}<button>Prize</button></form>`
    const site = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<iframe src="${guard.url}"></iframe>${form}`)
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      site.closeAllConnections()
      site.close()
    })
    const { page, complaints, allow } = await browser.open()
    allow(/frame-ancestors/)
    allow(FAILED_REQUEST)
    // A server on a port has an address with it.
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`, { waitUntil: 'commit' })
    await expect.poll(() => complaints.some((text) => text.includes('frame-ancestors'))).toBe(true)
    await page.getByRole('button', { name: 'Prize' }).click()
    await page.getByText('This web page may not use the guard').waitFor()
    expect((await pay(6)).error.code).toBe(3)
  })
})
