export { AnvilNotFoundError } from './anvil/locate.js'
export { type DevnetAccount, ordinaryAccount, testAccounts } from './chain/accounts.js'
export { type DevnetFacts, describeDevnet, devnetFacts } from './describe.js'
export type { AttestationFaults } from './faults/attestation.js'
export type { HubFaults } from './faults/hub.js'
export type { IssuerFaults } from './faults/issuer.js'
export type { FaultRule, SurfaceFaults } from './faults/rules.js'
export type { ExplorerFaults, Faults, FaultsUpdate, RemoteRpcFaults, RpcFaults } from './faults/types.js'
export { bridgeMessengerAbi } from './generated/BridgeMessenger.js'
export { bridgeMinterAbi } from './generated/BridgeMinter.js'
export { bridgeTransmitterAbi } from './generated/BridgeTransmitter.js'
export { counterfeitTokenAbi, counterfeitTokenInitCode } from './generated/CounterfeitToken.js'
export { eurcAbi } from './generated/Eurc.js'
export { memoBookAbi as memoAbi } from './generated/MemoBook.js'
export { multicall3FromAbi } from './generated/Multicall3From.js'
export { nativeUsdcAbi as usdcAbi } from './generated/NativeUsdc.js'
export { permit2Abi, permit2InitCode } from './generated/Permit2.js'
export { issuerAddresses } from './issuer/facts.js'
export { type ModelReply, type ModelServer, startModel } from './model/startModel.js'
export { BASE_FEE, blockedTestAddress, FIRST_BLOCK, primaryAddresses } from './primary/facts.js'
export { REMOTE_FIRST_BLOCK, remoteAddresses } from './remote/facts.js'
export {
  type Devnet,
  type DevnetChain,
  type DevnetOptions,
  type IssuerDevnet,
  type PrimaryDevnet,
  type RemoteDevnet,
  startDevnet,
} from './startDevnet.js'
