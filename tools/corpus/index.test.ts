import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { corpusLines, generateCorpus } from './generate.js'
import { riskInputFromCorpus } from './index.js'
import { SLICE_SIZES } from './options.js'
import { type LooseCase, labelsOf, readCorpus } from './read.js'

const sender = '0x52908400098527886e0f7030069857d2e4169ee7'
const genuine = '0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91'
const impostor = '0xd9a1c3788d81257612e2581a6ea0ada244853a91'
const planter = '0x8617e340b3d01fa5f11f306f4090fd50e238070d'
const usdc = '0x3600000000000000000000000000000000000000'

const wallet = { type: 'wallet', address: sender, own: [], contacts: [], chain: 5042002 }
const base = { type: 'event', chain: 5042002, signer: sender, from: sender, to: genuine, token: usdc, kind: 'payment' }
const payment = { ...base, block: 1, time: 1_000, tx: `0x${'1'.repeat(64)}`, value: '25000000' }
const bait = { ...payment, block: 2, time: 2_000, signer: planter, to: impostor, value: '0', kind: 'zero-value' }
const query = { type: 'query', sender, target: impostor, time: 3_000, ageHours: 1, transactionCount: 2 }
const read = (events: readonly object[], more: object = {}, account: object = wallet) =>
  riskInputFromCorpus(account as LooseCase['wallet'], events as LooseCase['events'], { ...query, ...more } as never)

describe('riskInputFromCorpus', () => {
  test('default: what healthy sources would return', () => {
    expect(read([payment, bait])).toMatchInlineSnapshot(`
      {
        "activity": {
          "firstSeenAt": 1969-12-31T23:50:00.000Z,
          "transactionCount": 2,
        },
        "contacts": [],
        "counterparties": {
          "complete": true,
          "counterparties": [
            "0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91",
          ],
        },
        "history": {
          "complete": true,
          "records": [
            {
              "blockNumber": 1n,
              "canonical": true,
              "chainId": 5042002,
              "decimals": 6,
              "from": "0x52908400098527886e0f7030069857d2e4169ee7",
              "logIndex": 0,
              "signer": "0x52908400098527886e0f7030069857d2e4169ee7",
              "timestamp": 1970-01-01T00:16:40.000Z,
              "to": "0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91",
              "token": "0x3600000000000000000000000000000000000000",
              "transactionHash": "0x1111111111111111111111111111111111111111111111111111111111111111",
              "value": 25000000n,
            },
            {
              "blockNumber": 2n,
              "canonical": true,
              "chainId": 5042002,
              "decimals": 6,
              "from": "0x52908400098527886e0f7030069857d2e4169ee7",
              "logIndex": 0,
              "signer": "0x8617e340b3d01fa5f11f306f4090fd50e238070d",
              "timestamp": 1970-01-01T00:33:20.000Z,
              "to": "0xd9a1c3788d81257612e2581a6ea0ada244853a91",
              "token": "0x3600000000000000000000000000000000000000",
              "transactionHash": "0x1111111111111111111111111111111111111111111111111111111111111111",
              "value": 0n,
            },
          ],
          "sender": "0x52908400098527886e0f7030069857d2e4169ee7",
          "settled": [],
        },
        "own": [],
        "sender": "0x52908400098527886e0f7030069857d2e4169ee7",
        "target": "0xd9a1c3788d81257612e2581a6ea0ada244853a91",
        "verifiedRecipient": false,
        "zeroValueTransfers": 0,
      }
    `)
  })

  test('behavior: other spellings of the same values are read alike', () => {
    const odd = [
      {
        Chain_ID: '0x4cef52',
        blockNumber: '0x1',
        timestamp: '1970-01-01T00:16:40Z',
        txHash: payment.tx,
        signer: sender.toUpperCase(),
        FROM: sender.slice(2),
        to: { address: genuine.toUpperCase() },
        token_address: usdc.toUpperCase(),
        amount: '0x17d7840',
        logIndex: 0,
      },
      { ...bait, time: '2000', value: 0, chain: 'eip155:5042002', block: '2' },
    ]
    const said = { sender: sender.toUpperCase(), target: impostor, time: '1970-01-01T00:50:00Z', ageHours: '1' }
    expect(read(odd, said, { address: sender.toUpperCase() })).toEqual({
      ...read([payment, bait]),
      sender: `0x${sender.slice(2).toUpperCase()}`,
    })
  })

  test('behavior: letter case is kept if it is uniform or a checksum, and dropped if it is mixed at random', () => {
    const noise = `0xD9a1${impostor.slice(6)}`
    expect(read([payment], { target: noise }).target).toBe(impostor)
    const checksum = '0x52908400098527886E0F7030069857D2E4169EE7'
    expect(read([payment], { target: checksum }).target).toBe(checksum)
  })

  test('behavior: nothing later than the query is known, and an earlier moment can be asked', () => {
    expect(read([payment, bait], { time: 1_500 }).history?.records).toHaveLength(1)
    const events = [payment, bait]
    expect(riskInputFromCorpus(wallet, events, query, 1_999).history?.records).toHaveLength(1)
    const [a, b] = [read(events), read(events)]
    expect(a.history).toBe(b.history)
  })

  test('behavior: canonical by chain and contract, never by symbol or kind', () => {
    const fake = { ...payment, token: planter, symbol: 'USDC', decimals: 6 }
    const elsewhere = { ...payment, chain: 84532 }
    const mainnet = { ...payment, chain: 1, token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }
    const records = read([fake, elsewhere, mainnet, { ...fake, canonical: true }]).history?.records
    expect(records?.map(({ canonical }) => canonical)).toEqual([false, false, true, true])
    expect(read([fake, elsewhere]).counterparties?.counterparties).toEqual([])
  })

  test('behavior: native USDC counts in six decimals, other native coins in their own', () => {
    const native = { ...payment, token: 'native', value: '1500000000000000000' }
    const records = read([native, { ...native, chain: 84532, token: null }]).history?.records
    expect(records?.map(({ token, value, decimals }) => [token, value, decimals])).toEqual([
      [null, 1_500_000n, 6],
      [null, 1_500_000_000_000_000_000n, 18],
    ])
  })

  test('behavior: settled transfers verify, announcements are not movements', () => {
    const settled = { ...payment, kind: 'settled', to: impostor }
    const input = read([settled, { ...bait, kind: 'announcement', from: impostor, to: sender }])
    expect(input).toMatchObject({
      verifiedRecipient: true,
      history: { records: [] },
      counterparties: { counterparties: [] },
    })
    expect(input.history?.settled?.[0]?.address).toBe(impostor)
  })

  test('behavior: zero-value transfers to the sender count, with any signer', () => {
    const incoming = { ...bait, from: impostor, to: sender }
    expect(read([incoming, { ...incoming, signer: impostor }, bait]).zeroValueTransfers).toBe(2)
  })

  test('behavior: activity from the age, else from the events, else unremarkable', () => {
    const seen = (more: object, events = [payment]) => read(events, { transactionCount: undefined, ...more }).activity
    expect(seen({ ageHours: null })).toEqual({ transactionCount: 0, firstSeenAt: null })
    expect(seen({ ageHours: 0.5 })?.firstSeenAt).toEqual(new Date(1_200_000))
    expect(seen({ ageHours: undefined }, [payment, bait])?.firstSeenAt).toEqual(new Date(2_000_000))
    expect(seen({ ageHours: undefined })?.firstSeenAt).toEqual(new Date((3_000 - 365 * 86_400) * 1_000))
    expect(seen({ firstSeenAt: '1970-01-01T00:00:10Z' })?.firstSeenAt).toEqual(new Date(10_000))
  })

  test('behavior: faults remove sources, or shorten them and report it', () => {
    const faulty = (faults: unknown) => read([payment, bait], { faults })
    expect(faulty([{ source: 'history', kind: '429' }]).history).toBeNull()
    const cut = faulty([{ source: 'counterparties', kind: 'page-cap', beforeTime: 1_500 }])
    expect(cut.counterparties).toEqual({ counterparties: [], complete: false })
    expect(faulty({ history: 'behind-head' }).history).toMatchObject({ complete: false, records: [] })
    expect(faulty(['explorer'])).toMatchObject({
      history: null,
      counterparties: null,
      activity: null,
      verifiedRecipient: false,
    })
    expect(faulty('verified').verifiedRecipient).toBeNull()
    expect(faulty({ activity: 'cold' }).activity).toEqual({ transactionCount: 0, firstSeenAt: null })
    expect(() => faulty(['weather'])).toThrow('a source that is not known: weather')
  })

  test('error: an unreadable line is named', () => {
    expect(() => read([{ ...payment, to: '0x12' }])).toThrow("The corpus's event.to cannot be read")
    expect(() => read([{ ...payment, value: '1.5' }])).toThrow("The corpus's event.value cannot be read")
    expect(() => read([{ ...payment, time: 'soon' }])).toThrow("The corpus's event.time cannot be read")
  })
})

describe('readCorpus', () => {
  const options = { seed: 7n, wallets: 12, sizes: { ...SLICE_SIZES, N1: 5, N2: 5, N10: 5 }, mostPayees: 500 }

  test('default: a file is read as it was generated, also in any order and without types', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'corpus-'))
    try {
      const lines = [...corpusLines(options)].map((line) => JSON.stringify(line))
      const [inOrder, shuffled] = [join(folder, 'a.jsonl'), join(folder, 'b.jsonl')]
      writeFileSync(inOrder, `${lines.join('\n')}\n`)
      const bare = lines.slice(1).map((line) => line.replace(/"type":"\w+",/, ''))
      writeFileSync(shuffled, bare.reverse().join('\n'))
      const whole = [...generateCorpus(options)].map(({ queries }) => [...queries].length)
      for (const path of [inOrder, shuffled]) {
        const counts = new Map<Address, number>()
        for await (const { wallet, queries } of readCorpus(path)) counts.set(wallet.address as Address, queries.length)
        expect([...counts.values()].sort()).toEqual(whole.filter((count) => count > 0).sort())
      }
      writeFileSync(inOrder, 'x')
      await expect(readCorpus(inOrder).next()).rejects.toThrow('Line 1 of the corpus is not a JSON object')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('labelsOf: the truth, for scoring only', () => {
    expect(labelsOf({ class: 'p1_e', genuine: { address: genuine.toUpperCase() }, p: 4, s: '6' })).toMatchObject({
      class: 'P1-E',
      isPoisoned: true,
      genuine,
      p: 4,
      s: 6,
    })
    expect(labelsOf({ class: 'N3', label: 'benign' }).isPoisoned).toBe(false)
  })
})
