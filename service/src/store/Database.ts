/**
 * All tables. Times are Unix milliseconds, money is USDC base units unless a name says wei, addresses and hashes are
 * lower-case hex, numbers beyond 2^53 are decimal text.
 */
export type Database = AdmissionTables & RelayTables & CosignTables & IndexTables & OpinionTables & KeeperTables

/** Who asked for what, and what it cost. */
type AdmissionTables = {
  /** Accepted signed requests; the digest of a message counts once, for any form of its signature. */
  replays: { address: string; digest: string; expires_at: number }
  /** One row for each attempt at an operation, for any number of callers and requests. */
  operations: {
    id: string
    key: string
    /** 1 for the latest attempt at its key, of which there is only one; 0 for earlier ones that ended without effect. */
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
    /** Day of the quotas and the spending that it counts towards. */
    day: number
    /** Units it holds, or held. */
    units: number
    /** Money it holds, or held: its highest cost. */
    held: number
    /** What it actually cost; null while units and money are held. */
    spent: number | null
    /** JSON; the answer for every caller. */
    outcome: string | null
    created_at: number
    updated_at: number
  }
  /** Units by day and scope: `global`, `address:0x…`, `network:…`, `model`. Days are whole days of UTC since 1970. */
  quotas: { day: number; scope: string; used: number; held: number }
  /** Money by day and scope: `global`, `address:0x…`, and `chain:…`, which has no limit of its own. */
  spending: { day: number; scope: string; spent: number; held: number }
  /** Sliding windows that apply across instances: failed preflights. */
  counters: { scope: string; bucket: number; count: number }
  /** One holder at a time; `fence` grows with each new holder. */
  leases: { name: string; holder: string; fence: number; expires_at: number }
}

/** Kinds of operations that a signed request can ask for. */
export type OperationKind = 'claim' | 'create' | 'announce' | 'gas'

/** State of an operation. The last four are final. */
export type OperationState =
  | 'queued'
  | 'prepared'
  | 'broadcast'
  | 'mined'
  | 'final'
  | 'refused'
  | 'failed'
  | 'superseded'

/** Transactions that the relayer's keys have signed. */
type RelayTables = {
  senders: {
    chain_id: number
    address: string
    /** Changes only together with a transaction row. */
    next_nonce: number
    /** A transaction of another program at a nonce of ours: while it is set, no instance signs with the key. */
    stopped_by: string | null
  }
  transactions: {
    hash: string
    chain_id: number
    sender: string
    nonce: number
    /**
     * The job whose call it carries: an operation, or one of the keeper's. Null for a transaction that only uses up its
     * nonce.
     */
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

/** Signatures and bindings of the co-signer. */
export type CosignTables = {
  /** Sealed with a key derived from the co-signer's: the payer behind a box is private. */
  bindings: { chain_id: number; account: string; sealed: string; signed_at: number; until: number }
  signatures: {
    chain_id: number
    account: string
    nonce: string
    digest: string
    sealed: string
    created_at: number
    /** When the box can no longer spend; null when that is unknown. */
    ends_at: number | null
  }
  /** Append only, a chain of hashes for each instance. */
  audit: { instance: string; seq: number; time: number; kind: string; body: string; previous: string; hash: string }
  /** The last row of a chain that was deleted for its age. */
  audit_checkpoints: { instance: string; seq: number; time: number; hash: string }
}

/** Events read from the chains. */
export type IndexTables = {
  cursors: { name: string; next_block: number; reached_head: number; updated_at: number }
  /** The newest blocks that an index has read, to detect a reorganisation. */
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

/** Calls of the model. */
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

/** Work of the keeper. */
type KeeperTables = {
  /** An open transfer, by its id, or a box that may be pulled from, by its address. */
  keeper_tasks: {
    chain_id: number
    kind: 'return' | 'pull'
    subject: string
    /** Due at this time of the chain's clock, Unix milliseconds. */
    due_at: number
    /** Consecutive attempts without success. */
    tries: number
  }
}
