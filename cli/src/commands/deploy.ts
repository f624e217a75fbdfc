import {
  arcTestnetChain,
  create2Factory,
  DeployError,
  type DeploymentPlan,
  deploy,
  planDeployment,
} from '@holdfast/contracts'
import type { ReadClient } from '@holdfast/sdk/chain'
import { type Address, formatEther } from 'viem'
import { estimateGas, getBalance, getGasPrice } from 'viem/actions'
import { openAnyChain } from '../chain/openChain.js'
import { defineCommand } from '../command/Command.js'
import { CommandFailure } from '../failure/CommandFailure.js'
import { readAddress } from '../input/readAddress.js'

export const command = defineCommand({
  summary: 'deploy the contracts on a chain, at the addresses that follow from their code',
  details:
    'Shows first what is deployed, what would be deployed and at what fee. Existing contracts are left alone, so a second call costs nothing and an interrupted one continues.',
  wallet: 'signs',
  options: [
    { flags: '--dry-run', describes: 'only show it; needs no wallet' },
    { flags: '--usdc <address>', describes: 'USDC of the chain, where holdfast does not know it' },
    { flags: '--permit <address>', describes: 'Permit2 of the chain, where it is not at its usual address' },
  ],
  examples: [
    ['deploy --dry-run --chain 84532', 'what is deployed on Base Sepolia, and what is missing'],
    ['deploy --account 0 --rpc http://127.0.0.1:8545/primary/rpc', 'on a devnet'],
    [
      'deploy --chain 31337 --rpc http://127.0.0.1:8545 --usdc 0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238',
      'on a chain that holdfast does not know; here a fork of Ethereum Sepolia: `anvil --fork-url <url> --chain-id 31337`',
    ],
  ],
  result: {
    chainId: 'number',
    dryRun: 'whether it was only shown',
    contracts:
      'list of `name`, `address`, `wasThere`, and `transactionHash` (null where nothing was sent), in the order of deployment',
    gas: 'estimated gas of everything that was missing',
    fee: 'for that gas, in the smallest unit of the native coin: 18 decimals, also where it is USDC',
  },
  async run(context, { options }) {
    const { settings, terminal, signal } = context
    const built = {
      ...(options.usdc !== undefined && { usdc: readAddress('--usdc', options.usdc) }),
      permit: options.permit === undefined ? arcTestnetChain.permit : readAddress('--permit', options.permit),
    }
    const client = await openAnyChain(settings)
    const plan = await terminal.during('checking what is deployed', () => planDeployment(client, built)).catch(explain)
    const missing = plan.contracts.filter(({ isThere }) => !isThere)
    const { gas, fee } = await estimate(client, missing)
    const isDry = options.dryRun === true
    const sent = new Map<string, string>()
    if (!isDry && missing.length > 0) {
      const clients = await context.openWallet(client)
      const from = clients.walletClient.account.address
      if ((await getBalance(client, { address: from })) < fee)
        throw new CommandFailure(
          'refused',
          'insufficient_funds',
          `${from} has less than ${coins(client, fee)} for gas.`,
        )
      await context.confirm({
        does: `Deploy ${missing.length} contracts`,
        plan: { unplanned: 'it deploys contracts and moves no USDC' },
        facts: facts(plan, { client, fee, from }),
      })
      signal.addEventListener('abort', () =>
        terminal.say('What is deployed stays. Run the same command again to continue.'),
      )
      const { transactions } = await terminal
        .during('deploying', (update) =>
          deploy(clients, { ...built, onDeployed: (name) => update(`deploying; the ${name} is deployed`) }),
        )
        .catch(explain)
      for (const { name, hash } of transactions) sent.set(name, hash)
    }
    const contracts = plan.contracts.map(({ name, address, isThere }) => ({
      name,
      address,
      wasThere: isThere,
      transactionHash: sent.get(name) ?? null,
    }))
    return {
      result: { chainId: plan.chainId, dryRun: isDry, contracts, gas, fee },
      text: [
        ...contracts.map(({ name, address, wasThere, transactionHash }) => {
          const state = wasThere ? 'exists' : isDry ? 'missing' : `deployed by ${transactionHash ?? 'another account'}`
          return `${address}  ${name.padEnd(nameWidth)}  ${state}`
        }),
        ...(isDry && missing.length > 0 ? [`It would cost about ${coins(client, fee)}.`] : []),
      ].join('\n'),
    }
  },
})

const nameWidth = 'spendPolicyAccountImpl'.length

type Planned = DeploymentPlan['contracts'][number]

/** Each as if it were the first: none is called by another's constructor. */
async function estimate(client: ReadClient, missing: readonly Planned[]): Promise<{ gas: bigint; fee: bigint }> {
  if (missing.length === 0) return { gas: 0n, fee: 0n }
  const [price, ...each] = await Promise.all([
    getGasPrice(client),
    ...missing.map(({ data }) => estimateGas(client, { to: create2Factory, data })),
  ])
  const gas = each.reduce((sum, one) => sum + one, 0n)
  return { gas, fee: gas * price }
}

function facts(
  { chainId, contracts }: DeploymentPlan,
  { client, fee, from }: { client: ReadClient; fee: bigint; from: Address },
): [string, string][] {
  return [
    ['chain', `${client.chain?.name} (${chainId})`],
    ['from', from],
    ...contracts.map(({ name, address, isThere }): [string, string] => [
      isThere ? 'exists' : 'deploys',
      `${address}  ${name}`,
    ]),
    ['fee', `about ${coins(client, fee)}`],
  ]
}

/** A fee for a person: where USDC pays for gas its symbol is that of the native coin. */
function coins({ chain }: ReadClient, fee: bigint): string {
  return `${formatEther(fee)} ${chain?.nativeCurrency.symbol}`
}

function explain(error: unknown): never {
  if (error instanceof DeployError) throw new CommandFailure('refused', 'cannot_deploy', error.message)
  throw error
}
