import { createPublicClient, custom } from 'viem'
import { expect, test } from 'vitest'
import { requireDeployment } from '../../chain/registry.js'
import { paidBefore } from './paidBefore.js'

const account = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const deployment = requireDeployment(5042002)
const asked: string[] = []
const request = async ({ method }: { method: string }) => {
  asked.push(method)
  throw new Error('There is no chain here.')
}
const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
const before = (spent: bigint) =>
  paidBefore(client, deployment, { account, spent }, { amount: 5n, spentBefore: 10n }, {})

test('a box that has spent nothing since has not paid', async () => {
  expect(await before(10n)).toBeUndefined()
  expect(asked).toEqual([])
})

test('a box that has spent less than the payment has made another one', async () => {
  await expect(before(14n)).rejects.toMatchObject({ name: 'BoxRefusedError', code: 'already_spent' })
  expect(asked).toEqual([])
})

test.each([15n, 40n])(
  'a box that has spent as much or more (%s) may have made it: its events are searched',
  async (spent) => {
    asked.length = 0
    await expect(before(spent)).rejects.not.toMatchObject({ name: 'BoxRefusedError' })
    expect(asked.length).toBeGreaterThan(0)
  },
)
