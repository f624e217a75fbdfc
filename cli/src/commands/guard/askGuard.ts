import type { DescribedRefusal } from '@holdfast/guard/rpc'
import { CommandFailure } from '../../failure/CommandFailure.js'
import { listGuards, type RunningGuard } from './runningGuards.js'

/**
 * Finds the guard of this user that has refused a payment under a code.
 *
 * @throws CommandFailure `guard_not_running`, `refusal_unknown`
 */
export async function findRefusal(
  stateDirectory: string,
  code: string,
): Promise<{ guard: RunningGuard; refusal: DescribedRefusal }> {
  const guards = listGuards(stateDirectory)
  const answers = await Promise.all(guards.map((guard) => ask(guard, `/refusal/${encodeURIComponent(code)}`)))
  for (const [index, answer] of answers.entries()) {
    const guard = guards[index]
    // What our own guard says; a screen shows it as text.
    if (guard && answer?.ok) return { guard, refusal: (await answer.json()) as DescribedRefusal }
  }
  if (answers.every((answer) => answer === undefined))
    throw new CommandFailure('failed', 'guard_not_running', 'No guard of yours is running.', [
      'Start one with `holdfast guard`. What an earlier one has refused is forgotten: send the payment again.',
    ])
  throw new CommandFailure('failed', 'refusal_unknown', `No refusal of the last 15 minutes has the code ${code}.`, [
    'Send the payment again for a new code.',
  ])
}

/** Tells the guard that a person has compared the addresses and wants to pay. */
export async function allowRefusal(guard: RunningGuard, code: string): Promise<void> {
  const body = new URLSearchParams({ code, secret: guard.secret, compared: 'yes' })
  const answer = await ask(guard, '/allow', { method: 'POST', body })
  if (!answer?.ok)
    throw new CommandFailure('failed', 'refusal_unknown', 'The guard did not take the decision.', [
      'It may have ended, or forgotten the refusal: send the payment again for a new code.',
    ])
}

function ask({ url }: RunningGuard, path: string, init: RequestInit = {}): Promise<Response | undefined> {
  const headers = { accept: 'application/json' }
  return fetch(`${url}${path}`, { ...init, headers, signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
}
