/** What each exit code means, for scripts. They never change their meaning. */
export const EXIT_CODES = {
  ok: { code: 0, means: 'done; for `check`, the firewall found nothing' },
  failed: { code: 1, means: 'a bug in holdfast, or something nobody foresaw' },
  usage: { code: 2, means: 'the command line or a setting is wrong; nothing was asked or sent' },
  blocked: { code: 3, means: 'the firewall refuses the payment; nothing was signed' },
  refused: {
    code: 4,
    means: 'a contract, a co-signer or the service says no, and will again; the message says what changed',
  },
  unavailable: { code: 5, means: 'somebody did not answer; try again' },
  declined: { code: 6, means: 'nobody agreed: a person said no, or there was nobody to ask and no `--yes`' },
  unsettled: { code: 7, means: 'under way, with an end not known yet; `holdfast resume` goes on' },
  interrupted: { code: 130, means: 'stopped by Ctrl-C; where money was under way, the last line says how to go on' },
} as const

/** How a command ends. */
export type ExitName = keyof typeof EXIT_CODES
