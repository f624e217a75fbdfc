import { requireDeployment } from '@holdfast/sdk/chain'
import { HUB_WALLET } from '@holdfast/sdk/hub'
import { expect, test } from 'vitest'
import { describeSpender } from './describePlan.js'

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
