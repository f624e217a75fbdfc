/** Why an endpoint was not taken. */
export type EndpointFault = 'not_local' | 'silent' | 'other_chain'

/** Sentences of the settings. */
export type SettingsWords = {
  readonly title: string
  readonly lead: string
  readonly look: string
  readonly endpoints: {
    title: string
    fixed: string
    node: string
    explorer: string
    service: string
    noService: string
    field: (chain: string) => string
    hint: string
    save: string
    reset: string
    checking: string
    saved: string
    fault: Readonly<Record<EndpointFault, string>>
  }
  readonly data: {
    title: string
    why: (rows: number, contacts: number) => string
    none: string
    contacts: string
    journal: string
    journalWhy: string
    journalGo: string
    unsaved: string
    cancel: string
    delete: string
    deleteWhy: string
    deleteOpen: (count: number) => string
    deleteGo: string
    deleted: string
    failed: string
  }
  readonly page: {
    title: string
    version: string
    tree: string
    treeWhy: string
    noTree: string
    other: string
  }
}
