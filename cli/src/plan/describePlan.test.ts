import { requireDeployment } from '@holdfast/sdk/chain'
import { HUB_WALLET } from '@holdfast/sdk/hub'
import { expect, test } from 'vitest'
import { describeSpender, paidTo } from './describePlan.js'

const { transferContract, shieldVault } = requireDeployment(5042002)

test.each([
  [5042002, transferContract, 'the transfer contract'],
  [5042002, transferContract.toLowerCase(), 'the transfer contract'],
  [5042002, shieldVault, 'the vault'],
  [11155420, HUB_WALLET, 'the Hub wallet'],
  [11155420, transferContract, `the contract ${transferContract}`],
  [5042002, '0x8617E340B3D01FA5F11F306F4090FD50E238070D', 'the contract 0x8617E340B3D01FA5F11F306F4090FD50E238070D'],
  [5042002, 'no address', 'the contract no address'],
])('on %i, %s is %s', (chainId, spender, name) => {
  expect(describeSpender(chainId, spender)).toBe(name)
})

test('paidTo: what arrives in the wallet of the account, and nothing from elsewhere', () => {
  const [payee, other] = ['0x8617E340B3D01FA5F11F306F4090FD50E238070D', HUB_WALLET] as const
  const at = { chainId: 5042002, before: null, after: null }
  const effects = [
    { ...at, account: other, holding: 'wallet', change: 3n },
    { ...at, account: payee, holding: 'transfer_contract', change: -100n },
    { ...at, account: payee, holding: 'wallet', change: 97n },
  ] as const
  expect(paidTo({ effects }, payee)).toBe(97n)
  expect(paidTo({ effects: effects.slice(0, 2) }, payee)).toBe(0n)
})
