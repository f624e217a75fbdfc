import type { WriteProgress } from '../types.js'

type Phase = Exclude<WriteProgress['state'], 'idle' | 'done'>

/** The phase to show for a step of the SDK: transactions, the Bridge and the Hub name their steps differently. */
export function phaseOf(step: string): Phase {
  return phases[step] ?? 'checking'
}

const phases: Readonly<Record<string, Phase>> = {
  quote: 'checking',
  simulate: 'simulate',
  approve: 'sign',
  deposit: 'sign',
  burn: 'sign',
  sign: 'sign',
  send: 'send',
  transfer: 'send',
  confirm: 'confirm',
  attest: 'confirm',
  forward: 'confirm',
  mint: 'confirm',
}
