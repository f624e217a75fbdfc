import { extendHistory, type HistoryRecord, prepareHistory, type SenderHistory } from '@holdfast/sdk/risk'
import { makeHistory } from '../firewall/makeHistory.js'
import type { Row } from './row.js'

const payees = 100_000
const added = 1_000
const runs = 7

/** Preparing a history, in processor time, beside only putting its payments into a map. */
export async function measureHistory(): Promise<readonly Row[]> {
  const { records, ...history } = makeHistory(payees + added)
  // Each run reads addresses that no earlier run has hashed.
  const fresh = (list: readonly HistoryRecord[]): SenderHistory => ({ ...history, records: structuredClone([...list]) })
  const whole = () => fresh(records.slice(0, payees))
  const floor = median(() => {
    const { records: list } = whole()
    const payments = new Map<string, HistoryRecord>()
    return processorMs(() => {
      for (const record of list) payments.set(record.to.toLowerCase(), record)
    })
  })
  const prepared = median(() => {
    const given = whole()
    return processorMs(() => prepareHistory(given))
  })
  const extended = median(() => {
    const before = prepareHistory(whole())
    const more = fresh(records.slice(payees))
    return processorMs(() => extendHistory(before, more))
  })
  const peer = { name: 'a map filled with the same payees', value: floor }
  return [
    {
      what: 'preparing a history of 100,000',
      unit: 'ms',
      baseline: '190 to 570',
      goal: 100,
      isProcessorTime: true,
      ours: prepared,
      peer,
    },
    // A hundredth is added: O(new) is a hundredth of the time, and as much again for cold memory.
    { what: 'adding 1,000 records to it', unit: 'ms', baseline: '–', goal: 4, isProcessorTime: true, ours: extended },
  ]
}

function processorMs(run: () => unknown): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** The first two warm up. */
function median(measure: () => number): number {
  const times = Array.from({ length: runs }, measure).slice(2)
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}
