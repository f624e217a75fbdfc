import { formatUsdc, type ReadClient, readGasReserve, requireDeployment } from '@holdfast/sdk/chain'
import { ServiceError } from '@holdfast/sdk/errors'
import type { ServiceClient } from '@holdfast/sdk/service'
import { type Address, erc20Abi, formatEther } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import { chooseChain } from '../chain/chooseChain.js'
import { applyEndpoints } from '../chain/openChain.js'
import { defineCommand } from '../command/Command.js'
import { readAddress } from '../input/readAddress.js'
import { oneLine, type Paint } from '../io/writeText.js'
import { findWallet } from '../wallet/findWallet.js'
import { checkContracts } from './doctor/checkContracts.js'
import { checkEndpoints, checkExplorer } from './doctor/checkEndpoints.js'
import type { Finding } from './doctor/Finding.js'
import { openService } from './service/openService.js'

export const command = defineCommand({
  summary: 'diagnose your setup, and suggest a fix for each problem',
  details:
    'Asks the endpoints, the explorer and the contracts of the chain, compares the clocks, and checks the wallet and the service if they are named. Exit code 0: everything required works. 5: something required does not.',
  wallet: 'names',
  options: [{ flags: '--from <address>', describes: 'address whose balances are checked; by default the wallet’s' }],
  examples: [
    ['doctor', 'the public endpoints of the primary chain'],
    [
      'doctor --chain 84532 --from 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      'another chain, and what a wallet has there',
    ],
    ['doctor --json', 'for a script: `.result.checks[] | select(.status != "ok")`'],
  ],
  result: {
    chainId: 'number',
    healthy: 'whether everything required works',
    checks:
      'list of `check` (endpoint, clock, explorer, contract, wallet or service), `subject` (a host, a name, an address), `status` (ok, warning or failed), `means`, `advice` (or null), and `facts` by name: amounts in base units, times in seconds',
  },
  async run(context, { options }) {
    const { settings, terminal, signal } = context
    const { id: chainId } = chooseChain(settings.chain.value ?? '')
    applyEndpoints(settings)
    const service = settings.service.value === undefined ? undefined : openService(settings)
    const now = Math.floor(Date.now() / 1_000)
    const endpoints = await terminal.during('asking the endpoints', () => checkEndpoints(chainId, now))
    const { client, newestBlockAt } = endpoints
    const { from } = options
    const wallet =
      from === undefined
        ? client && (await findWallet(context))?.walletClient.account.address
        : readAddress('--from', from)
    const others = await terminal.during('reading explorer, contracts and balances', () =>
      Promise.all([
        newestBlockAt === undefined ? [] : checkClock(newestBlockAt, now),
        client === undefined ? [] : checkExplorer(client, chainId, signal),
        client === undefined ? [] : checkContracts(client, chainId),
        client === undefined || wallet === undefined ? [] : checkWallet(client, chainId, wallet),
        service === undefined ? [] : checkService(service, signal),
      ]),
    )
    const checks = [...endpoints.findings, ...others.flat()]
    const healthy = checks.every(({ status }) => status !== 'failed')
    const { name } = requireDeployment(chainId)
    return {
      result: { chainId, healthy, checks },
      text: [
        terminal.paint.bold(`${name} (${chainId})`),
        ...checks.map((finding) => describe(finding, terminal.paint)),
        healthy ? 'All that is needed works.' : terminal.paint.red('Something that is needed does not work.'),
      ].join('\n'),
      exit: healthy ? 'ok' : 'unavailable',
    }
  },
})

function describe({ check, subject, status, means, advice }: Finding, paint: Paint): string {
  const mark = { ok: paint.green('✓'), warning: paint.yellow('!'), failed: paint.red('✗') }[status]
  const next = advice === null ? '' : `\n    ${paint.dim(advice)}`
  return `${mark} ${check} ${oneLine(subject)} ${oneLine(means)}${next}`
}

/**
 * Compares this machine's clock with the newest block.
 *
 * @param newestBlockAt - Unix seconds.
 * @param now - Unix seconds.
 */
function checkClock(newestBlockAt: number, now: number): Finding {
  const skew = now - newestBlockAt
  const off = Math.abs(skew)
  const finding = { check: 'clock', subject: 'this machine', facts: { skew } } as const
  if (off <= closeSeconds)
    return { ...finding, status: 'ok', means: `within ${closeSeconds} s of the chain`, advice: null }
  return {
    ...finding,
    status: off <= farSeconds ? 'warning' : 'failed',
    means:
      skew < 0
        ? `${off} s behind the newest block: deadlines and signatures come out wrong`
        : `${off} s ahead of the newest block, or the chain has stopped`,
    advice: 'Set the clock by a time server.',
  }
}

/** Seconds between two blocks of the slowest chain, with room for a slow endpoint. */
const closeSeconds = 60

/** Seconds after which deadlines that the library sets are over before they begin. */
const farSeconds = 600

/** Asks the service whether it is up, and whether its relayer can continue. */
async function checkService(service: ServiceClient, signal: AbortSignal): Promise<Finding> {
  const finding = { check: 'service', subject: service.baseUrl } as const
  try {
    const { relayer } = await service.health({ signal })
    if (relayer === null)
      return { ...finding, status: 'ok', means: 'is up, and relays nothing', advice: null, facts: {} }
    const { chainUsdc, low } = relayer
    const facts = { relayer: relayer.address, low }
    const means = `is up; its relayer has ${chainUsdc} USDC`
    if (!low) return { ...finding, status: 'ok', means, advice: null, facts }
    return { ...finding, status: 'warning', means, advice: 'Its operator must fund the relayer.', facts }
  } catch (error) {
    signal.throwIfAborted()
    const means = error instanceof ServiceError ? error.shortMessage : 'does not answer'
    return { ...finding, status: 'failed', means, advice: 'Look at --service, or work without it.', facts: {} }
  }
}

/** Reads what a wallet can pay with, and what it has for gas. */
async function checkWallet(client: ReadClient, chainId: number, address: Address): Promise<Finding> {
  const { usdc, gasIsUsdc, nativeCurrency, faucetUrl } = requireDeployment(chainId)
  const finding = { check: 'wallet', subject: address } as const
  try {
    const [balance, native, reserve] = await Promise.all([
      readContract(client, { address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [address] }),
      getBalance(client, { address }),
      readGasReserve(client),
    ])
    const canPayGas = gasIsUsdc ? balance > reserve : native > 0n
    const gas = gasIsUsdc ? 'gas is paid from them' : `${formatEther(native)} ${nativeCurrency.symbol} for gas`
    const facts = { usdc: balance, native, canPayGas }
    const means = `has ${formatUsdc(balance)} USDC; ${gas}`
    if (canPayGas && balance > 0n) return { ...finding, status: 'ok', means, advice: null, facts }
    return { ...finding, status: 'warning', means, advice: `It cannot pay. The faucet is ${faucetUrl}`, facts }
  } catch {
    return { ...finding, status: 'failed', means: 'could not be read', advice: 'Ask again.', facts: {} }
  }
}
