import { readFileSync } from 'node:fs'
import { chainIdOf, deploymentFor, endpointsByHealth, type ReadClient } from '@holdfast/sdk/chain'
import { createClient, fallback, http, isHex, size } from 'viem'
import { type LocalAccount, privateKeyToAccount } from 'viem/accounts'
import type { Input } from '../command/Command.js'
import type { OpenWallet } from '../command/Context.js'
import { CommandFailure, usageFailure } from '../failure/CommandFailure.js'
import type { Host } from '../io/Host.js'
import type { Terminal } from '../io/Terminal.js'
import type { Settings } from '../settings/settings.js'

/** The wallet beside a reader, on its chain and endpoints. */
export async function openWallet(publicClient: ReadClient, source: Omit<AccountSource, 'rpcUrl'>): Promise<OpenWallet> {
  const { chain } = publicClient
  const given = deploymentFor(await chainIdOf(publicClient))?.signingRpcUrls ?? chain?.rpcUrls.default.http ?? []
  const urls = await endpointsByHealth(given)
  const account = await openAccount({ ...source, rpcUrl: urls[0] ?? '' })
  const transport = fallback(urls.map((url) => http(url, { timeout: 10_000 })))
  return { publicClient, walletClient: createClient({ account, chain, transport }) }
}

/** What names the signer. */
export type AccountSource = {
  settings: Settings
  options: Pick<Input['options'], 'keyFd' | 'account'>
  env: Readonly<Record<string, string | undefined>>
  pathOf: Host['pathOf']
  /** Endpoint of the chain, to tell a devnet. */
  rpcUrl: string
  terminal: Terminal
}

/**
 * The account that signs: from a file descriptor, a devnet account, the environment or a keystore, in this order.
 *
 * @throws CommandFailure where none is named, or the one named is invalid.
 */
async function openAccount(source: AccountSource): Promise<LocalAccount> {
  const { options, env, settings } = source
  if (options.keyFd !== undefined) return fromKey(readDescriptor(options.keyFd), 'the file descriptor')
  if (options.account !== undefined) return devnetAccount(options.account, source.rpcUrl)
  if (settings.keystore.origin === 'option') return fromKeystore(source)
  if (env.HOLDFAST_PRIVATE_KEY) return fromKey(env.HOLDFAST_PRIVATE_KEY, 'HOLDFAST_PRIVATE_KEY')
  if (settings.keystore.value !== undefined) return fromKeystore(source)
  throw usageFailure('no_wallet', 'This command signs, and nothing says with which key.', [
    'Name an encrypted keystore with --keystore, or set HOLDFAST_PRIVATE_KEY, or use --key-fd.',
    'On a devnet: --account 0',
  ])
}

function fromKey(text: string, from: string): LocalAccount {
  const key = text.trim()
  const hex = key.startsWith('0x') ? key : `0x${key}`
  try {
    if (isHex(hex) && size(hex) === 32) return privateKeyToAccount(hex)
  } catch {
    // Out of range. The library's message would repeat nothing, but says less.
  }
  throw usageFailure('invalid_key', `No valid private key in ${from}.`)
}

function readDescriptor(text: string): string {
  const descriptor = /^\d{1,4}$/.test(text) ? Number(text) : -1
  try {
    return readFileSync(descriptor, 'utf8')
  } catch {
    throw usageFailure('invalid_key_fd', `The file descriptor ${text} cannot be read.`, [
      'Like this: --key-fd 3 3<file',
    ])
  }
}

/** Only where a devnet answers: these keys are public, and money sent to them elsewhere is gone. */
async function devnetAccount(text: string, rpcUrl: string): Promise<LocalAccount> {
  const { testAccounts } = await import('@holdfast/devnet')
  const { hostname } = new URL(rpcUrl)
  if (!loopback.has(hostname))
    throw usageFailure('not_a_devnet', 'Devnet accounts sign on a local devnet only: their keys are public.', [
      'Start one with `holdfast devnet`, and name its endpoint with --rpc.',
    ])
  const account = /^\d$/.test(text) ? testAccounts()[Number(text)] : undefined
  if (account === undefined)
    throw usageFailure('invalid_account', `There is no devnet account ${text}; they are 0 to 9.`)
  return privateKeyToAccount(account.privateKey)
}

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

async function fromKeystore({ settings, env, pathOf, terminal }: AccountSource): Promise<LocalAccount> {
  const file = settings.keystore.value ?? ''
  let text: string
  try {
    text = readFileSync(pathOf(file), 'utf8')
  } catch {
    throw usageFailure('keystore_unreadable', `The keystore ${file} cannot be read.`)
  }
  const { decryptKeystore } = await import('@holdfast/service/keys')
  const password = env.HOLDFAST_KEYSTORE_PASSWORD_FILE
    ? readPassword(env.HOLDFAST_KEYSTORE_PASSWORD_FILE, pathOf)
    : await terminal.askSecret(`Password of ${file}:`)
  try {
    return fromKey(await decryptKeystore(text, password), 'the keystore')
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    throw usageFailure('keystore_locked', `The keystore ${file} does not open: wrong password, or no keystore.`)
  }
}

function readPassword(file: string, pathOf: Host['pathOf']): string {
  try {
    return readFileSync(pathOf(file), 'utf8').replace(/\r?\n$/, '')
  } catch {
    throw usageFailure('password_unreadable', `The password file ${file} cannot be read.`)
  }
}
