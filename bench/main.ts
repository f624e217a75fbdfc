/** Runs every benchmark, one after the other. */
await import('./rows.bench.js')
await import('./cli.bench.js')
await import('./gas.bench.js')
await import('./logs.bench.js')
await import('./stealth.bench.js')
await import('./service.bench.js')
await import('./guard.bench.js')
