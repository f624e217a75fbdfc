import { SECRET_SETTINGS } from './parseConfig.js'

/** Takes secrets out of an environment, so that no part of the process and no child of it finds them there. */
export function hideSecrets(env: Record<string, string | undefined>): void {
  for (const name of SECRET_SETTINGS) delete env[name]
  for (const name of Object.keys(env)) if (/^(RPC_URLS|EXPLORER_API)_[0-9]+$/.test(name)) delete env[name]
}
