import type { Devnet, DevnetChain, PrimaryDevnet } from './startDevnet.js'

/** What `holdfast-devnet --help` prints. */
export const HELP = `Starts a local chain that behaves like the primary chain, with explorer API, faucet and fault injection, beside it a
remote chain with Base Sepolia's id and addresses, and Circle's services (our Bridge and Hub) between them.

Usage: holdfast-devnet [options]

  --port <number>        port of everything, on loopback; 0 lets the system choose (default 8545)
  --block-time <ms>      time between blocks of the primary chain (default 500); the remote one takes four times as long
  --issuer-pace <number> seconds that a second of Circle's services lasts; 0.02 makes a minute last about one (default 1)
  --persist <directory>  keep the chains there between runs (default: keep nothing)
  --json                 print the endpoints and accounts as one line of JSON
  --quiet                print nothing
  --help                 print this
`

/** The endpoints and funded accounts of a devnet. */
export function devnetFacts({ url, controlUrl, primary, remote, issuer }: Devnet): DevnetFacts {
  const { chainId, rpcUrl, explorerUrl, explorerApi, faucetUrl, usdc, contracts, accounts } = primary
  return {
    url,
    controlUrl,
    primary: { chainId, rpcUrl, explorerUrl, explorerApi, faucetUrl, usdc, contracts, accounts },
    remote: {
      chainId: remote.chainId,
      rpcUrl: remote.rpcUrl,
      usdc: remote.usdc,
      contracts: remote.contracts,
      accounts: remote.accounts,
    },
    issuer: { attestationUrl: issuer.attestationUrl, hubUrl: issuer.hubUrl },
  }
}

type ChainFacts = Pick<DevnetChain, 'chainId' | 'rpcUrl' | 'usdc' | 'contracts' | 'accounts'>

/** The result of {@link devnetFacts}; plain data. */
export type DevnetFacts = Pick<Devnet, 'url' | 'controlUrl'> & {
  primary: ChainFacts & Pick<PrimaryDevnet, 'explorerUrl' | 'explorerApi' | 'faucetUrl'>
  remote: ChainFacts
  issuer: Pick<Devnet['issuer'], 'attestationUrl' | 'hubUrl'>
}

/** The facts of a devnet as text for a terminal. */
export function describeDevnet(
  { controlUrl, primary, remote, issuer }: DevnetFacts,
  { color }: { color: boolean },
): string {
  const { chainId, rpcUrl, explorerUrl, explorerApi, faucetUrl, usdc, contracts, accounts } = primary
  const paint = (code: number, text: string) => (color ? `\u001b[${code}m${text}\u001b[0m` : text)
  const rows = (facts: readonly (readonly [string, string])[]) =>
    facts.map(([name, value]) => `  ${paint(2, name.padEnd(nameWidth))} ${value}\n`).join('')
  return [
    `${paint(1, `Primary chain ${chainId}`)}\n`,
    rows([
      ['RPC', rpcUrl],
      ['explorer', explorerUrl],
      ['explorer API', explorerApi],
      ['faucet', `POST {"address": "0x…"} to ${faucetUrl}`],
      ['faults', controlUrl],
      ['USDC', usdc],
      ...contractRows(contracts),
    ]),
    `\n${paint(1, `Remote chain ${remote.chainId}`)}\n`,
    rows([['RPC', remote.rpcUrl], ['USDC', remote.usdc], ...contractRows(remote.contracts)]),
    `\n${paint(1, 'Issuer')}\n`,
    rows([
      ['attestation API', issuer.attestationUrl],
      ['Hub API', issuer.hubUrl],
    ]),
    `\n${paint(1, 'Accounts')} with 10,000 USDC each on both chains, and 10 ether on the remote one. The keys are public: never send\nthem real money.\n`,
    rows(accounts.map(({ address, privateKey }, index) => [String(index), `${address}  ${privateKey}`])),
    '\nCtrl-C ends it.\n',
  ].join('')
}

const nameWidth = 26

/** Our contracts with readable names: `transferContract` is the transfer contract. */
function contractRows(contracts: object): [string, string][] {
  return Object.entries(contracts).map(([name, address]) => [
    name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`),
    String(address),
  ])
}
