import { describeError } from '@holdfast/sdk/errors'
import { CONFIG_EXIT_CODE, ConfigError } from '../config/ConfigError.js'

/**
 * The exit code of a process that could not start. A supervisor restarts it, except where the operator must first
 * change the settings, a key or the version. A refused request of its own, for example by the service that a keeper
 * asks, can succeed later: that service may be in the middle of an update.
 */
export function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError) return CONFIG_EXIT_CODE
  const { retry, advice } = describeError(error)
  return retry === 'after_change' && operatorActions.has(advice.do) ? CONFIG_EXIT_CODE : 1
}

const operatorActions: ReadonlySet<string> = new Set(['change_settings', 'run_newer_version'])
