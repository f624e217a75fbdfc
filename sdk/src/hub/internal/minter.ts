import { parseAbi } from 'viem'

/** What mints on the destination, each spec once. */
export const hubMinterAbi = /* @__PURE__ */ parseAbi([
  'function isTransferSpecHashUsed(bytes32 transferSpecHash) view returns (bool)',
  'event AttestationUsed(address indexed token, address indexed recipient, bytes32 indexed transferSpecHash, uint32 sourceDomain, bytes32 sourceDepositor, bytes32 sourceSigner, uint256 value)',
])
