import type { Advice } from '@holdfast/sdk/errors'
import { writeAmount } from '../input/readAmount.js'

/**
 * What to type, or to do, about an error.
 *
 * @returns Undefined where the message says it already.
 */
export function wordAdvice(advice: Advice): string | undefined {
  // The type does not relate a kind with the words of the same kind.
  return (words[advice.do] as (advice: Advice) => string | undefined)(advice)
}

type Words = { readonly [kind in Advice['do']]: (advice: Extract<Advice, { do: kind }>) => string | undefined }

const words: Words = {
  correct_input: () => undefined,
  choose_chain: () => undefined,
  switch_chain: () =>
    'holdfast config show prints where chain and endpoint come from; --rpc must be an endpoint of --chain.',
  connect_account: () => 'Use the wallet that the operation belongs to: --account or --keystore.',
  check_endpoint: ({ of }) => endpoints[of],
  ask_again: ({ afterMs }) => (afterMs === undefined ? 'Try again later.' : `Try again in ${inSeconds(afterMs)}.`),
  continue_from_block: () => 'Try again; an endpoint that serves more logs may help: --rpc.',
  wait_until: () => undefined,
  read_reason: () => undefined,
  sign_again: ({ signer }) =>
    signer === 'vault' ? 'Let the vault sign again: holdfast box sweep.' : 'Confirm in the wallet to continue.',
  send_from_account: () => 'Send from the account itself instead; holdfast approve allows it.',
  look_up_transaction: ({ txHash }) =>
    txHash === undefined
      ? 'Do not send again before the outcome is known: it may still be mined.'
      : `Look up ${txHash} before sending anything again.`,
  check_transaction: () => 'Check chain and hash.',
  look_up_transfer: ({ transferId }) =>
    transferId === undefined
      ? 'holdfast transfer shows whether the money has moved.'
      : `holdfast transfer ${transferId} shows its state.`,
  ask_for_code: () => 'Ask the sender for the code again before the next attempt.',
  ask_for_request: () => 'Ask the payee for a new payment request.',
  rekey_transfer: ({ transferId }) =>
    `The money is still in the contract: its sender can use holdfast rekey ${transferId}, holdfast cancel ${transferId}, or wait for its return.`,
  allow_verifier: () => 'Only the built-in verifier is supported here.',
  register_config: () => 'Register them first: holdfast terms register.',
  confirm_address: ({ imitates }) =>
    imitates.length > 0
      ? 'Get the address from its owner again. Do not copy it from a transaction history.'
      : 'Confirm the address with its owner before paying.',
  add_funds: ({ token, account = 'the wallet', atMost }) =>
    token === 'gas'
      ? `Add some of the coin that pays for gas to ${account}.`
      : `Add USDC to ${account}, or use ${less(atMost)}.`,
  fund_box: ({ account, atMost }) => `holdfast box fund ${account} adds to the box; or use ${less(atMost)}.`,
  deposit_to_vault: ({ atMost }) => `holdfast vault deposit adds to the vault; or use ${less(atMost)}.`,
  deposit_to_hub: () =>
    'Only the confirmed balance on that chain counts: holdfast hub deposit there, or spend from another chain.',
  approve: ({ spender }) => approvals[spender],
  lower_amount: ({ atMost }) => (atMost === undefined ? 'Use a smaller amount.' : `Use ${less(atMost)}.`),
  quote_again: () => 'Fees change. Run the command again for a new quote.',
  plan_again: () => 'Run the command again, and look at what it shows now.',
  choose_route: () => 'Choose another destination.',
  name_recipient: () => 'Name a recipient that is known to be controlled on the destination.',
  use_key_account: () => 'Use an account with a key of its own, or a contract that checks signatures (ERC-1271).',
  resume_bridge: () => 'Go on with holdfast resume; it never burns twice.',
  mint_bridged: ({ burnTxHash }) =>
    `Nothing is lost: holdfast bridge track --mint ${burnTxHash} mints it, from any wallet with some gas on the destination.`,
  track_bridge: ({ burnTxHash }) =>
    `An attestation takes seconds on some chains and hours on others: holdfast bridge track ${burnTxHash} shows its state.`,
  resume_hub_spend: () =>
    'Do not sign another one: holdfast resume repeats the same request, which cannot spend twice.',
  track_hub_spend: () => 'Do not spend again, the money is on its way: holdfast hub track shows when it arrives.',
  watch_hub_balance: () => 'Wait until holdfast hub balance shows the money, then spend again.',
  create_box: () => 'Create it first: holdfast box create.',
  look_up_box: ({ account }) => `holdfast box show ${account} shows what it holds; look before paying again.`,
  sweep_box: ({ account }) => `Its vault can take everything back: holdfast box sweep ${account}.`,
  ask_cosigner: () => 'Run the command again: every spend and every sweep voids earlier signatures.',
  use_other_action: () => 'A box of mode push pays, one of mode pull is pulled from.',
  act_as_vault: () => 'Only the vault takes back what a box holds: use its wallet.',
  find_payment: () => 'Do not pay again.',
  avoid_account: () => 'Send nothing to it.',
  pay_in_steps: () => 'Take the steps one by one: holdfast box create, box fund, box pay.',
  change_settings: ({ settings }) => (settings.length === 0 ? undefined : `Change ${settings.join(', ')}.`),
  run_newer_version: () => 'Run the version that wrote the data, or a later one.',
  report: () => 'Report it as a defect.',
}

const endpoints = {
  chain: 'holdfast doctor shows which endpoints answer; --rpc names another one.',
  issuer: "The issuer's service returned nothing usable; try again later.",
  service: 'Check --service, and whether the service runs a matching version.',
  store: 'Check that the database runs and is writable.',
  signer: 'Check that the signer runs and has the key.',
} as const

const approvals = {
  transfer_contract: 'holdfast approve lets the transfer contract take the amount.',
  permit: 'Approve Permit for the token once.',
  vault: 'Run the command again; it sends a new approval.',
  bridge: 'Another program replaced the allowance. Nothing was burned: run the command again.',
  hub: 'Another program replaced the allowance. Nothing was deposited: run the command again.',
} as const

function less(atMost: bigint | undefined): string {
  return atMost === undefined ? 'a smaller amount' : `at most ${writeAmount(atMost)}`
}

function inSeconds(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}
