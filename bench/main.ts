/** Runs every benchmark, one after the other. */
await import('./logs.bench.js')
await import('./stealth.bench.js')
