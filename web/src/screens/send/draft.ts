import type { SendForm } from './Payment.js'

let draft: SendForm | undefined

/** Keeps a form in memory while the person decides between two addresses, or forgets it where the person goes elsewhere. */
export function keepDraft(form: SendForm, path: string): void {
  draft = path.startsWith('#/pair/') ? form : undefined
}

/** The form that was left. */
export function readDraft(): SendForm | undefined {
  return draft
}
