import type { Command } from './command/Command.js'
import { appCommand } from './commands/app/command.js'
import { approveCommand } from './commands/approve/command.js'
import { boxCreateCommand } from './commands/box/create/command.js'
import { boxFundCommand } from './commands/box/fund/command.js'
import { boxListCommand } from './commands/box/list/command.js'
import { boxPayCommand } from './commands/box/pay/command.js'
import { boxPullCommand } from './commands/box/pull/command.js'
import { boxShowCommand } from './commands/box/show/command.js'
import { boxSweepCommand } from './commands/box/sweep/command.js'
import { bridgeQuoteCommand } from './commands/bridge/quote/command.js'
import { bridgeSendCommand } from './commands/bridge/send/command.js'
import { bridgeTrackCommand } from './commands/bridge/track/command.js'
import { cancelCommand } from './commands/cancel/command.js'
import { checkCommand } from './commands/check/command.js'
import { claimCommand } from './commands/claim/command.js'
import { completionCommand } from './commands/completion/command.js'
import { configGetCommand } from './commands/config/get/command.js'
import { configRegisterCommand } from './commands/config/register/command.js'
import { configShowCommand } from './commands/config/show/command.js'
import { contactsAddCommand } from './commands/contacts/add/command.js'
import { contactsConfirmCommand } from './commands/contacts/confirm/command.js'
import { contactsExportCommand } from './commands/contacts/export/command.js'
import { contactsImportCommand } from './commands/contacts/import/command.js'
import { contactsListCommand } from './commands/contacts/list/command.js'
import { contactsRemoveCommand } from './commands/contacts/remove/command.js'
import { cosignAuthorizeCommand } from './commands/cosign/authorize/command.js'
import { cosignBindCommand } from './commands/cosign/bind/command.js'
import { cosignPrecheckCommand } from './commands/cosign/precheck/command.js'
import { deployCommand } from './commands/deploy/command.js'
import { devnetCommand } from './commands/devnet/command.js'
import { doctorCommand } from './commands/doctor/command.js'
import { historyCommand } from './commands/history/command.js'
import { hubBalanceCommand } from './commands/hub/balance/command.js'
import { hubDelegateAddCommand } from './commands/hub/delegate/add/command.js'
import { hubDelegateRemoveCommand } from './commands/hub/delegate/remove/command.js'
import { hubDelegateShowCommand } from './commands/hub/delegate/show/command.js'
import { hubDepositCommand } from './commands/hub/deposit/command.js'
import { hubSendCommand } from './commands/hub/send/command.js'
import { hubTrackCommand } from './commands/hub/track/command.js'
import { hubWithdrawCommand } from './commands/hub/withdraw/command.js'
import { investigateCommand } from './commands/investigate/command.js'
import { linkCancelCommand } from './commands/link/cancel/command.js'
import { linkClaimCommand } from './commands/link/claim/command.js'
import { linkCreateCommand } from './commands/link/create/command.js'
import { linkListCommand } from './commands/link/list/command.js'
import { linkReleaseCommand } from './commands/link/release/command.js'
import { linkShowCommand } from './commands/link/show/command.js'
import { pairsDecideCommand } from './commands/pairs/decide/command.js'
import { pairsListCommand } from './commands/pairs/list/command.js'
import { pairsRemoveCommand } from './commands/pairs/remove/command.js'
import { reclaimCommand } from './commands/reclaim/command.js'
import { rekeyCommand } from './commands/rekey/command.js'
import { requestCreateCommand } from './commands/request/create/command.js'
import { requestPayCommand } from './commands/request/pay/command.js'
import { requestShowCommand } from './commands/request/show/command.js'
import { resumeCommand } from './commands/resume/command.js'
import { sendCommand } from './commands/send/command.js'
import { serviceAnnouncementsCommand } from './commands/service/announcements/command.js'
import { serviceCosignerCommand } from './commands/service/cosigner/command.js'
import { serviceGasCommand } from './commands/service/gas/command.js'
import { serviceHealthCommand } from './commands/service/health/command.js'
import { serviceVerifiedRecipientsCommand } from './commands/service/verifiedRecipients/command.js'
import { stealthAddressCommand } from './commands/stealth/address/command.js'
import { stealthAnnounceCommand } from './commands/stealth/announce/command.js'
import { stealthKeysCommand } from './commands/stealth/keys/command.js'
import { stealthScanCommand } from './commands/stealth/scan/command.js'
import { tourCommand } from './commands/tour/command.js'
import { transferCommand } from './commands/transfer/command.js'
import { vaultBalanceCommand } from './commands/vault/balance/command.js'
import { vaultDepositCommand } from './commands/vault/deposit/command.js'
import { vaultFundCommand } from './commands/vault/fund/command.js'
import { vaultWithdrawCommand } from './commands/vault/withdraw/command.js'
import { watchCommand } from './commands/watch/command.js'

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  checkCommand,
  pairsDecideCommand,
  pairsListCommand,
  pairsRemoveCommand,
  contactsAddCommand,
  contactsConfirmCommand,
  contactsListCommand,
  contactsImportCommand,
  contactsExportCommand,
  contactsRemoveCommand,
  sendCommand,
  claimCommand,
  cancelCommand,
  rekeyCommand,
  reclaimCommand,
  transferCommand,
  linkCreateCommand,
  linkListCommand,
  linkShowCommand,
  linkClaimCommand,
  linkReleaseCommand,
  linkCancelCommand,
  requestCreateCommand,
  requestShowCommand,
  requestPayCommand,
  watchCommand,
  historyCommand,
  approveCommand,
  configShowCommand,
  configRegisterCommand,
  configGetCommand,
  boxCreateCommand,
  boxFundCommand,
  boxPayCommand,
  boxPullCommand,
  boxShowCommand,
  boxListCommand,
  boxSweepCommand,
  vaultDepositCommand,
  vaultFundCommand,
  vaultWithdrawCommand,
  vaultBalanceCommand,
  stealthKeysCommand,
  stealthAddressCommand,
  stealthAnnounceCommand,
  stealthScanCommand,
  bridgeQuoteCommand,
  bridgeSendCommand,
  bridgeTrackCommand,
  hubDepositCommand,
  hubBalanceCommand,
  hubSendCommand,
  hubWithdrawCommand,
  hubTrackCommand,
  hubDelegateAddCommand,
  hubDelegateRemoveCommand,
  hubDelegateShowCommand,
  resumeCommand,
  investigateCommand,
  cosignPrecheckCommand,
  cosignAuthorizeCommand,
  cosignBindCommand,
  serviceHealthCommand,
  serviceCosignerCommand,
  serviceAnnouncementsCommand,
  serviceVerifiedRecipientsCommand,
  serviceGasCommand,
  deployCommand,
  doctorCommand,
  appCommand,
  devnetCommand,
  tourCommand,
  completionCommand,
]
