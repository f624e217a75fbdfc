/**
 * Which modules of the page are in one file. Each file costs its hash in the page and compresses worse than a larger one, so what a
 * person loads together is together: the shell, what pay and claim share, what each of them needs before it is ready, and what two
 * other screens share.
 *
 * @param built - Files of a build without this, which says what each screen really needs.
 * @returns The name of the file of a module, or `null` where it is left to the bundler.
 */
export function chunksOf(built: readonly BuiltChunk[]): (id: string) => string | null {
  const byFile = new Map(built.map((chunk) => [chunk.fileName, chunk]))
  /** The modules that a module needs at once, itself among them. */
  const needsOf = (root: string): ReadonlySet<string> => {
    const files = new Set<string>()
    const visit = (file: string): void => {
      if (files.has(file)) return
      files.add(file)
      for (const next of byFile.get(file)?.imports ?? []) visit(next)
    }
    for (const { fileName, moduleIds } of built) if (moduleIds.some((id) => id.endsWith(root))) visit(fileName)
    return new Set([...files].flatMap((file) => byFile.get(file)?.moduleIds ?? []))
  }
  const needed = places.map(({ name, all }) => ({ name, needs: all.map(needsOf) }))
  return (id) => {
    // Small, and else each takes whatever else its users share with it.
    const place = Object.entries(small).find(([path]) => id.endsWith(path))?.[1]
    if (place !== undefined) return place
    return needed.find(({ needs }) => needs.every((modules) => modules.has(id)))?.name ?? null
  }
}

/** Modules that many screens use, and the file of each. */
const small: Readonly<Record<string, string>> = {
  '/src/wallets/usePin.ts': 'shell',
  '/src/parts/linkHere.ts': 'open',
  '/src/journal/withFlowLock.ts': 'shell',
  '/utils/hash/isHash.js': 'shell',
}

/** Files by the modules that need all of their contents at once; the first that fits. */
const places: readonly { name: string; all: readonly string[] }[] = [
  { name: 'shell', all: ['/src/main.tsx'] },
  { name: 'first', all: ['/send/SendScreen.tsx', '/claim/ClaimScreen.tsx'] },
  { name: 'wallet', all: ['/send/SendScreen.tsx', '/claim/claimByService.ts'] },
  { name: 'read', all: ['/send/SendScreen.tsx', '/transfer/TransferScreen.tsx'] },
  { name: 'form', all: ['/send/SendScreen.tsx', '/hub/HubScreen.tsx'] },
  { name: 'pay', all: ['/send/SendScreen.tsx'] },
  { name: 'claim', all: ['/claim/ClaimScreen.tsx'] },
  { name: 'sign', all: ['/send/ReviewScreen.tsx', '/claim/claimByService.ts'] },
  { name: 'service', all: ['/claim/claimByService.ts'] },
  { name: 'box', all: ['/box/BoxPages.tsx', '/plan/PlanRun.tsx'] },
  { name: 'write', all: ['/transfer/TransferScreen.tsx', '/hub/HubScreen.tsx'] },
  { name: 'flow', all: ['/hub/HubScreen.tsx', '/box/BoxScreen.tsx'] },
  { name: 'own', all: ['/box/BoxScreen.tsx', '/plan/PlanRun.tsx'] },
  { name: 'money', all: ['/hub/HubScreen.tsx', '/bridge/BridgePages.tsx'] },
  { name: 'bridge', all: ['/bridge/BridgePages.tsx', '/plan/PlanRun.tsx'] },
  { name: 'hub', all: ['/hub/HubScreen.tsx', '/plan/PlanRun.tsx'] },
  { name: 'scan', all: ['/receive/ReceivePages.tsx', '/scan/ScanScreen.tsx'] },
  { name: 'open', all: ['/transfer/TransferScreen.tsx', '/link/LinkPages.tsx'] },
  { name: 'link', all: ['/pay/PayScreen.tsx', '/link/LinkPages.tsx'] },
  { name: 'files', all: ['/people/PeoplePages.tsx', '/settings/SettingsScreen.tsx'] },
  { name: 'plan', all: ['/plan/PlanRun.tsx', '/send/ReviewScreen.tsx'] },
]

/** A file as the bundler makes it. */
export type BuiltChunk = { fileName: string; imports: readonly string[]; moduleIds: readonly string[] }
