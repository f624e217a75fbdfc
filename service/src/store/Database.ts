/**
 * All tables. Times are Unix milliseconds, money is USDC base units unless a name says wei, addresses and hashes are
 * lower-case hex, numbers beyond 2^53 are decimal text.
 */
export type Database = AdmissionTables & RelayTables & CosignTables & IndexTables & OpinionTables & KeeperTables

/** Who asked for what, and what it cost. */
type AdmissionTables = {
  /** Signed requests that were accepted; the digest of a message counts once, whatever its signature looks like. */
  replays: { address: string; digest: string; expires_at: number }
  /** One row for each thing a signed request can make happen, whoever asks and however often, and for each attempt at it. */
  operations: {
    id: string
    key: string
    /** 1 for the latest attempt at its key, of which there is only one; 0 for those that ended without effect before it. */
    current: number
    kind: OperationKind
    chain_id: number
    state: OperationState
    /** JSON; blanked when the operation is final, because it may hold a claim code. */
    content: string | null
    content_hash: string
    requester: string
    request_digest: string
    /** Null for a caller whose network is not counted. */
    network: string | null
    /** Of the quotas and the spending it holds and ends on. */
    day: number
    /** Units it holds, or held. */
    units: number
    /** Money it holds, or held: the worst case. */
    held: number
    /** What it really cost; null while units and money are held. */
    spent: number | null
    /** JSON; what every caller is told. */
    outcome: string | null
    created_at: number
    updated_at: number
  }
  /** Units by day and scope: `global`, `address:0x…`, `network:…`, `model`. Days are whole days of UTC since 1970. */
  quotas: { day: number; scope: string; used: number; held: number }
  /** Money by day and scope: `global`, `address:0x…`, and `chain:…`, which has no limit of its own. */
  spending: { day: number; scope: string; spent: number; held: number }
  /** Sliding windows that have to hold between instances: failed preflights. */
  counters: { scope: string; bucket: number; count: number }
  /** One holder at a time; `fence` grows with every change of hands. */
  leases: { name: string; holder: string; fence: number; expires_at: number }
}

/** What a signed request can make happen. */
export type OperationKind = 'claim' | 'create' | 'announce' | 'gas'

/** Where an operation stands. The last four are ends. */
export type OperationState =
  | 'queued'
  | 'prepared'
  | 'broadcast'
  | 'mined'
  | 'final'
  | 'refused'
  | 'failed'
  | 'superseded'

/** What the relayer's keys have signed. */
type RelayTables = {
  senders: {
    chain_id: number
    address: string
    /** Moves only together with a transaction row. */
    next_nonce: number
    /** A transaction of another program at a nonce of ours: while it is set, no instance signs with the key. */
    stopped_by: string | null
  }
  transactions: {
    hash: string
    chain_id: number
    sender: string
    nonce: number
    /** The job it makes the call of: an operation, or one of the keeper's. Null for one that only uses its nonce up. */
    operation_id: string | null
    /** Signed bytes; blanked when the operation is final. */
    raw: string | null
    gas: number
    max_fee_wei: string
    tip_wei: string
    state: 'prepared' | 'broadcast' | 'mined' | 'dead'
    block_number: number | null
    created_at: number
    updated_at: number
  }
  /** User operations of sponsored claims. */
  user_operations: {
    hash: string
    operation_id: string
    state: 'prepared' | 'sent' | 'mined' | 'dead'
    created_at: number
  }
}

/** What the co-signer has signed, and for whom. */
export type CosignTables = {
  /** Sealed with the store's key: the payer behind a box is nobody's business. */
  bindings: { chain_id: number; account: string; sealed: string; signed_at: number; until: number }
  signatures: {
    chain_id: number
    account: string
    nonce: string
    digest: string
    sealed: string
    created_at: number
    /** When the box can spend no more; null where that was not noted. */
    ends_at: number | null
  }
  /** Append only, a chain of hashes for each instance. */
  audit: { instance: string; seq: number; time: number; kind: string; body: string; previous: string; hash: string }
  /** The last row of a chain that was forgotten for its age. */
  audit_checkpoints: { instance: string; seq: number; time: number; hash: string }
}

/** Events read from the chains. */
export type IndexTables = {
  cursors: { name: string; next_block: number; reached_head: number; updated_at: number }
  /** The youngest blocks an index has read, to notice a reorganisation. */
  blocks: { name: string; number: number; hash: string }
  announcements: {
    chain_id: number
    block_number: number
    log_index: number
    block_hash: string
    transaction_hash: string
    stealth_address: string
    ephemeral_pub_key: string
    metadata: string
    cut: number
    caller: string
  }
  verified_recipients: {
    chain_id: number
    block_number: number
    log_index: number
    block_hash: string
    transaction_hash: string
    sender: string
    recipient: string
    transfer_id: string
  }
}

/** What the model was asked. */
type OpinionTables = {
  model_calls: {
    id: string
    time: number
    version: string
    tokens_in: number
    tokens_out: number
    cost_micro_usd: number
    latency_ms: number
    outcome: string
    rule_level: string
    model_level: string | null
    level: string
  }
}

/** What the keeper has before it. */
type KeeperTables = {
  /** A transfer that is open, by its id, or a box that may be pulled from, by its address. */
  keeper_tasks: {
    chain_id: number
    kind: 'return' | 'pull'
    subject: string
    /** Not before, by the chain's clock, Unix milliseconds. */
    due_at: number
    /** In vain, one after the other. */
    tries: number
  }
}
