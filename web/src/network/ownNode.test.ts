import { expect, test } from 'vitest'
import { findNodeFault } from './ownNode.js'

const answers = (result: unknown) => async () => new Response(JSON.stringify({ result }))
const node = 'http://127.0.0.1:8545'

test.each([
  ['a node of the chain', node, answers('0x4cef52'), undefined],
  ['a node of another chain', node, answers('0x1'), 'other_chain'],
  ['another server', node, answers('hello'), 'silent'],
  ['no server', node, () => Promise.reject(new TypeError('fetch failed')), 'silent'],
  ['another machine', 'http://10.0.0.1:8545', answers('0x4cef52'), 'not_local'],
  [
    'a name of this machine that the policy of the page does not allow',
    'http://localhost:8545',
    answers('0x4cef52'),
    'not_local',
  ],
  ['other text', 'my node', answers('0x4cef52'), 'not_local'],
])('%s', async (_, url, ask, fault) => {
  expect(await findNodeFault(url, 0x4cef52, ask)).toBe(fault)
})
