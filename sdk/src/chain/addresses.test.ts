import { predictAddresses } from '@holdfast/contracts'
import { isAddress } from 'viem'
import { expect, test } from 'vitest'
import {
  ADDRESSES,
  CODE_CLAIM_VERIFIER_ADDRESS,
  SHIELD_VAULT_ADDRESS,
  SPEND_POLICY_ACCOUNT_IMPL_ADDRESS,
  SPEND_POLICY_FACTORY_ADDRESS,
  SPEND_POLICY_FACTORY_PRIOR_ADDRESSES,
  STEALTH_ANNOUNCER_ADDRESS,
  TRANSFER_CONTRACT_ADDRESS,
} from './addresses.js'
import { requireDeployment } from './registry.js'

test('default', () => {
  expect(ADDRESSES).toMatchInlineSnapshot(`
    {
      "BRIDGE_MESSAGE_TRANSMITTER_V2": "0xE737e5cEBEEBa77EFE34D4aa090756590b1CE275",
      "BRIDGE_TOKEN_MESSENGER_V2": "0x8FE6B999Dc680CcFDD5Bf7EB0974218be2542DAA",
      "CREATE2_FACTORY": "0x4e59b44847b379578588920cA78FbF26c0B4956C",
      "EURC": "0x89B50855Aa3bE2F677cD6303Cec089B5F319D72a",
      "FX_ESCROW": "0x867650F5eAe8df91445971f14d89fd84F0C9a9f8",
      "HUB_MINTER": "0x0022222ABE238Cc2C7Bb1f21003F0a260052475B",
      "HUB_WALLET": "0x0077777d7EBA4688BDeF3E311b846F25870A19B9",
      "MEMO": "0x5294E9927c3306DcBaDb03fe70b92e01cCede505",
      "MULTICALL3": "0xcA11bde05977b3631167028862bE2a173976CA11",
      "MULTICALL3_FROM": "0x522fAf9A91c41c443c66765030741e4AaCe147D0",
      "PERMIT": "0x000000000022D473030F116dDEE9F6B43aC78BA3",
      "USDC": "0x3600000000000000000000000000000000000000",
    }
  `)
  for (const address of Object.values(ADDRESSES)) expect(isAddress(address)).toBe(true)
})

test('our contracts are deployed where their bytecode puts them', () => {
  const { usdc, permit, ...deployment } = requireDeployment(5042002)
  expect(deployment).toMatchObject(predictAddresses({ usdc, permit }))
  expect(predictAddresses({ usdc, permit })).toMatchObject({
    transferContract: TRANSFER_CONTRACT_ADDRESS,
    codeClaimVerifier: CODE_CLAIM_VERIFIER_ADDRESS,
    spendPolicyFactory: SPEND_POLICY_FACTORY_ADDRESS,
    spendPolicyAccountImpl: SPEND_POLICY_ACCOUNT_IMPL_ADDRESS,
    stealthAnnouncer: STEALTH_ANNOUNCER_ADDRESS,
    shieldVault: SHIELD_VAULT_ADDRESS,
  })
  expect(SPEND_POLICY_FACTORY_PRIOR_ADDRESSES).toEqual([])
})
