import type { SettingsWords } from './SettingsWords.js'

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

export const settings: SettingsWords = {
  title: 'Settings',
  lead: 'They apply to this browser only. There is no account with us.',
  look: 'Language and colors',
  endpoints: {
    title: 'Where this page connects to',
    fixed: 'The list was fixed with the page; the browser refuses every other connection.',
    node: 'Node',
    explorer: 'Explorer',
    service: 'Service',
    noService: 'none: claims need a wallet with gas',
    field: (chain) => `Your own node for ${chain}`,
    hint: 'On this machine, as http://127.0.0.1:8545.',
    save: 'Check and use it',
    reset: 'Use the listed nodes again',
    checking: 'Asking the node…',
    saved: 'It is used after the page is loaded again.',
    fault: {
      not_local: 'The address must begin with http://127.0.0.1: this page may connect to no other.',
      silent: 'No node answered there. Start it, and check its port.',
      other_chain: 'The node there is on another network. Enter one of this network.',
    },
  },
  data: {
    title: 'What this browser keeps',
    why: (rows, contacts) =>
      `${plural(rows, '1 payment or operation', `${rows} payments and operations`)} and ${plural(contacts, '1 contact', `${contacts} contacts`)}. Codes and secrets are encrypted, with a key that does not leave this browser.`,
    none: 'Nothing so far.',
    contacts: 'Save the contacts to a file',
    journal: 'Save everything to a file',
    journalWhy:
      'The file has the codes of your payments and the secrets of your payment links, readable. A payment link’s secret is money: keep the file where you would keep cash.',
    journalGo: 'I know: save the file',
    unsaved: 'Nothing was saved, since not everything could be read. Load the page again and try again.',
    cancel: 'Cancel',
    delete: 'Delete everything here',
    deleteWhy:
      'Codes that are only here are lost: you can then still take an open payment back, but never show its code again. Money on the chain is not touched.',
    deleteOpen: (count) =>
      plural(
        count,
        '1 payment is not finished. Finish or close it first.',
        `${count} payments are not finished. Finish or close them first.`,
      ),
    deleteGo: 'Delete it for good',
    deleted: 'Deleted. No payment, contact or choice is kept here now.',
    failed: 'It could not be deleted. Close the other tabs of this page and try again.',
  },
  page: {
    title: 'This page',
    version: 'Version',
    tree: 'Hash of all its files',
    treeWhy:
      'Compare it with the one in the release note. A host that changes the page can show any number here. To be certain, build the page yourself or use the command line.',
    noTree: 'could not be read',
    other: 'The files on the host are from another release than this page. Load the page again.',
  },
}
