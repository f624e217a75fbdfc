import type { WriteProgress } from '../types.js'

type Phase = Exclude<WriteProgress['state'], 'idle' | 'done'>

/** What a person sees of a step of the SDK: a transaction, the Bridge and the Hub name theirs differently. */
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
