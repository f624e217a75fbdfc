import { createGuardServer, type GuardServer } from '@holdfast/guard/rpc'
import { chainIdOf, endpointsByHealth, viemChainFor } from '@holdfast/sdk/chain'
import { readChainUrl } from '../chain/endpoints.js'
import { defineCommand, type Tell } from '../command/Command.js'
import { type Context, untilStopped } from '../command/Context.js'
import { hasErrorCode, usageFailure } from '../failure/CommandFailure.js'
import { readSecretFile } from '../input/files.js'
import { readAddresses } from '../input/readAddress.js'
import { readNumber } from '../input/readNumber.js'
import { openContacts } from '../risk/openContacts.js'
import { openDecisions } from '../risk/openDecisions.js'
import { chainsOfSettings } from '../risk/payerOptions.js'
import { recordGuard } from './guard/runningGuards.js'

export const command = defineCommand({
  summary: 'run an RPC endpoint that checks each payment of your wallet before it is broadcast',
  details:
    'It forwards everything to the node of --rpc, or to a public one, and refuses a payment that the firewall blocks. The firewall uses the payments of the account that pays, on this chain and on every other chain for which the settings name an endpoint or an explorer. Put its URL into your wallet: the page at that URL has a button for it. `holdfast guard allow CODE` lets one refused payment through, and `holdfast guard remove` takes the endpoint out of a wallet again. It runs until Ctrl-C; a wallet that uses it cannot send while it is stopped.\nIt sees only what goes through this endpoint. It does not see signatures of typed data, other endpoints, or wallets that broadcast through their own servers; docs/guard.md lists them.\nWith --host it serves others: then each user needs a token of --token-file, 24 characters or more on a line, as the password of the URL, a Bearer token or the first part of its path. It logs no address.',
  options: [
    { flags: '--port <number>', describes: 'port to listen on; 0 lets the system choose', default: '8545' },
    { flags: '--host <address>', describes: 'address to listen on, for others than this machine; needs --token-file' },
    { flags: '--token-file <file>', describes: 'tokens of the users, one a line' },
    { flags: '--public-url <url>', describes: 'URL under which users reach it, behind a proxy with TLS' },
    { flags: '--origin <origins>', describes: 'web pages that may use it, separated by commas; extensions always may' },
    { flags: '--account <addresses>', describes: 'accounts whose history is read at the start, separated by commas' },
    { flags: '--contact <addresses>', describes: 'addresses that are trusted, separated by commas' },
  ],
  examples: [
    ['guard', 'guards the chain of the settings on http://127.0.0.1:8545'],
    [
      'guard --host 0.0.0.0 --token-file tokens.txt --public-url https://guard.example',
      'serves others, behind a proxy',
    ],
  ],
  result: {
    url: 'RPC URL, and address of the page',
    chainId: 'number',
    request: 'the `wallet_addEthereumChain` request that adds it to a wallet',
  },
  async run(context, input) {
    const { settings, terminal, signal, stateDirectory } = context
    const { options } = input
    const chainId = await chainIdOf(await context.openChain())
    const accounts = readAddresses('--account', options.account)
    const tokens = readTokens(context, options)
    const [healthiest] = await endpointsByHealth(viemChainFor(chainId).rpcUrls.default.http)
    const { contacts, importedContacts } = openContacts(context).references()
    let tell: Tell | undefined
    const guard = createGuardServer({
      upstream: readChainUrl('rpc', chainId, settings) ?? healthiest ?? '',
      chainId,
      port: readNumber('--port', options.port ?? '', [0, 65_535]),
      ...(options.host !== undefined && { host: options.host }),
      tokens,
      origins: readOrigins(options.origin),
      publicUrl: readPublicUrl(options.publicUrl),
      payerChains: chainsOfSettings(settings),
      checkOptions: {
        contacts: [...contacts, ...readAddresses('--contact', options.contact)],
        importedContacts,
        pairs: openDecisions(context).all(),
      },
      onRefusal: ({ codes, code }) => {
        // Users of a hosted guard see their codes on their own page.
        const shown = tokens === undefined ? code : undefined
        tell?.({
          json: { refused: codes, ...(shown !== undefined && { code: shown }) },
          text: `Refused: ${codes.join(', ')}${shown === undefined ? '' : `. To compare the addresses: holdfast guard allow ${shown}`}`,
        })
      },
    })
    await guard.listen().catch(explain)
    const forget = tokens === undefined ? recordGuard(stateDirectory, guard) : () => undefined
    terminal.say(
      terminal.paint.dim(
        'Ctrl-C ends it. A wallet that uses it cannot send until it runs again, or the endpoint is changed.',
      ),
    )
    return {
      result: { url: guard.url, chainId, request: guard.addChainRequest },
      text: describe(guard, tokens !== undefined),
      async stay(report) {
        tell = report
        for (const account of accounts) void guard.prepare(account)
        await untilStopped(signal)
        forget()
        await guard.close()
      },
    }
  },
})

function describe({ url, addChainRequest }: GuardServer, isHosted: boolean): string {
  const page = isHosted
    ? 'Each user opens the page with the token in its path.'
    : `Open ${url} for a button that adds it to your wallet.`
  return `The guard is at ${url}. ${page}\nThe request behind the button:\n${JSON.stringify(addChainRequest)}`
}

function readTokens(
  { pathOf }: Context,
  { host, tokenFile }: { host?: string; tokenFile?: string },
): readonly string[] | undefined {
  if (tokenFile !== undefined) {
    const lines = readSecretFile(tokenFile, pathOf, 1_000_000).split('\n')
    const tokens = lines.map((line) => line.trim()).filter((line) => line !== '')
    if (tokens.length > 0) return tokens
    throw usageFailure('usage', `${tokenFile} does not contain a token.`)
  }
  if (host === undefined) return undefined
  throw usageFailure('usage', '--host needs --token-file: others could read whom you pay.')
}

function readOrigins(typed: string | undefined): readonly string[] {
  const origins = typed?.split(',').map((one) => one.trim()) ?? []
  const wrong = origins.find((one) => !URL.canParse(one) || new URL(one).origin !== one)
  if (wrong === undefined) return origins
  throw usageFailure('invalid_url', `--origin takes origins such as https://app.example, not ${wrong}.`)
}

function readPublicUrl(typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined
  if (URL.canParse(typed) && new URL(typed).protocol === 'https:') return typed.replace(/\/+$/, '')
  throw usageFailure('invalid_url', '--public-url takes an address that begins with https://.', [
    'Wallets take http only on this machine.',
  ])
}

function explain(error: unknown): never {
  if (!hasErrorCode(error, 'EADDRINUSE')) throw error
  throw usageFailure('port_taken', 'The port is taken.', [
    'Choose another with --port, or let the system choose with --port 0.',
  ])
}
