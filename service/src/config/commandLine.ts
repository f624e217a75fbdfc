/** What each switch does. */
export const SWITCHES: Readonly<Record<string, string>> = {
  '--keeper': 'run the keeper as well',
  '--keeper-only': 'run the keeper alone',
  '--once': 'with --keeper-only: one round, then exit',
}

/** The setting of each option. */
export const OPTIONS: Readonly<Record<string, string | undefined>> = {
  '--host': 'HOST',
  '--port': 'PORT',
  '--admin-host': 'ADMIN_HOST',
  '--admin-port': 'ADMIN_PORT',
  '--data-dir': 'DATA_DIR',
  '--instances': 'INSTANCES',
  '--instance-id': 'INSTANCE_ID',
  '--log-level': 'LOG_LEVEL',
}
