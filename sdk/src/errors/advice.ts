/** Whether money moved: nothing happened on chain; not known, or under way; something was carried out. */
export type ErrorEffect = 'none' | 'open' | 'done'

/** Whether the same call can succeed: never, by itself after a while, or once what `advice` names has changed. */
export type ErrorRetry = 'no' | 'later' | 'after_change'

/**
 * What to do about an error, as data: each application words it in its own terms. `do` is a stable literal, and the other
 * fields are the facts that the action needs. Amounts are USDC base units.
 *
 * @example
 * function wordsOf(advice: Advice): string {
 *   if (advice.do === 'add_funds') return `Add USDC to ${advice.account ?? 'your wallet'}.`
 *   return advice.do
 * }
 */
export type Advice =
  /** Pass a valid value. `parameter` is its name, or a JSON Pointer into a message. */
  | { do: 'correct_input'; parameter: string }
  /** Use one of these chains. */
  | { do: 'choose_chain'; known: readonly (number | string)[] }
  /** Bring the wallet and its endpoints to this chain. */
  | { do: 'switch_chain'; chainId: number }
  /** Connect the account that the operation needs. */
  | { do: 'connect_account' }
  /** Check that the endpoint is the right one and works. */
  | { do: 'check_endpoint'; of: 'chain' | 'issuer' | 'service' | 'store' | 'signer' }
  /** Repeat the request, not earlier than `afterMs` from now. */
  | { do: 'ask_again'; afterMs?: number | undefined }
  /** Read on from this block. */
  | { do: 'continue_from_block'; block: bigint }
  /** Repeat the call once this Unix second has passed. */
  | { do: 'wait_until'; unixSeconds: number }
  /** Read the reason in the message or its `details`; nothing more specific is known. */
  | { do: 'read_reason' }
  /** Sign once more, with this signer. */
  | { do: 'sign_again'; signer: 'wallet' | 'vault' }
  /** Approve the contract and send from the account; its signature cannot be used. */
  | { do: 'send_from_account' }
  /** Find out what became of a transaction before anything is sent again; without a hash, by what it should have done. */
  | { do: 'look_up_transaction'; txHash?: string | undefined }
  /** Check that hash, chain and parties are the ones meant. */
  | { do: 'check_transaction'; txHash: string }
  /** Read the transfer's state before anything else. */
  | { do: 'look_up_transfer'; transferId?: bigint | undefined }
  /** Get the code from the sender again. */
  | { do: 'ask_for_code'; attemptsRemaining: number }
  /** Get a new payment request from the payee. */
  | { do: 'ask_for_request' }
  /** The sender sets a new code, cancels, or waits for the return. */
  | { do: 'rekey_transfer'; transferId: bigint }
  /** Name the verifier as trusted, if it is. */
  | { do: 'allow_verifier'; verifier: string }
  /** Register the terms. */
  | { do: 'register_config'; configId: string }
  /** Confirm the address with its owner; `imitates` are addresses it looks like. */
  | { do: 'confirm_address'; address: string; imitates: readonly string[] }
  /** Add USDC, or the coin that pays for gas, to the account; or use at most `atMost`, which leaves out gas paid in USDC. */
  | { do: 'add_funds'; token: 'usdc' | 'gas'; account?: string | undefined; atMost?: bigint | undefined }
  /** Fund the box, or use at most `atMost`. */
  | { do: 'fund_box'; account: string; atMost: bigint }
  /** Deposit into the vault, or use at most `atMost`. */
  | { do: 'deposit_to_vault'; atMost: bigint }
  /** Deposit into the Hub on the source chain, or spend from another chain. */
  | { do: 'deposit_to_hub' }
  /** Let this contract take the amount. */
  | { do: 'approve'; spender: 'transfer_contract' | 'permit' | 'vault' | 'bridge' | 'hub' }
  /** Use a smaller amount, at most `atMost` where it is known. */
  | { do: 'lower_amount'; atMost?: bigint | undefined }
  /** Quote again, show the new quote, and start over. */
  | { do: 'quote_again' }
  /** Plan the operation again, and show the new plan. */
  | { do: 'plan_again' }
  /** Choose another destination. */
  | { do: 'choose_route' }
  /** Name a recipient that exists on the destination. */
  | { do: 'name_recipient' }
  /** Act with an account that has a key of its own. */
  | { do: 'use_key_account' }
  /** Resume the transfer over the Bridge from its stored progress. */
  | { do: 'resume_bridge' }
  /** Mint an attested burn, from any wallet with gas on the destination. */
  | { do: 'mint_bridged'; sourceDomain: number; burnTxHash: string }
  /** Wait for the attestation of a burn. */
  | { do: 'track_bridge'; sourceDomain: number; burnTxHash: string }
  /** Repeat the signed spend byte for byte; never sign another one. */
  | { do: 'resume_hub_spend'; transferSpecHash: string }
  /** Watch for the mint of a spend that was taken. */
  | { do: 'track_hub_spend'; transferSpecHash: string }
  /** Wait until the amount is back in the Hub balance, then spend again. */
  | { do: 'watch_hub_balance' }
  /** Create the box first. */
  | { do: 'create_box'; account: string }
  /** Read the box before anything is paid again. */
  | { do: 'look_up_box'; account: string }
  /** The box can only be swept to its vault. */
  | { do: 'sweep_box'; account: string }
  /** Ask the co-signer for a new signature. */
  | { do: 'ask_cosigner'; account: string }
  /** Use the other kind of spend: this box pays, or it is pulled from. */
  | { do: 'use_other_action'; account: string }
  /** Act with the vault, or let it sign. */
  | { do: 'act_as_vault'; account: string }
  /** Look further back: the payment was made before. Do not pay again. */
  | { do: 'find_payment'; account: string }
  /** Send nothing to this account. */
  | { do: 'avoid_account'; account: string }
  /** Create, fund and pay the box in separate transactions. */
  | { do: 'pay_in_steps' }
  /** Change settings of the process; `settings` are their names. */
  | { do: 'change_settings'; settings: readonly string[] }
  /** Run the version that wrote the data, or a later one. */
  | { do: 'run_newer_version' }
  /** Report a defect. */
  | { do: 'report' }
