import { SPEND_DOMAIN_NAME, SPEND_DOMAIN_VERSION } from '@holdfast/sdk/shield'
import { type Address, type Hex, keccak256, stringToHex } from 'viem'

/**
 * Computes the digest of a spend, equal to the SDK's `spendDigest`, in a fifth of the time: the types never change, and
 * the domain of a box is computed once.
 */
export function createDigests(): (spend: DigestParams) => Hex {
  const domains = new Map<string, string>()

  function domainOf(chainId: number, account: Address): string {
    const key = `${chainId}:${account}`
    const known = domains.get(key)
    if (known !== undefined) return known
    const domain = keccak256(`${domainHead}${word(BigInt(chainId))}${word(BigInt(account))}`).slice(2)
    if (domains.size >= maxDomains) domains.delete(domains.keys().next().value ?? '')
    domains.set(key, domain)
    return domain
  }

  return ({ account, chainId, target, amount, nonce, action }) => {
    const spend = keccak256(
      `${spendTypehash}${word(BigInt(target))}${word(amount)}${word(nonce)}${word(BigInt(action))}`,
    )
    return keccak256(`0x1901${domainOf(chainId, account)}${spend.slice(2)}`)
  }
}

/** One spend of one box. */
export type DigestParams = {
  account: Address
  chainId: number
  target: Address
  amount: bigint
  nonce: bigint
  action: 0 | 1
}

const maxDomains = 10_000

function hashOf(text: string): Hex {
  return keccak256(stringToHex(text))
}

const domainHead = [
  hashOf('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
  hashOf(SPEND_DOMAIN_NAME).slice(2),
  hashOf(SPEND_DOMAIN_VERSION).slice(2),
].join('') as Hex // Begins with `0x`.

const spendTypehash = hashOf('Spend(address target,uint256 amount,uint256 nonce,uint8 action)')

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
