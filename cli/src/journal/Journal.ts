/** Something that was begun and whose end is not known yet. Holds hashes, ids and public addresses, never a secret. */
export type Pending = {
  /** Chosen by the journal; what `resume` takes. */
  id: string
  /** The command's words, joined by a space. */
  command: string
  chainId: number
  /** What the command needs to go on, as JSON. */
  facts: Readonly<Record<string, string>>
  /**
   * Something signed that was handed in and may not have been taken, as JSON. Its holder can hand it in and do nothing
   * else, so it is shown nowhere, and goes as soon as it was taken.
   */
  signed?: string
  /** ISO 8601. */
  begunAt: string
}

/**
 * What is under way, kept on disk so that a closed terminal loses nothing. Everything is written when the call returns:
 * the library hands out a hash right before the bytes leave.
 */
export type Journal = {
  /** Keeps what is known so far; called again with the same id it replaces. @throws CommandFailure `journal_unwritable` */
  keep: (pending: Omit<Pending, 'id' | 'begunAt'> & { id?: string | undefined; begunAt?: string }) => Pending
  /** It came to its end. */
  finish: (id: string) => void
  /** Oldest first, of every run, without the damaged ones. @throws CommandFailure where the directory cannot be read. */
  list: () => readonly Pending[]
  /** Entries that cannot be read, and are kept for a person to look at. */
  damaged: () => readonly { id: string; file: string }[]
  /** What this run has kept and not finished. */
  left: () => readonly Pending[]
}

/** What it is known by outside: the hash of its transaction, its id, or its address. */
export function knownBy({ facts }: Pick<Pending, 'facts'>): string {
  return facts.txHash ?? facts.transferId ?? facts.transferSpecHash ?? facts.account ?? ''
}
