/**
 * Every metric an operator can rely on, without the prefix `holdfast_`. Base units. No address and no id is a label.
 */
export const METRICS = {
  http_requests_total: counter('Requests answered.', 'route', 'method', 'status'),
  http_request_duration_seconds: histogram('Time from the head of a request to its answer.', 'route'),
  http_in_flight_requests: gauge('Requests that are being worked on.', 'route'),
  http_dropped_connections_total: counter('Connections beyond the limit.'),
  auth_failures_total: counter('Signed requests refused for their signature.', 'code'),
  rate_limited_total: counter('Requests refused for a limit.', 'policy'),
  quota_units_used: gauge('Units used today.', 'scope'),
  quota_units_held: gauge('Units held by operations that have not ended.', 'scope'),
  relay_spend_usdc_total: counter('USDC the relayer has spent.', 'kind'),
  relayer_balance_usdc: gauge('USDC the relayer has.', 'chain'),
  relayer_blocked: gauge('1 while USDC refuses the relayer, else 0.', 'chain'),
  relay_stopped: gauge('1 while the relay has stopped because its key was used by another program, else 0.', 'chain'),
  relay_jobs: gauge('Operations by state.', 'state'),
  relay_queued_operations: gauge('Operations that wait for a transaction.', 'chain'),
  relay_oldest_operation_seconds: gauge('Age of the oldest operation that has not ended.', 'chain'),
  relay_stage_duration_seconds: histogram('Time an operation takes from stage to stage, and in all.', 'kind', 'stage'),
  relay_resubmissions_total: counter('Transactions sent again with a higher fee.', 'chain', 'reason'),
  relay_nonce_errors_total: counter('Nonce errors returned by a node.', 'chain', 'reason'),
  cosign_decisions_total: counter('Decisions of the co-signer.', 'phase', 'decision', 'reason'),
  cosign_equivocations_total: counter('Second signatures for a nonce that was signed for.'),
  cosign_equivocation_alerts_total: counter('Second signatures beyond what is usual.'),
  cosign_blocked_after_signing_total: counter('Targets blocked by the firewall after they were signed for.'),
  firewall_source_failures_total: counter('Times a source of the firewall failed or did not answer.', 'source'),
  firewall_cache_entries: gauge('Payers whose history is cached.', 'chain'),
  firewall_cache_bytes: gauge('Estimated memory of the cached histories.', 'chain'),
  firewall_cache_evictions_total: counter('Payers evicted from the cache for want of memory.', 'chain'),
  firewall_waiting: gauge('Histories that wait to be read.', 'chain', 'lane'),
  firewall_lost_total: counter(
    'Histories, and requests to an explorer, that were dropped from their queue.',
    'chain',
    'lane',
  ),
  model_calls_total: counter('Calls of the language model.', 'outcome'),
  model_cost_usd_total: counter('Cost of the language model.'),
  model_tokens_total: counter('Tokens of the language model.', 'direction'),
  model_skipped_total: counter('Opinions without a call of the language model.', 'reason'),
  model_budget_used_ratio: gauge("Share of the model's day that is used.", 'of'),
  model_call_duration_seconds: histogram('Time a call of the language model takes.', 'outcome'),
  keeper_reclaims_total: counter('Transfers the keeper has returned.', 'chain'),
  keeper_pulls_total: counter('Boxes the keeper has pulled from.', 'chain'),
  keeper_rounds_total: counter('Rounds of the keeper.', 'chain', 'outcome'),
  keeper_stopped: gauge('1 while the keeper has stopped because its key was used by another program, else 0.', 'chain'),
  keeper_balance_usdc: gauge('USDC the keeper has.', 'chain'),
  keeper_spend_usdc_total: counter('USDC the keeper has spent.', 'chain'),
  index_head_lag_seconds: gauge('How far an index is behind the chain.', 'index', 'chain'),
  index_complete: gauge('1 when an index reaches from its first block to the head.', 'index', 'chain'),
  index_reorgs_total: counter('Reorganisations an index has followed.', 'chain'),
  rpc_requests_total: counter('Calls of a node.', 'chain', 'method', 'outcome'),
  rpc_request_duration_seconds: histogram('Time a call of a node takes.', 'chain', 'method', 'outcome'),
  build_info: gauge('1.', 'version', 'commit'),
} as const satisfies Record<string, Metric>

/** How a metric is counted, and by what. */
export type Metric = { kind: 'counter' | 'gauge' | 'histogram'; help: string; labels: readonly string[] }

function counter(help: string, ...labels: string[]): Metric {
  return { kind: 'counter', help, labels }
}

function gauge(help: string, ...labels: string[]): Metric {
  return { kind: 'gauge', help, labels }
}

function histogram(help: string, ...labels: string[]): Metric {
  return { kind: 'histogram', help, labels }
}
