import type { SendForm } from './Payment.js'

/** A form that nothing is typed into. */
export const emptyForm: SendForm = { recipient: '', amount: '', time: 'hour' }

let draft: SendForm | undefined

/** Keeps a form in memory while the person decides between two addresses or scans one, or forgets it where they go elsewhere. */
export function keepDraft(form: SendForm, path: string): void {
  draft = /^#\/(pair\/|scan$)/.test(path) ? form : undefined
}

/** The form that was left. */
export function readDraft(): SendForm | undefined {
  return draft
}

/** Writes a recipient into the form that was left. */
export function draftRecipient(recipient: string): void {
  draft = { ...(draft ?? emptyForm), recipient }
}
