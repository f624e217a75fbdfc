export {
  type ContractAddresses,
  deploySalt,
  type Foundations,
  type PlannedContract,
  planContracts,
  predictAddresses,
} from './addresses.js'
export { predictBoxAddress, proveBox } from './boxAddress.js'
export { type BoxCodeTerms, type BoxPolicy, type BoxTerms, boxProxyOf, encodeBoxCode, parseBoxCode } from './boxCode.js'
export { type BridgeChainFacts, bridgeChains } from './bridgeChains.js'
export {
  arbitrumSepoliaChain,
  arcTestnetChain,
  avalancheFujiChain,
  baseSepoliaChain,
  type Chain,
  chains,
  create2Factory,
  type DeployBlocks,
  type Endpoints,
  fxEscrow,
  issuerApis,
  issuerContracts,
  sepoliaChain,
  type Token,
} from './chains.js'
export {
  type DeployClients,
  DeployError,
  type DeploymentPlan,
  type DeployOptions,
  type DeployResult,
  deploy,
  planDeployment,
} from './deploy.js'
export { codeClaimVerifierAbi, codeClaimVerifierBytecode } from './generated/CodeClaimVerifier.js'
export { deployments } from './generated/deployments.js'
export { privatePayRouterAbi, privatePayRouterBytecode } from './generated/PrivatePayRouter.js'
export { protectedTransferAbi, protectedTransferBytecode } from './generated/ProtectedTransfer.js'
export { shieldVaultAbi, shieldVaultBytecode } from './generated/ShieldVault.js'
export { spendPolicyAccountAbi, spendPolicyAccountBytecode } from './generated/SpendPolicyAccount.js'
export { spendPolicyFactoryAbi, spendPolicyFactoryBytecode } from './generated/SpendPolicyFactory.js'
export { stealthAnnouncerAbi, stealthAnnouncerBytecode } from './generated/StealthAnnouncer.js'
export { type Look, type LookCall, lookProgram, parseLook } from './look.js'
export { POLICY_WORDS, parsePolicyAnswer } from './policyAnswer.js'
