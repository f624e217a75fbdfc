import { paymentRequestLink, signPaymentRequest } from '@holdfast/sdk/requests'
import type { Locator, Page } from 'playwright-core'
import type { PrivateKeyAccount } from 'viem/accounts'
import { lock, openBox, openLink, ownActor } from './flows.js'
import type { WebStage } from './webStage.js'

/** A screen that shows what it reads. */
type ReadingScreen = {
  begin: (web: WebStage) => Promise<{
    /** Of the route. */
    path: string
    /** Whose wallet is in the page. @default a new one */
    account?: PrivateKeyAccount
    /** Refuses what the screen reads, and returns the end of that. @default each request to the node */
    refuse?: (page: Page) => Promise<() => Promise<void>>
  }>
  /** What it shows once it is read. */
  shows: (page: Page) => Locator
}

/** Every screen that has nothing to show before a read. */
export const READING: Readonly<Record<string, ReadingScreen>> = {
  transfer: {
    async begin(web) {
      const sender = await ownActor(web)
      const { id } = await lock(sender)
      return { path: `/transfer/5042002/${id}`, account: sender.account }
    },
    shows: (page) => page.getByRole('button', { name: 'Take it back' }),
  },
  claim: {
    begin: async (web) => ({ path: `/claim/5042002/${(await lock(await ownActor(web))).id}` }),
    shows: (page) => page.getByLabel('Code'),
  },
  'payment link of its sender': {
    async begin(web) {
      const { sender, transferId } = await openLink(web)
      return { path: `/links/5042002/${transferId}`, account: sender.account }
    },
    shows: (page) => page.getByRole('button', { name: 'Take it back' }),
  },
  'payment link of its holder': {
    begin: async (web) => ({ path: (await openLink(web)).link.replace(/^.*#/, '') }),
    shows: (page) => page.getByRole('button', { name: /^Take/ }),
  },
  'payment links': {
    async begin(web) {
      const { sender } = await openLink(web)
      return { path: '/links', account: sender.account }
    },
    shows: (page) => page.getByRole('link', { name: /25/ }),
  },
  'payment request': {
    async begin(web) {
      const payee = await web.stage.actor()
      const signed = await signPaymentRequest(payee, { amount: 25_000_000n })
      return { path: paymentRequestLink(signed, web.served.origin).replace(/^.*#/, '') }
    },
    shows: (page) => page.getByRole('button', { name: 'Review the payment' }),
  },
  'spending account': {
    async begin(web) {
      const { box, owner } = await openBox(web)
      return { path: `/box/5042002/${box}`, account: owner }
    },
    shows: (page) => page.getByText('Pays only'),
  },
  'spending accounts': {
    async begin(web) {
      const { owner } = await openBox(web)
      return { path: '/boxes', account: owner }
    },
    shows: (page) => page.getByText(/0 of 25\sUSDC spent/),
  },
  'new spending account': {
    begin: async (web) => ({
      path: '/boxes/new',
      async refuse(page) {
        const cosigner = `${web.service.service.url}/api/cosign`
        await page.route(cosigner, (route) => route.abort())
        return () => page.unroute(cosigner)
      },
    }),
    shows: (page) => page.getByRole('button', { name: 'Review the spending account' }),
  },
}
