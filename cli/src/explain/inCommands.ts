import { writeAmount } from '../input/readAmount.js'

/** Says at a terminal what the library says of calls and of base units: with the command that is typed, and in USDC. */
export function inCommands(text: string): string {
  return text
    .replaceAll(/`([^`]+)`/g, (quoted, call: string) => COMMANDS[call] ?? quoted)
    .replaceAll(/(\d+) base units/g, (_, amount: string) => writeAmount(BigInt(amount)))
    .replaceAll(/\bmode ([01])\b/g, (_, mode: string) => (mode === '0' ? 'mode push' : 'mode pull'))
}

/** By what the library's errors advise. */
const COMMANDS: Readonly<Record<string, string>> = {
  'createEphemeral(clients, factory, salt, policy)': 'holdfast box create',
  'registerConfig(clients, defineConfig())': 'holdfast config register',
  mintBridged: 'holdfast bridge track --mint',
  resumeHubSpend: 'holdfast resume',
  findHubMintOnChain: 'holdfast hub track',
  hubBalance: 'holdfast hub balance',
  baseUrl: '--service',
}
