import { SECRET_SETTINGS } from './parseConfig.js'

/** Removes secrets from an environment, so that no other part of the process and no child process finds them there. */
export function hideSecrets(env: Record<string, string | undefined>): void {
  for (const name of SECRET_SETTINGS) delete env[name]
  for (const name of Object.keys(env)) if (/^(RPC_URLS|EXPLORER_API)_[0-9]+$/.test(name)) delete env[name]
}
