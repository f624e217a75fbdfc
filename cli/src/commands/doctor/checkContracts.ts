import { create2Factory, planContracts } from '@holdfast/contracts'
import { type ReadClient, requireDeployment } from '@holdfast/sdk/chain'
import { type Address, domainSeparator, parseAbi } from 'viem'
import { getCode, readContract } from 'viem/actions'
import type { Finding } from './Finding.js'

/**
 * Checks whether the contracts are deployed: ours at addresses that commit to their code, and those they are built on. USDC
 * must also be the token that the registry signs for.
 */
export async function checkContracts(client: ReadClient, chainId: number): Promise<Finding[]> {
  const { usdc, permit, usdcDomain } = requireDeployment(chainId)
  const separator = domainSeparator({ domain: { ...usdcDomain, chainId, verifyingContract: usdc } })
  const ours = planContracts({ usdc, permit }).map(({ name, address }) =>
    check(client, name, address, 'is deployed at the address of its code', 'Put it there with `holdfast deploy`.'),
  )
  const foundations = [
    check(client, 'usdc', usdc, 'is deployed', wrongChain, () => judgeToken(client, usdc, separator)),
    check(client, 'permit2', permit, 'is deployed', wrongChain),
    check(client, 'create2Factory', create2Factory, 'is deployed', 'Only `holdfast deploy` needs it.').then(asWarning),
  ]
  return Promise.all([...foundations, ...ours])
}

const wrongChain = 'Check whether the endpoint serves the chain that you mean.'

async function check(
  client: ReadClient,
  subject: string,
  address: Address,
  good: string,
  advice: string,
  judge: () => Promise<string | undefined> = async () => undefined,
): Promise<Finding> {
  const finding = { check: 'contract', subject, facts: { address } } as const
  try {
    const code = await getCode(client, { address })
    const problem = code === undefined ? `has no code at ${address}` : await judge()
    if (problem !== undefined) return { ...finding, status: 'failed', means: problem, advice }
    return { ...finding, status: 'ok', means: `${good}: ${address}`, advice: null }
  } catch {
    return {
      ...finding,
      status: 'failed',
      means: 'could not be read',
      advice: 'Ask again, or name another with --rpc.',
    }
  }
}

const tokenAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
])

/** What is wrong with a token that ought to be USDC. */
async function judgeToken(client: ReadClient, address: Address, separator: string): Promise<string | undefined> {
  const [decimals, found] = await Promise.all([
    readContract(client, { address, abi: tokenAbi, functionName: 'decimals' }),
    readContract(client, { address, abi: tokenAbi, functionName: 'DOMAIN_SEPARATOR' }),
  ])
  if (decimals !== 6) return `has ${decimals} decimals, not 6`
  return found === separator ? undefined : 'signs for another domain than USDC: signatures would be refused'
}

function asWarning(finding: Finding): Finding {
  return finding.status === 'failed' ? { ...finding, status: 'warning' } : finding
}
