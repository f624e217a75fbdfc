import { expect, test } from 'vitest'
import { PRIMARY_CHAIN_ID } from '../constants.js'
import { deploymentFor, overrideDeployment } from '../registry.js'
import { chooseExplorer } from './chooseExplorer.js'

const limits = { timeoutMs: 1, maxPages: 1 }
const base = deploymentFor(84532)?.explorerApi ?? ''
const chainOf = (apiUrl?: string) => chooseExplorer({ apiUrl, ...limits }).chain.id

test('the URL of a registry chain leads to that chain, with a key, a slash or capitals in it too', () => {
  const { host } = new URL(base)
  for (const url of [base, `${base}/`, `${base}?apikey=k`, base.replace(host, host.toUpperCase())])
    expect(chooseExplorer({ apiUrl: url, ...limits })).toMatchObject({ chain: { id: 84532 }, apiUrl: url })
})

test('chains whose explorers differ only in the query are distinguished by it', () => {
  const api = (chainId: number) => `https://explorer.example/api?chainid=${chainId}`
  const restores = [11155111, 84532].map((chainId) => overrideDeployment(chainId, { explorerApi: api(chainId) }))
  expect([chainOf(`${api(84532)}&apikey=k`), chainOf(api(11155111)), chainOf(api(1))]).toEqual([
    84532,
    11155111,
    PRIMARY_CHAIN_ID,
  ])
  for (const restore of restores) restore()
})

test('any other URL is one of the primary chain', () => {
  expect(chainOf('https://explorer.example/api/v2')).toBe(PRIMARY_CHAIN_ID)
  expect(chainOf(base.replace('/api/v2', '/api/v3'))).toBe(PRIMARY_CHAIN_ID)
  expect(chainOf()).toBe(PRIMARY_CHAIN_ID)
})
