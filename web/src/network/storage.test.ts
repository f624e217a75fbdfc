import { expect, test } from 'vitest'
import { isSharedOrigin } from './storage.js'

test.each([
  ['/ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/', true],
  ['/ipfs/QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG/index.html', true],
  ['/ipns/app.example/', true],
  ['//ipfs/bafy/', true],
  ['/IPFS/bafy/', true],
  ['/%69pfs/bafy/', true],
  ['/ip%66s%2Fbafy/', true],
  ['/%2Fipns/app.example/', true],
  // A browser keeps an encoded slash, so such a step back is for the gateway, or for a proxy in front of it.
  ['/x/..%2fipfs/bafy/', true],
  ['/x/%2e%2e%2F%69pns/app.example/', true],
  ['/x%2f..%2f..%2fipfs/bafy/', true],
  ['/x/..%5cipfs/bafy/', true],
  ['/./ipfs/bafy/', true],
  ['/ipfs/bafy/..%2f..%2fholdfast/', true],
  ['/x%23/..%2fipfs/bafy/', true],
  ['/bzz/36b7efd913ca4cf880b8eeac5093fa27b0825906c600685b6abdd6566e6cfe8f/', true],
  ['/', false],
  ['/index.html', false],
  // A host may have a folder of any name, in which no other party serves anything.
  ['/holdfast/', false],
  ['/holdfast/ipfs/', false],
  ['/ipfs', false],
  ['/ipfs-gateway/', false],
  ['/%', false],
  ['/%zz/%E4/', false],
])('%s is of an origin that other sites share: %s', (path, expected) => {
  expect(isSharedOrigin(path)).toBe(expected)
})
