import type { Paint } from './paint.js'

/** How a command reports to its caller. Everything here goes to standard error; results are returned instead. */
export type Terminal = {
  paint: Paint
  /** A line for a person. */
  say: (line?: string) => void
  /**
   * Says what is waited for, from the second on that it takes; the line goes when the work ends.
   *
   * @returns What the work returns.
   */
  during: <value>(waitsFor: string, work: (update: (waitsFor: string) => void) => Promise<value>) => Promise<value>
  /** Whether a person can be asked. */
  canAsk: boolean
  /** Yes or no. @throws CommandFailure where there is no terminal to ask. */
  askYes: (question: string) => Promise<boolean>
  /** A line that may be seen. */
  askText: (question: string) => Promise<string>
  /** A line that must not be seen: from a prompt without echo, or the first line of standard input where that is no terminal. */
  askSecret: (question: string) => Promise<string>
  /**
   * Opens the way by which a secret is shown, before anything is begun: the terminal itself, so that no redirection keeps
   * it, or a new file that was named.
   *
   * @throws CommandFailure where there is neither.
   */
  openSecretOutlet: (file: string | undefined, what?: Secret) => SecretOutlet
}

/** What is shown once; its file is named with `--code-file`, `--viewing-key-file`, `--link-file`. */
export type Secret = 'code' | 'viewing key' | 'link'

/** Shows one secret, once. Called again it shows another form of the same secret, which takes the place of the first in a file. */
export type SecretOutlet = (label: string, secret: string) => void
