/** The meaning of each exit code, for scripts. A code never changes its meaning. */
export const EXIT_CODES = {
  ok: { code: 0, means: 'done; for `check`, the firewall found nothing' },
  failed: { code: 1, means: 'a defect of holdfast, or an unexpected error' },
  usage: { code: 2, means: 'the command line or a setting is wrong; nothing was asked or sent' },
  blocked: { code: 3, means: 'the firewall blocks the payment; nothing was signed' },
  refused: {
    code: 4,
    means:
      'a contract, a co-signer or the service refused, and would refuse a retry; the message says what must change',
  },
  unavailable: { code: 5, means: 'a source did not answer; try again' },
  declined: { code: 6, means: 'not confirmed: the user declined, or there was no terminal to ask at and no `--yes`' },
  unsettled: { code: 7, means: 'under way, outcome not known yet; `holdfast resume` continues' },
  warned: {
    code: 8,
    means:
      'for `check` and `investigate`: the firewall warns; `send` shows the warning and continues, or with --strict ends with 3',
  },
  interrupted: { code: 130, means: 'stopped by Ctrl-C; if money was under way, the last line says how to continue' },
} as const

/** How a command ends. */
export type ExitName = keyof typeof EXIT_CODES
