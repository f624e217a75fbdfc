import { BRIDGE_TOKEN_MESSENGER } from '@holdfast/sdk/bridge'
import { deploymentFor } from '@holdfast/sdk/chain'
import { HUB_WALLET } from '@holdfast/sdk/hub'
import { type Address, isAddress, isAddressEqual } from 'viem'

/** Whom an approval is for: by name where it is a contract of the registry or of the issuer, else by address. */
export function describeSpender(chainId: number, spender: string): string {
  const deployment = deploymentFor(chainId)
  const named: readonly (readonly [Address | undefined, string])[] = [
    [deployment?.transferContract, 'the transfer contract'],
    [deployment?.shieldVault, 'the vault'],
    [deployment?.permit, 'Permit2'],
    [HUB_WALLET, 'the Hub wallet'],
    [BRIDGE_TOKEN_MESSENGER, 'the Bridge'],
  ]
  const found = named.find(
    ([address]) => address !== undefined && isAddress(spender) && isAddressEqual(address, spender),
  )
  return found?.[1] ?? `the contract ${spender}`
}
