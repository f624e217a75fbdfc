import { DEPLOYMENTS, PRIMARY_CHAIN_ID } from '@holdfast/sdk/chain'
import { expect, test } from 'vitest'
import { operatorOf } from './operatorOf.js'

const operatorsOf = (urls: readonly string[]) => [...new Set(urls.map(operatorOf))]

test('the two endpoint families of the primary chain have the same four operators', () => {
  const urls = DEPLOYMENTS[PRIMARY_CHAIN_ID]?.rpcUrls ?? []
  expect(urls).toHaveLength(8)
  expect(operatorsOf(urls)).toEqual(['drpc', 'blockdaemon', 'quicknode', 'circle'])
  expect(operatorsOf([...urls, 'https://arc-testnet.drpc.org'])).toHaveLength(4)
})

test('every other chain of the registry lists each operator once', () => {
  for (const deployment of Object.values(DEPLOYMENTS))
    if (deployment && deployment.id !== PRIMARY_CHAIN_ID)
      expect(operatorsOf(deployment.rpcUrls)).toHaveLength(deployment.rpcUrls.length)
})

test('another port, path or key is the same operator; another host is another one', () => {
  expect(operatorsOf(['https://a.example/one', 'https://a.example:8545/two', 'https://u:p@A.example'])).toEqual([
    'a.example',
  ])
  expect(operatorsOf(['https://arc.g.alchemy.com/v2/one', 'https://eth.g.alchemy.com/v2/two'])).toEqual(['alchemy'])
  expect(operatorsOf(['https://a.example', 'https://b.example', 'http://10.0.0.1:8545'])).toHaveLength(3)
  // Not theirs, although its name ends in the same way.
  expect(operatorOf('https://notdrpc.org')).toBe('notdrpc.org')
  expect(operatorOf('https://my-rpc.drpc.testnet.arc.io')).toBe('my-rpc.drpc.testnet.arc.io')
  expect(operatorOf('https://rpc.drpc.testnet.arc.io.example')).toBe('rpc.drpc.testnet.arc.io.example')
})
