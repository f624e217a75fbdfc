import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { OLDEST_NODE, requireNode } from './requireNode.js'

test('is what the package promises', () => expect(packageJson.engines.node).toBe(`>=${OLDEST_NODE}`))

test.each(['22.13.0', '22.13.1', '22.100.0', '24.0.0', '100.1.0'])('Node %s is new enough', (version) =>
  expect(() => requireNode(version)).not.toThrow(),
)

test.each(['22.12.9', '22.9.0', '20.19.5', '9.11.2'])('error: Node %s is too old', (version) =>
  expect(() => requireNode(version)).toThrow(`holdfast needs Node 22.13 or newer; this is ${version}.`),
)
