/**
 * Safe's libraries that Safes call by delegate call: MultiSend and MultiSendCallOnly, SignMessageLib, CreateCall and the
 * migrations, versions 1.3.0 to 1.5.0, at their canonical and EIP-155 addresses; the first two also at those of ZKsync. Source:
 * `@safe-global/safe-deployments`.
 */
const libraries: ReadonlySet<string> = new Set([
  '0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761',
  '0x998739bfdaadde7c933b942a68053933098f9eda',
  '0x40a2accbd92bca938b02010e17a5b8929b49130d',
  '0xa1dabef33b3b82c7814b6d82a79e50f4ac44102b',
  '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526',
  '0x9641d764fc13c8b624c04430c7356c1c7c8102e2',
  '0x218543288004cd07832472d464648173c77d7eb7',
  '0xa83c336b20401af773b6219ba5027174338d1836',
  '0xa65387f16b013cf2af4605ad8aa5ec25a2cba3a2',
  '0x98ffbbf51bb33a056b08ddf711f289936aaff717',
  '0xd53cd0ab83d845ac265be939c57f53ad838012c9',
  '0x4ffef8222648872b3de295ba1e49110e61f5b5aa',
  '0x7cbb62eaa69f79e6873cd1ecb2392971036cfaa4',
  '0xb19d6ffc2182150f8eb585b79d4abcd7c5640a9d',
  '0x9b35af71d77eaf8d7e40252370304687390a1a52',
  '0x2ef5ecfbea521449e4de05edb1ce63b75eda90b4',
  '0x526643f69b81b008f46d95cd5ced5ec0edffdac6',
  '0xff83f6335d8930cbad1c0d439a841f01888d9f69',
  '0x6439e7abd8bb915a5263094784c5cf561c4172ac',
  '0x0dfcccb95225ffb03c6fbb2559b530c2b7c8a912',
  '0xf220d3b4dfb23c4ade8c88e526c1353abacbc38f',
  '0x309d0b190fecca8e1d5d8309a16f7e3cb133e885',
  '0x0408ef011960d02349d50286d20531229bcef773',
])

/** Whether it is a library of Safe's, which does what its calldata says. */
export function isSafeLibrary(address: string): boolean {
  return libraries.has(address)
}
